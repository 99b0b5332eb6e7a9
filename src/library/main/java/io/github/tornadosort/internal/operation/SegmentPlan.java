package io.github.tornadosort.internal.operation;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.stage.SegmentedSortStage;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A compiled {@link SegmentedSortStage} that finds the order of keys. Each key is a word that compares as a signed number in the order
 * of the sort, so that the kernels for two widths do for all types, directions and ranges of bits.
 */
final class SegmentPlan implements AutoCloseable {
    /** Longest segment of plans for short segments: fewer merges are compiled for them. */
    private static final int SHORT = 1 << 11;
    /** Number of keys that a thread of the host makes words of at a time. */
    private static final int BATCH = HostPolicy.TILE;

    private final SortDevice device;
    private final DeviceArrays arrays;
    private final TornadoNativeArray words;
    private final IntArray offsets;
    private final IntArray count;
    private final IntArray order;
    private final SegmentedSortStage stage;
    private final TornadoExecutionPlan plan;

    /**
     * The sorts that share a plan.
     *
     * @param bytes bytes of a word
     * @param keys maximum number of keys
     * @param segments maximum number of segments
     * @param longest maximum length of a segment
     */
    record Shape(int bytes, int keys, int segments, int longest) {
        /** Smallest number of keys of a plan if memory is short. */
        static final int FEWEST = 1 << 8;

        private static final int MOST = 1 << 29;

        /** Returns the shape for n keys in some segments. */
        static Shape of(SortDevice device, KeyType type, int n, int segments, int longest) {
            int keys = (int) Math.max(n, Math.min(PlanCache.capacity(n), mostKeys(device, type)));
            return new Shape(
                    bytes(type), keys, mostSegments(keys, segments), longest <= SHORT ? SHORT : keys);
        }

        /** Returns the maximum number of segments of a plan: one of three, so that few plans are compiled. */
        private static int mostSegments(int keys, int segments) {
            return segments <= keys / 1024 ? keys / 1024 : segments <= keys / 16 ? keys / 16 : keys;
        }

        /** Returns the maximum number of keys of a plan, which takes at most an eighth of the device's memory. */
        static int mostKeys(SortDevice device, KeyType type) {
            int bytesPerKey = 3 * (bytes(type) + Integer.BYTES);
            return Math.clamp(device.memoryBytes() / 8 / bytesPerKey, FEWEST, MOST);
        }

        private static int bytes(KeyType type) {
            return Math.max(type.bytes(), Integer.BYTES);
        }
    }

    /** Builds the graph, which is compiled when it first runs. */
    SegmentPlan(SortDevice device, Shape shape) {
        this.device = device;
        this.arrays = DeviceArrays.on(device);
        try {
            this.words = arrays.words(shape.bytes(), shape.keys());
            this.offsets = arrays.ints(shape.segments() + 1);
            this.count = arrays.ints(1);
            this.order = arrays.ints(shape.keys());
            this.stage = SegmentedSortStage.builder("segments")
                    .device(device)
                    .keys(words, arrays.words(shape.bytes(), shape.keys()))
                    .offsets(offsets)
                    .segments(count)
                    .longest(shape.longest())
                    .order(order)
                    .toHost(order)
                    .build();
            ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
            this.plan = new TornadoExecutionPlan(graphs);
            plan.withDevice(device.tornado());
            stage.scheduleOn(plan, graphs, new GridScheduler());
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    /**
     * Copies keys and segments to the plan's arrays.
     *
     * @param from the memory of the keys
     * @param starts the start of each segment, followed by the end of the last one
     */
    void load(OrderedKeys keys, MemorySegment from, int[] starts, int segments) {
        count.set(0, segments);
        MemorySegment.copy(starts, 0, offsets.getSegment(), Layouts.INT, 0, segments + 1);
        MemorySegment to = words.getSegment();
        int width = words.getElementSize();
        Copy.loop(keys.size(), width, (begin, end) -> {
            int[] ints = new int[BATCH];
            long[] longs = new long[BATCH];
            for (long first = begin; first < end; first += BATCH) {
                int n = (int) Math.min(BATCH, end - first);
                if (width == Long.BYTES) {
                    keys.read(first, n, longs, 0);
                    MemorySegment.copy(longs, 0, to, Layouts.LONG, width * first, n);
                } else {
                    keys.read(first, n, ints, 0);
                    MemorySegment.copy(ints, 0, to, Layouts.INT, width * first, n);
                }
            }
        }, from).run();
    }

    /** Returns the offsets, which the kernels read. */
    IntArray offsets() {
        return offsets;
    }

    /**
     * Sorts the segments of n keys, copies their order to the host, and sets the times of the statistics. TornadoVM does not say how long a
     * copy to the host takes: it is what is left of the execution.
     */
    void run(int n, boolean timed, long loadNanos, SortStats.Builder stats) {
        if (timed) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        long start = System.nanoTime();
        TornadoExecutionResult result = DriverCalls.call(() -> stage.run(plan, 0, n));
        long nanos = System.nanoTime() - start;
        if (timed) {
            TornadoProfilerResult profile = result.getProfilerResult();
            long before = profile.getDeviceWriteTime() + profile.getDeviceKernelTime() + profile.getCompileTime();
            stats.copies(loadNanos + profile.getDeviceWriteTime(), Math.max(0, nanos - before))
                    .kernels(profile.getDeviceKernelTime(), profile.getCompileTime());
        } else {
            stats.copies(loadNanos, 0).kernels(nanos, 0);
        }
    }

    /** Returns the indices of the n keys, each segment's in sorted order, as ints. */
    MemorySegment order(int n) {
        return order.getSegment().asSlice(0, (long) Integer.BYTES * n);
    }

    /** Frees the memory on the device. */
    @Override
    public void close() {
        try {
            DriverCalls.free(Backend.of(device)::beforeFreeing);
            DriverCalls.close(plan);
        } finally {
            stage.close();
            arrays.release();
        }
    }
}
