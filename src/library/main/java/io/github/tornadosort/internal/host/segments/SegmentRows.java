package io.github.tornadosort.internal.host.segments;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.keys.ShortSort;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.IndexedRows;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Stably sorts segments of keys and moves the rows of other columns with them: sorts packed rows, and then gathers one column
 * after the other into a copy. Once the constructor has allocated memory, no segment can fail between two columns.
 */
final class SegmentRows implements HostSegments.Sort {
    private final Order sortOrder;
    private final IndexedRows packed;
    private final int[] offsets;
    private final HostBuffers buffers;
    /** The keys, which are written last, and the other columns. */
    private final List<Column> columns;
    private final OrderedKeys[] bits;
    private final Worker[] workers;

    SegmentRows(HostSegments segments, Column keys, Order sortOrder, List<Column> others, HostBuffers buffers) {
        this.sortOrder = sortOrder;
        this.packed = new IndexedRows(new OrderedKeys(keys, sortOrder));
        this.offsets = segments.offsets();
        this.buffers = buffers;
        this.columns = new ArrayList<>(others);
        columns.add(keys);
        this.bits = columns.stream().map(OrderedKeys::ofBits).toArray(OrderedKeys[]::new);
        int[] capacities = segments.capacities(true);
        this.workers = new Worker[capacities.length];
        for (int thread = 0; thread < workers.length; thread++) {
            int n = capacities[thread];
            workers[thread] = new Worker(buffers.longs(n), buffers.ints(n), buffers.longs(n), buffers.ints(n));
        }
    }

    /**
     * The buffers of one thread.
     *
     * @param rows packed rows
     * @param order the rows' indices
     * @param orderSegment the same memory as {@code order}
     * @param copy rows of one column
     * @param copySegment the same memory as {@code copy}
     * @param ints overwritten by what is read and written
     */
    private record Worker(
            long[] rows,
            int[] order,
            MemorySegment orderSegment,
            long[] copy,
            MemorySegment copySegment,
            int[] ints) {
        private Worker(long[] rows, int[] order, long[] copy, int[] ints) {
            this(rows, order, MemorySegment.ofArray(order), copy, MemorySegment.ofArray(copy), ints);
        }
    }

    @Override
    public void sort(int first, int end, int thread) {
        Worker worker = workers[thread];
        int begin = offsets[first];
        int n = offsets[end] - begin;
        packed.pack(begin, n, worker.rows, worker.ints);
        sortRows(worker, first, end);
        for (int i = 0; i < n; i++) {
            worker.order[i] = IndexedRows.index(worker.rows[i]);
        }
        for (OrderedKeys column : bits) {
            column.read(begin, n, worker.copy, 0, worker.ints);
            for (int i = 0; i < n; i++) {
                worker.rows[i] = worker.copy[worker.order[i] - begin];
            }
            column.write(worker.rows, 0, n, begin, worker.ints);
        }
    }

    @Override
    public void sortLong(int segment) {
        Worker worker = workers[0];
        int begin = offsets[segment];
        int end = offsets[segment + 1];
        Loop[] moving = new Loop[2 * columns.size()];
        try {
            HostPairs.argsort(columns.getLast().range(begin, end), sortOrder, worker.order, buffers);
            for (int i = 0; i < columns.size(); i++) {
                MemorySegment rows = columns.get(i).range(begin, end).segment();
                int width = columns.get(i).type().bytes();
                moving[2 * i] = ParallelRanges.loop(end - begin,
                        (from, to) -> Gather.rows(rows, worker.orderSegment, worker.copySegment, width, from, to), rows);
                moving[2 * i + 1] = Copy.loop(worker.copySegment.asSlice(0, rows.byteSize()), rows);
            }
        } catch (OutOfMemoryError e) {
            // This sort allocates nothing.
            sort(segment, segment + 1, 0);
            return;
        }
        Loop.store(moving);
    }

    /** Sorts the packed rows of each segment. No two of them are equal, so any sort is stable. */
    private void sortRows(Worker worker, int first, int end) {
        int begin = offsets[first];
        if (first + 1 == end) {
            packed.sort(worker.rows, 0, offsets[end] - begin, buffers);
            return;
        }
        ShortSort.sortEach(worker.rows, offsets, -begin, first, end);
        for (int segment = first; segment < end; segment++) {
            packed.sortTies(worker.rows, offsets[segment] - begin, offsets[segment + 1] - begin, buffers);
        }
    }

    @Override
    public MemorySegment[] accessed() {
        MemorySegment[] accessed = new MemorySegment[columns.size()];
        for (int i = 0; i < accessed.length; i++) {
            accessed[i] = columns.get(i).segment();
        }
        return accessed;
    }

    @Override
    public void release() {
        for (Worker worker : workers) {
            buffers.release(worker.rows);
            buffers.release(worker.order);
            buffers.release(worker.copy);
            buffers.release(worker.ints);
        }
    }
}
