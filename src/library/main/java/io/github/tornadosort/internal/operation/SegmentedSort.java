package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.segments.HostSegments;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.operation.SegmentPlan.Shape;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.MismatchException;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;

/**
 * Sorts segments of a column on a device: it finds the order of the keys in chunks of whole segments, and the host moves the rows. A
 * segment that is alone in its chunk is sorted as a column. The result of each plan's first sort is checked, and that of any sort whose
 * options ask for it; if one is wrong, the host sorts segments from then on. Not thread-safe.
 */
public final class SegmentedSort implements AutoCloseable {
    /** Number of plans that are kept. Each takes at most an eighth of the device's memory. */
    private static final int PLANS = 4;

    private final SortDevice device;
    private final ColumnSorter columns;
    private final Scratch scratch;
    private final Checkpoint checkpoint;
    /** The least recently used plan first. */
    private final Map<Shape, SegmentPlan> plans = new LinkedHashMap<>(PLANS, 0.75f, true);
    /** The shapes of the plans whose first result was checked. */
    private final Set<Shape> tested = new HashSet<>();
    private volatile boolean isWrong;

    /**
     * Makes a sort without plans.
     *
     * @param columns sorts long segments
     * @param scratch memory for indices and for columns in sorted order
     * @param checkpoint called before each execution on the device, and before its result is used
     */
    SegmentedSort(SortDevice device, ColumnSorter columns, Scratch scratch, Checkpoint checkpoint) {
        this.device = device;
        this.columns = columns;
        this.scratch = scratch;
        this.checkpoint = checkpoint;
    }

    /**
     * Sorts the keys of each segment in place, and moves the rows of the other columns with them.
     *
     * @param offsets the start of each segment, followed by the end of the last segment
     * @param others columns with one row per key
     */
    public SortStats sort(Column keys, int[] offsets, SortOptions options, List<Column> others) {
        int begin = offsets[0];
        int end = offsets[offsets.length - 1];
        MemorySegment order = scratch.bytes((long) Integer.BYTES * (end - begin));
        SortStats stats = order(keys, offsets, options, order);
        List<Column> moved = new ArrayList<>(List.of(keys.range(begin, end)));
        others.forEach(other -> moved.add(other.range(begin, end)));
        Gather.inPlace(moved, order, scratch);
        return stats;
    }

    /**
     * Finds the order of the keys of each segment. The keys are not changed.
     *
     * @param offsets the start of each segment, followed by the end of the last segment
     * @param order receives the index of each key, as an int, relative to the start of the first segment
     */
    SortStats order(Column keys, int[] offsets, SortOptions options, MemorySegment order) {
        if (isWrong) {
            return orderOnHost(keys, offsets, options, order, 0);
        }
        try {
            return orderOnDevice(keys, offsets, options, order);
        } catch (MismatchException e) {
            isWrong = true;
            LoggerFactory.getLogger(SegmentedSort.class)
                    .error("Device {} sorted segments incorrectly, so the host sorts them from now on: {}", device,
                            e.getMessage());
            return orderOnHost(keys, offsets, options, order, 1);
        }
    }

    private SortStats orderOnHost(Column keys, int[] offsets, SortOptions options, MemorySegment order, int mismatches) {
        int end = offsets[offsets.length - 1];
        Column copy = new Column(scratch.bytes((long) keys.type().bytes() * end), keys.type());
        Copy.bytes(keys.range(0, end).segment(), copy.segment());
        Column rows = new Column(scratch.bytes((long) Integer.BYTES * end), KeyType.INT32);
        ParallelRanges.ranges(end, (from, to) -> {
            for (long i = from; i < to; i++) {
                rows.segment().set(Layouts.INT, Integer.BYTES * i, (int) i - offsets[0]);
            }
        });
        HostSegments.sort(copy, offsets, offsets.length - 1, options, List.of(rows), new HostBuffers());
        Copy.bytes(rows.range(offsets[0], end).segment(), order);
        return SortStats.builder(end - offsets[0])
                .verified(mismatches, mismatches)
                .ran(SortStats.Reason.DEVICE_WRONG, device.toString())
                .chunks(1)
                .build();
    }

    /**
     * If memory is too short for a chunk, plans are freed, and further chunks have half of its keys at most. If the options name an
     * algorithm, each segment is a chunk.
     */
    private SortStats orderOnDevice(Column keys, int[] offsets, SortOptions options, MemorySegment order) {
        int most = options.algorithm() == Algorithm.AUTO ? Shape.mostKeys(device, keys.type()) : 0;
        SortStats stats = SortStats.idle(0);
        for (int first = 0; first < offsets.length - 1;) {
            Chunk chunk = Chunk.of(offsets, first, most);
            try {
                Column part = keys.range(chunk.begin(), chunk.begin() + chunk.n());
                int at = chunk.begin() - offsets[0];
                MemorySegment to = order.asSlice((long) Integer.BYTES * at, (long) Integer.BYTES * chunk.n());
                stats = stats.plus(order(part, chunk, options, at, to));
                first = chunk.end();
            } catch (TornadoOutOfMemoryException | OutOfMemoryError e) {
                if (chunk.count() <= 1 || chunk.n() <= Shape.FEWEST) {
                    throw e;
                }
                most = Math.max(chunk.n() / 2, Shape.FEWEST);
                columns.close();
            }
        }
        return stats;
    }

    /**
     * Segments that are sorted together.
     *
     * @param end index of the first segment after them
     * @param begin index of their first key
     * @param n number of keys
     * @param starts the start of each segment that is not empty, followed by the end of the last one, relative to the first key
     * @param count number of segments that are not empty
     * @param longest length of the longest one
     */
    private record Chunk(int end, int begin, int n, int[] starts, int count, int longest) {
        /** Returns as many segments from a first one on as have at most the given number of keys, but at least one. */
        private static Chunk of(int[] offsets, int first, int most) {
            int begin = offsets[first];
            int last = (int) Math.min((long) begin + most, Integer.MAX_VALUE);
            int found = Arrays.binarySearch(offsets, first + 1, offsets.length, last);
            int end = Math.max(first + 1, found >= 0 ? found : -found - 2);
            int[] starts = HostMemory.ints(end - first + 1);
            int count = 0;
            int longest = 0;
            for (int i = first; i < end; i++) {
                int length = offsets[i + 1] - offsets[i];
                starts[count] = offsets[i] - begin;
                count += length == 0 ? 0 : 1;
                longest = Math.max(longest, length);
            }
            starts[count] = offsets[end] - begin;
            return new Chunk(end, begin, offsets[end] - begin, starts, count, longest);
        }
    }

    private SortStats order(Column keys, Chunk chunk, SortOptions options, int at, MemorySegment to) {
        if (chunk.count() > 1) {
            return orderByPlan(keys, chunk, options, at, to);
        }
        if (chunk.n() == 0) {
            return SortStats.idle(0);
        }
        SortedIndices sorted = columns.argsort(keys, options);
        store(MemorySegment.ofArray(sorted.indices()), at, to);
        return sorted.stats();
    }

    private SortStats orderByPlan(Column keys, Chunk chunk, SortOptions options, int at, MemorySegment to) {
        int n = chunk.n();
        Shape shape = Shape.of(device, keys.type(), n, chunk.count(), chunk.longest());
        OrderedKeys words = new OrderedKeys(keys, options);
        SortStats.Builder stats = SortStats.builder(n)
                .verified(options.verified() ? 1 : 0, 0)
                .ran(SortStats.Reason.DEVICE, device.toString())
                .chunks(1);
        DriverCalls.closingOnFailure(this::close, () -> {
            SegmentPlan plan = plan(shape);
            long start = System.nanoTime();
            plan.load(words, keys.segment(), chunk.starts(), chunk.count());
            long loadNanos = System.nanoTime() - start;
            checkpoint.check(plan.offsets());
            plan.run(n, options.timed(), loadNanos, stats);
            checkpoint.check(plan.offsets());
            if (options.verified() || tested.add(shape)) {
                requireSorted(words, chunk, plan.order(n));
            }
            store(plan.order(n), at, to);
            return plan;
        });
        return stats.build();
    }

    private SegmentPlan plan(Shape shape) {
        SegmentPlan plan = plans.get(shape);
        if (plan == null) {
            if (plans.size() == PLANS) {
                closeOldest();
            }
            plan = new SegmentPlan(device, shape);
            plans.put(shape, plan);
        }
        return plan;
    }

    private static void store(MemorySegment indices, int at, MemorySegment to) {
        ParallelRanges.ranges(to.byteSize() / Integer.BYTES, (from, end) -> {
            for (long i = from; i < end; i++) {
                to.set(Layouts.INT, Integer.BYTES * i, indices.get(Layouts.INT, Integer.BYTES * i) + at);
            }
        }, to);
    }

    /**
     * Checks a result against its definition: the indices of a segment are its own, and each key is greater than the one before, or
     * equal and after it. So none is there twice.
     *
     * @throws MismatchException if it is wrong
     */
    private static void requireSorted(OrderedKeys keys, Chunk chunk, MemorySegment order) {
        AtomicBoolean wrong = new AtomicBoolean();
        ParallelRanges.ranges(chunk.count(), (from, to) -> {
            for (int segment = (int) from; segment < to; segment++) {
                int begin = chunk.starts()[segment];
                int end = chunk.starts()[segment + 1];
                long previousKey = OrderedKeys.SMALLEST;
                int previous = -1;
                for (int i = begin; i < end; i++) {
                    int index = order.get(Layouts.INT, (long) Integer.BYTES * i);
                    if (index < begin || index >= end) {
                        wrong.set(true);
                        return;
                    }
                    long key = keys.at(index);
                    if (key < previousKey || key == previousKey && index <= previous) {
                        wrong.set(true);
                        return;
                    }
                    previousKey = key;
                    previous = index;
                }
            }
        }, order);
        if (wrong.get()) {
            throw new MismatchException("segments that are not sorted");
        }
    }

    /** Returns the number of results of the device that were wrong. */
    int mismatches() {
        return isWrong ? 1 : 0;
    }

    private void closeOldest() {
        Shape oldest = plans.keySet().iterator().next();
        tested.remove(oldest);
        plans.remove(oldest).close();
    }

    /** Frees the memory of all plans. The next sort compiles its kernels again. */
    @Override
    public void close() {
        while (!plans.isEmpty()) {
            closeOldest();
        }
    }
}
