package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.stage.SortStage;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A sort stage between a graph that copies keys to the device and one that copies them back, so that a sort can be timed whose
 * data is on the device before and after. Supports keys of 32 and 64 bits, with or without 32-bit values.
 */
final class ResidentSort implements AutoCloseable {
    private static final int LOAD = 0;
    private static final int SORT = 1;

    /** How long to sort before a timed sort, because the verification of the last result has filled the caches. */
    private static final long WARM_UP_NANOS = 5_000_000;
    /** The same before the first timed sort: the JVM's compilers need some thousand executions. */
    private static final long FIRST_WARM_UP_NANOS = 1_500_000_000;

    private final DeviceArrays memory;
    private final TornadoNativeArray keys;
    private final IntArray values;
    private final SortStage stage;
    private final TornadoExecutionPlan plan;
    private final int fetch;
    private boolean isWarm;

    /**
     * Creates graphs for n keys. Kernels are recorded and replayed, where that is supported, unless the policy may sort the keys
     * in buckets, which a replay cannot.
     */
    ResidentSort(SortDevice device, SortPolicy policy, KeyType type, boolean withValues, int n) {
        memory = DeviceArrays.on(device);
        keys = memory.words(type.bytes(), n);
        values = withValues ? memory.ints(n) : null;
        SortStage.Builder builder = SortStage.builder("sort", "load").device(device).policy(policy).keys(keys, type);
        if (withValues) {
            builder.values(values);
        }
        if (policy.bucketedKeys() == 0 || n < policy.bucketedKeys()) {
            builder.withCUDAGraph();
        }
        stage = builder.build();
        Object[] arrays = withValues ? new Object[] {keys, values} : new Object[] {keys};
        TaskGraph load = touch(new TaskGraph("load").transferToDevice(DataTransferMode.EVERY_EXECUTION, arrays));
        TaskGraph back = touch(new TaskGraph("fetch").consumeFromDevice(stage.lastGraph(), arrays));
        ImmutableTaskGraph[] graphs = stage.between(
                load.persistOnDevice(arrays).snapshot(),
                back.transferToHost(DataTransferMode.EVERY_EXECUTION, arrays).snapshot());
        fetch = graphs.length - 1;
        plan = new TornadoExecutionPlan(graphs);
        plan.withDevice(device.tornado());
        stage.scheduleOn(plan, new GridScheduler());
    }

    /** Adds tasks that use the arrays, because a graph can only transfer arrays that its tasks use. */
    private TaskGraph touch(TaskGraph graph) {
        if (keys instanceof LongArray longs) {
            graph.task("keys", ResidentSort::touch, longs);
        } else {
            graph.task("keys", ResidentSort::touch, (IntArray) keys);
        }
        return values == null ? graph : graph.task("values", ResidentSort::touch, values);
    }

    private static void touch(IntArray array) {
        for (@Parallel int one = 0; one < 1; one++) {
            array.set(one, array.get(one));
        }
    }

    private static void touch(LongArray array) {
        for (@Parallel int one = 0; one < 1; one++) {
            array.set(one, array.get(one));
        }
    }

    /** Sorts keys and their 4-byte values on the device to warm it up, longer the first time, and copies them there again. */
    void load(Column from, MemorySegment valuesFrom) {
        long until = System.nanoTime() + (isWarm ? WARM_UP_NANOS : FIRST_WARM_UP_NANOS);
        isWarm = true;
        copyIn(from, valuesFrom);
        do {
            plan.withGraph(LOAD).execute();
            sort();
        } while (System.nanoTime() < until);
        // A device that works in the host's memory has sorted the arrays themselves.
        copyIn(from, valuesFrom);
        plan.withGraph(LOAD).execute();
    }

    private void copyIn(Column from, MemorySegment valuesFrom) {
        keys.getSegment().copyFrom(from.segment());
        if (values != null) {
            values.getSegment().copyFrom(valuesFrom);
        }
    }

    /** Sorts the data on the device in place. */
    void sort() {
        stage.run(plan, SORT, keys.getSize());
    }

    /** Copies sorted keys to the host, and their 4-byte values if there are any. */
    void fetch(Column into, MemorySegment valuesInto) {
        plan.withGraph(fetch).execute();
        into.segment().copyFrom(keys.getSegment());
        if (values != null) {
            valuesInto.copyFrom(values.getSegment());
        }
    }

    @Override
    public void close() {
        Plans.close(plan);
        stage.close();
        memory.release();
    }
}
