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
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A sort stage whose data is on the device before and after the sort. Loading, sorting and fetching are separate calls, so that
 * each can be timed. Supports keys of 32 and 64 bits, with or without 32-bit values.
 */
final class ResidentSort implements AutoCloseable {
    private static final int LOAD = 0;
    private static final int SORT = 1;
    /** Number of keys to warm up with: more than any policy would merge instead of sorting by digits. */
    private static final int WARM_UP_KEYS = 1 << 18;

    /**
     * How long to sort on the device before a timed sort, because the verification of the last result has filled the caches
     * with other data.
     */
    private static final long WARM_UP_NANOS = 5_000_000;
    /** The same before the first timed sort: the JVM's compilers need some thousand executions. */
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

    /**
     * Creates graphs for up to {@code capacity} keys. Kernels are recorded and replayed, where that is supported, unless the
     * policy may sort the keys in buckets, which a replay cannot.
     */
    ResidentSort(SortDevice device, SortPolicy policy, KeyType type, boolean withValues, int capacity) {
        memory = DeviceArrays.on(device);
        inHostMemory = device.backend().equals("jvm");
        if (type.bytes() == 8) {
            keys = memory.longs(capacity);
        } else {
            keys = memory.ints(capacity);
        }
        values = withValues ? memory.ints(capacity) : null;
        boolean replayed = policy.bucketedKeys() == 0 || capacity < policy.bucketedKeys();
        StageGraphs.Results none = new StageGraphs.Results(false, List.of(), List.of());
        stage = StageGraphs.of("sort", "load", device, policy, keys, type, values, none, replayed);

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

    /** Copies keys to the device, and their 4-byte values unless they are null. */
    void load(Column from, MemorySegment valuesFrom) {
        n = Math.toIntExact(from.size());
        copy(from.segment(), keys.getSegment(), from.segment().byteSize());
        if (values != null) {
            copy(valuesFrom, values.getSegment(), 4L * n);
        }
        plan.withGraph(LOAD).execute();
    }

    /** Copies the same data to the device again. The host buffers are unchanged unless the device works in host memory. */
    void reload(Column from, MemorySegment valuesFrom) {
        if (inHostMemory) {
            load(from, valuesFrom);
        } else {
            plan.withGraph(LOAD).execute();
        }
    }

    /**
     * Sorts on the device in both directions, longer the first time: some of the keys, and then all, which may run other code.
     */
    void warmUp() {
        long nanos = (warm ? WARM_UP_NANOS : FIRST_WARM_UP_NANOS) / 2;
        warm = true;
        for (int keys : new int[] {Math.min(n, WARM_UP_KEYS), n}) {
            long until = System.nanoTime() + nanos;
            do {
                sortTwice(keys);
            } while (System.nanoTime() < until);
        }
    }

    private void sortTwice(int some) {
        stage.run(plan, SORT, grids, some, SortOptions.ascending());
        stage.run(plan, SORT, grids, some, DESCENDING);
    }

    /** Sorts the data on the device in place. */
    SortStats sort(SortOptions options) {
        return stage.run(plan, SORT, grids, n, options);
    }

    /** Copies sorted keys to the host, and their 4-byte values if there are any. */
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

    /** Returns the bytes of all arrays that the sort uses. */
    long deviceBytes() {
        return stage.deviceBytes();
    }

    @Override
    public void close() {
        Plans.close(plan);
        stage.close();
        memory.release();
    }
}
