package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Copy;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Stably sorts segments of keys and moves the rows of other columns with them: sorts packed rows, and then gathers one column
 * after the other from a copy.
 */
final class SegmentRows implements HostSegments.Sort {
    private final IndexedRows packed;
    private final int[] offsets;
    private final HostBuffers buffers;
    /** The keys, which are written last, and the other columns. */
    private final List<Column> columns;
    private final Worker[] workers;

    /** @param capacities for each thread, the maximum number of keys that it sorts at a time */
    SegmentRows(
            Column keys,
            SortOptions options,
            List<Column> others,
            int[] offsets,
            int segments,
            int[] capacities,
            HostBuffers buffers) {
        this.packed = new IndexedRows(new OrderedKeys(keys, options), keys.type().bytes() == Long.BYTES);
        this.offsets = offsets;
        this.buffers = buffers;
        this.columns = new ArrayList<>(others);
        columns.add(keys);
        int width = 0;
        for (Column column : columns) {
            width = Math.max(width, column.type().bytes());
        }
        int longest = SegmentKeys.areMany(offsets, segments, SegmentKeys.MAX_LONGS) ? SegmentKeys.MAX_LONGS : 0;
        this.workers = new Worker[capacities.length];
        for (int thread = 0; thread < workers.length; thread++) {
            int n = capacities[thread];
            workers[thread] = new Worker(
                    buffers.longs(n),
                    new ShortSegments64(longest, longest),
                    buffers.ints(n),
                    buffers.longs((int) Math.ceilDiv((long) n * width, Long.BYTES)),
                    buffers.ints(2 * Math.min(n, HostSegments.BATCH)));
        }
    }

    /**
     * The buffers of one thread.
     *
     * @param rows packed rows
     * @param sort sorts packed rows of short segments
     * @param order the rows' indices, relative to that of the first row
     * @param copy rows of one column
     * @param ints for short segments, rows of 32 bits of one column in sorted order, followed by a copy of them
     */
    private record Worker(long[] rows, ShortSegments64 sort, int[] order, long[] copy, int[] ints) {}

    @Override
    public void sort(int first, int end, int thread) {
        Worker worker = workers[thread];
        int begin = offsets[first];
        int n = offsets[end] - begin;
        packed.pack(begin, n, worker.rows, columns.getLast().segment());
        sortRows(worker, first, end);
        for (int i = 0; i < n; i++) {
            worker.order[i] = IndexedRows.index(worker.rows[i]) - begin;
        }
        for (Column column : columns) {
            move(column.range(begin, begin + n), worker);
        }
    }

    /**
     * Moves the rows of one column. Rows of 32 or 64 bits of short segments are moved in arrays: until the JIT compiler has optimized
     * them for all kinds of memory segments, loops over memory segments take many times as long as loops over arrays.
     */
    private static void move(Column column, Worker worker) {
        int n = (int) column.size();
        int width = column.type().bytes();
        MemorySegment rows = column.segment();
        if (n <= HostSegments.BATCH && width == Integer.BYTES) {
            MemorySegment.copy(rows, Layouts.INT, 0, worker.ints, n, n);
            for (int i = 0; i < n; i++) {
                worker.ints[i] = worker.ints[n + worker.order[i]];
            }
            MemorySegment.copy(worker.ints, 0, rows, Layouts.INT, 0, n);
        } else if (n <= HostSegments.BATCH && width == Long.BYTES) {
            MemorySegment.copy(rows, Layouts.LONG, 0, worker.copy, 0, n);
            for (int i = 0; i < n; i++) {
                worker.rows[i] = worker.copy[worker.order[i]];
            }
            MemorySegment.copy(worker.rows, 0, rows, Layouts.LONG, 0, n);
        } else {
            MemorySegment order = MemorySegment.ofArray(worker.order).asSlice(0, (long) Integer.BYTES * n);
            MemorySegment copy = MemorySegment.ofArray(worker.copy).asSlice(0, rows.byteSize());
            Copy.bytes(rows, copy);
            Gather.rows(copy, order, rows, width);
        }
    }

    /** Sorts the packed rows of each segment. No two of them are equal, so any sort is stable. */
    private void sortRows(Worker worker, int first, int end) {
        int begin = offsets[first];
        if (first + 1 == end) {
            packed.sort(worker.rows, 0, offsets[end] - begin, buffers);
            return;
        }
        worker.sort.sort(worker.rows, offsets, -begin, first, end);
        for (int segment = first; segment < end; segment++) {
            packed.sortTies(worker.rows, offsets[segment] - begin, offsets[segment + 1] - begin, buffers);
        }
    }

    @Override
    public int batch() {
        return HostSegments.BATCH;
    }

    @Override
    public void sortLong(int segment) {
        sort(segment, segment + 1, 0);
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
