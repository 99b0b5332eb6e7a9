package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
            Column keys, SortOptions options, List<Column> others, int[] offsets, int[] capacities, HostBuffers buffers) {
        this.packed = new IndexedRows(new OrderedKeys(keys, options), keys.type().bytes() == Long.BYTES);
        this.offsets = offsets;
        this.buffers = buffers;
        this.columns = Stream.concat(others.stream(), Stream.of(keys)).toList();
        int width = columns.stream().mapToInt(column -> column.type().bytes()).max().orElseThrow();
        this.workers = IntStream.of(capacities)
                .mapToObj(n -> new Worker(
                        buffers.longs(n), buffers.ints(n), buffers.longs((int) Math.ceilDiv((long) n * width, Long.BYTES))))
                .toArray(Worker[]::new);
    }

    /**
     * The buffers of one thread.
     *
     * @param rows packed rows
     * @param order the rows' indices, relative to that of the first row
     * @param copy rows of one column
     */
    private record Worker(long[] rows, int[] order, long[] copy) {}

    @Override
    public void sort(int first, int end, int thread) {
        Worker worker = workers[thread];
        int begin = offsets[first];
        int n = offsets[end] - begin;
        packed.pack(begin, n, worker.rows, columns.getLast().segment());
        for (int segment = first; segment < end; segment++) {
            packed.sort(
                    worker.rows, offsets[segment] - begin, offsets[segment + 1] - begin, buffers);
        }
        for (int i = 0; i < n; i++) {
            worker.order[i] = IndexedRows.index(worker.rows[i]) - begin;
        }
        MemorySegment order = MemorySegment.ofArray(worker.order).asSlice(0, (long) Integer.BYTES * n);
        for (Column column : columns) {
            MemorySegment rows = column.range(begin, begin + n).segment();
            MemorySegment copy = MemorySegment.ofArray(worker.copy).asSlice(0, rows.byteSize());
            Copy.bytes(rows, copy);
            Gather.rows(copy, order, rows, column.type().bytes());
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
        return columns.stream().map(Column::segment).toArray(MemorySegment[]::new);
    }

    @Override
    public void release() {
        for (Worker worker : workers) {
            buffers.release(worker.rows);
            buffers.release(worker.order);
            buffers.release(worker.copy);
        }
    }
}
