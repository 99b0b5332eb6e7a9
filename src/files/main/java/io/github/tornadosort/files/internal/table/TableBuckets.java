package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.buckets.Bucket;
import io.github.tornadosort.files.internal.buckets.Splitters;
import io.github.tornadosort.files.internal.buckets.Splitters.Sample;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/** Distributes the rows of a table with their keys among buckets: no key of a bucket is less than one of an earlier bucket. */
public final class TableBuckets {
    /** The size of the smallest table that is split. */
    private static final long MIN_SPLIT = 1 << 20;
    /**
     * Binary logarithm of the most bytes that a bucket is to have. Rows, keys and their offsets are written to four pages of each
     * bucket, for which the processor's table of addresses has room if there are few buckets. (10^7 rows of 366 MB: 512 buckets
     * take 4.6 to 5.0 s of processor time, 2,048 take 5.3 to 6.2.)
     */
    private static final int LOG_OF_BYTES = 21;
    /** Room for one more offset per bucket in an array of offsets. */
    private static final int MAX_ROWS = Integer.MAX_VALUE - (1 << 12);
    /** Bytes of a key of the sample that are compared at most. */
    private static final int MAX_SAMPLE = 1 << 12;
    /** Bytes per row in addition to copies of rows and keys: two offsets, and a bucket. */
    private static final int BYTES_PER_ROW = 2 * Integer.BYTES + Short.BYTES;

    private static final int PARTS_PER_THREAD = 4;
    /** Rows that are read by one call: a method that is called often is compiled soon, and only once. */
    private static final int TILE = 1 << 8;

    private final KeyedRows table;
    private final Splitters splitters;
    private final Part[] parts;
    /** The first row, key and offset of each bucket, followed by the end of the last one. */
    private final long[] rowBegins;
    private final long[] keyBegins;
    private final int[] firsts;

    private TableBuckets(KeyedRows table, Splitters splitters) {
        this.table = table;
        this.splitters = splitters;
        this.parts = new Part[PARTS_PER_THREAD * Loop.threads(Integer.MAX_VALUE)];
        this.rowBegins = new long[splitters.buckets() + 1];
        this.keyBegins = new long[splitters.buckets() + 1];
        this.firsts = new int[splitters.buckets() + 1];
    }

    /**
     * Copies the rows of a long table to buckets. Their sorted rows take the memory of the rows of the table.
     *
     * @param limit memory for the copies in bytes
     * @param memory allocates memory that all threads can access
     * @return null if the table is short, few keys differ in their first bytes, or the limit is too low
     */
    public static List<Bucket> of(KeyedRows table, long limit, SegmentAllocator memory) {
        long size = rowBytes(table) + keyBytes(table);
        boolean fits = table.count() <= MAX_ROWS && size + (long) BYTES_PER_ROW * table.count() <= limit;
        Splitters splitters = fits && size >= MIN_SPLIT
                ? Splitters.of(table.keys().buffer(), sample(table, size), size >> LOG_OF_BYTES)
                : null;
        if (splitters == null) {
            return null;
        }
        TableBuckets buckets = new TableBuckets(table, splitters);
        return buckets.count() ? buckets.copy(memory) : null;
    }

    private static long rowBytes(KeyedRows table) {
        return table.end() - table.rows().offset(0);
    }

    private static long keyBytes(KeyedRows table) {
        return table.keys().offset(table.count());
    }

    private static Sample sample(KeyedRows table, long size) {
        int count = Math.min(Sample.wanted(size >> LOG_OF_BYTES), table.count());
        long[] starts = new long[count];
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            long row = ParallelRanges.start(table.count(), count, i);
            starts[i] = table.keys().offset(row);
            ends[i] = starts[i] + Math.min(MAX_SAMPLE, table.keys().length(row));
        }
        return new Sample(starts, ends, count);
    }

    /** Chooses the bucket of each row, and returns whether offsets in all buckets are ints. */
    private boolean count() {
        ParallelRanges.each(parts.length, part -> {
            parts[part] = new Part(
                    (int) ParallelRanges.start(table.count(), parts.length, part),
                    (int) ParallelRanges.start(table.count(), parts.length, part + 1));
            parts[part].classify();
        }, table.keys().buffer());
        rowBegins[0] = table.rows().offset(0);
        boolean areInts = true;
        for (int bucket = 0; bucket < splitters.buckets(); bucket++) {
            long row = rowBegins[bucket];
            long key = keyBegins[bucket];
            int index = firsts[bucket];
            for (Part part : parts) {
                row += part.rowBytes[bucket];
                part.rowBytes[bucket] = row - part.rowBytes[bucket];
                key += part.keyBytes[bucket];
                part.keyBytes[bucket] = key - part.keyBytes[bucket];
                index += part.rows[bucket];
                part.rows[bucket] = index - part.rows[bucket];
            }
            rowBegins[bucket + 1] = row;
            keyBegins[bucket + 1] = key;
            firsts[bucket + 1] = index + 1;
            areInts &= Math.max(row - rowBegins[bucket], key - keyBegins[bucket]) <= Integer.MAX_VALUE - RowBytes.SLACK;
        }
        return areInts;
    }

    private List<Bucket> copy(SegmentAllocator memory) {
        long begin = rowBegins[0];
        Copies copies = new Copies(
                memory.allocate(rowBytes(table) + RowBytes.SLACK, Long.BYTES), new int[firsts[firsts.length - 1]],
                memory.allocate(keyBytes(table) + RowBytes.SLACK, Long.BYTES), new int[firsts[firsts.length - 1]]);
        ParallelRanges.each(parts.length, part -> parts[part].copy(copies), table.rows().buffer(), copies.rows);
        List<Bucket> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < splitters.buckets(); bucket++) {
            long rowBytes = rowBegins[bucket + 1] - rowBegins[bucket];
            long keyBytes = keyBegins[bucket + 1] - keyBegins[bucket];
            int from = firsts[bucket];
            int end = firsts[bucket + 1];
            if (end - from > 1) {
                copies.rowOffsets[end - 1] = (int) rowBytes;
                copies.keyOffsets[end - 1] = (int) keyBytes;
                buckets.add(new Records(
                        slice(copies.rows, rowBegins[bucket] - begin, rowBytes, copies.rowOffsets, from, end),
                        slice(copies.keys, keyBegins[bucket], keyBytes, copies.keyOffsets, from, end),
                        table.rows().buffer().asSlice(rowBegins[bucket], rowBytes)));
            }
        }
        return buckets;
    }

    private static RowBytes slice(MemorySegment copies, long begin, long bytes, int[] offsets, int from, int end) {
        return new RowBytes(copies.asSlice(begin, bytes + RowBytes.SLACK), new Column(
                MemorySegment.ofArray(offsets).asSlice((long) Integer.BYTES * from, (long) Integer.BYTES * (end - from)),
                KeyType.INT32));
    }

    /** Copies of rows and keys, bucket after bucket, and their offsets in their buckets. */
    private record Copies(MemorySegment rows, int[] rowOffsets, MemorySegment keys, int[] keyOffsets) {}

    /** Rows of a bucket with their keys. */
    private record Records(RowBytes bytes, RowBytes keys, MemorySegment target) implements Bucket, Bucket.Rows {
        @Override
        public Rows rows() {
            return this;
        }

        @Override
        public int endLength() {
            return 0;
        }
    }

    /** Rows that one thread reads, and then copies. */
    private final class Part {
        private final int from;
        private final int to;
        private final short[] buckets;
        /** The size of the rows and the keys and the number of rows for each bucket, and later where the next ones go. */
        private final long[] rowBytes = new long[splitters.buckets()];
        private final long[] keyBytes = new long[splitters.buckets()];
        private final int[] rows = new int[splitters.buckets()];

        private Part(int from, int to) {
            this.from = from;
            this.to = to;
            this.buckets = new short[to - from];
        }

        private void classify() {
            for (int first = from; first < to; first += TILE) {
                classify(first, Math.min(first + TILE, to));
            }
        }

        private void classify(int first, int end) {
            long rowEnd = table.rows().offset(first);
            long keyEnd = table.keys().offset(first);
            for (int row = first; row < end; row++) {
                long rowStart = rowEnd;
                long keyStart = keyEnd;
                rowEnd = table.rows().offset(row + 1L);
                keyEnd = table.keys().offset(row + 1L);
                int bucket = splitters.bucket(splitters.key(keyStart, keyEnd - keyStart));
                buckets[row - from] = (short) bucket;
                rowBytes[bucket] += rowEnd - rowStart;
                keyBytes[bucket] += keyEnd - keyStart;
                rows[bucket]++;
            }
        }

        private void copy(Copies copies) {
            for (int first = from; first < to; first += TILE) {
                copy(copies, first, Math.min(first + TILE, to));
            }
        }

        private void copy(Copies copies, int first, int end) {
            long begin = rowBegins[0];
            long rowEnd = table.rows().offset(first);
            long keyEnd = table.keys().offset(first);
            for (int row = first; row < end; row++) {
                long rowStart = rowEnd;
                long keyStart = keyEnd;
                rowEnd = table.rows().offset(row + 1L);
                keyEnd = table.keys().offset(row + 1L);
                int bucket = buckets[row - from];
                int index = rows[bucket]++;
                long at = rowBytes[bucket];
                RowBytes.copyExactly(table.rows().buffer(), rowStart, rowEnd - rowStart, copies.rows, at - begin);
                copies.rowOffsets[index] = (int) (at - rowBegins[bucket]);
                rowBytes[bucket] = at + rowEnd - rowStart;
                at = keyBytes[bucket];
                RowBytes.copyExactly(table.keys().buffer(), keyStart, keyEnd - keyStart, copies.keys, at);
                copies.keyOffsets[index] = (int) (at - keyBegins[bucket]);
                keyBytes[bucket] = at + keyEnd - keyStart;
            }
        }
    }
}
