package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.StageGraphs;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A program around a sort stage whose data are on the device before and after: load, sort and fetch are calls of their own,
 * so that each can be timed. Keys of 32 and 64 bits, with 32-bit values or without.
 */
final class ResidentSort implements AutoCloseable {
    private static final int LOAD = 0;
    private static final int SORT = 1;
    /** More than any policy has merged in place of sorted digit by digit, if there are so many. */
    private static final int WARM_UP_KEYS = 1 << 18;

    /**
     * How long keys on the device are sorted before a sort is timed, as by a program whose data stay there: what checked the
     * last result has filled the caches with other things.
     */
    private static final long WARM_UP_NANOS = 5_000_000;
    /** The same before the first one: the JVM's compilers come to rest after some thousand executions. */
    private static final long FIRST_WARM_UP_NANOS = 1_500_000_000;

    private static final SortOptions DESCENDING =
            SortOptions.builder().descending().build();

    private final DeviceArrays memory;
    private final TornadoNativeArray keys;
    private final IntArray values;
    private final StageGraphs stage;
    private final GridScheduler grids = new GridScheduler();
    private final TornadoExecutionPlan plan;
    private final int fetch;
    private final boolean inHostMemory;
    private boolean warm;
    private int n;
    private TornadoExecutionResult loaded;

    /**
     * Graphs for up to {@code capacity} keys.
     *
     * @param replayed whether kernels are recorded and replayed, where there is such a thing: no profiler looks into that
     */
    ResidentSort(
            SortDevice device, SortPolicy policy, KeyType type, boolean withValues, int capacity, boolean replayed) {
        memory = DeviceArrays.on(device);
        inHostMemory = device.backend().equals("jvm");
        if (type.bytes() == 8) {
            keys = memory.longs(capacity);
        } else {
            keys = memory.ints(capacity);
        }
        values = withValues ? memory.ints(capacity) : null;
        stage = new StageGraphs("sort", "load", device, policy, keys, type, values, replayed);

        List<ImmutableTaskGraph> graphs = new ArrayList<>();
        TaskGraph load = new TaskGraph("load").transferToDevice(DataTransferMode.EVERY_EXECUTION, arrays());
        graphs.add(touch(load).persistOnDevice(arrays())
                .transferToHost(DataTransferMode.UNDER_DEMAND, arrays())
                .snapshot());
        graphs.addAll(stage.graphs());
        fetch = graphs.size();
        TaskGraph back = new TaskGraph("fetch").consumeFromDevice(stage.lastGraph(), arrays());
        graphs.add(touch(back).transferToHost(DataTransferMode.UNDER_DEMAND, arrays()).snapshot());

        plan = new TornadoExecutionPlan(graphs.toArray(ImmutableTaskGraph[]::new));
        plan.withDevice(device.tornado());
        stage.registerGrids(grids);
        plan.withGridScheduler(grids);
    }

    private Object[] arrays() {
        return values == null ? new Object[] {keys} : new Object[] {keys, values};
    }

    /** A graph can only transfer what its tasks use. */
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

    /** Brings keys to the device, and their values: null, or 4 bytes each. */
    void load(Column from, MemorySegment valuesFrom) {
        n = Math.toIntExact(from.size());
        copy(from.segment(), keys.getSegment(), from.segment().byteSize());
        if (values != null) {
            copy(valuesFrom, values.getSegment(), 4L * n);
        }
        loaded = plan.withGraph(LOAD).execute();
    }

    /** Brings the same to the device again: on the host they are still what they were, unless the device works in its memory. */
    void reload(Column from, MemorySegment valuesFrom) {
        if (inHostMemory) {
            load(from, valuesFrom);
        } else {
            loaded = plan.withGraph(LOAD).execute();
        }
    }

    /** Brings what was just loaded back to the host unsorted: with {@link #load}, what the copies alone cost. */
    void fetchUnsorted(Column into) {
        read(loaded, keys, into.segment());
    }

    /** Sorts some of what is on the device up and down, long the first time. */
    void warmUp() {
        long until = System.nanoTime() + (warm ? WARM_UP_NANOS : FIRST_WARM_UP_NANOS);
        warm = true;
        int some = Math.min(n, WARM_UP_KEYS);
        do {
            stage.run(plan, SORT, grids, some, SortOptions.ascending());
            stage.run(plan, SORT, grids, some, DESCENDING);
        } while (System.nanoTime() < until);
    }

    /** Sorts what is on the device, where it is. */
    SortStats sort(SortOptions options) {
        return stage.run(plan, SORT, grids, n, options);
    }

    /** Sorts what is on the device; returns each kernel's time, all its launches together. */
    Map<String, Long> kernelNanos(SortOptions options) {
        KernelTimes times = new KernelTimes();
        plan.withProfiler(ProfilerMode.SILENT);
        stage.run(plan, SORT, grids, n, options, times::add);
        plan.withoutProfiler();
        return times.nanos();
    }

    /** Brings sorted keys to the host, and their values: null, or 4 bytes each. */
    void fetch(Column into, MemorySegment valuesInto) {
        TornadoExecutionResult sorted = plan.withGraph(fetch).execute();
        read(sorted, keys, into.segment());
        if (values != null) {
            read(sorted, values, valuesInto.asSlice(0, 4L * n));
        }
    }

    private void read(TornadoExecutionResult result, TornadoNativeArray array, MemorySegment into) {
        result.transferToHost(new DataRange(array).withOffset(0).withSize(n));
        copy(array.getSegment(), into, into.byteSize());
    }

    private static void copy(MemorySegment from, MemorySegment to, long bytes) {
        MemorySegment.copy(from, 0, to, 0, bytes);
    }

    /** Bytes of the arrays that the sort works in. */
    long deviceBytes() {
        return stage.deviceBytes();
    }

    @Override
    public void close() {
        try {
            plan.close();
            stage.close();
            memory.release();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
    }
}
