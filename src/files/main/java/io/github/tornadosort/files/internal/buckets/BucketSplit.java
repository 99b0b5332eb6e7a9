package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.buckets.Splitters.Sample;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Distributes rows with their keys among buckets: no key of a bucket is less than one of an earlier bucket, and rows of a bucket
 * keep their order. Most buckets are so short that they are sorted in the cache of a core.
 */
public final class BucketSplit {
    /**
     * Binary logarithm of the most bytes that a bucket of rows with keys is to have. Rows, keys and their offsets are written to
     * four pages of each bucket, for which the processor's table of addresses has room if there are few buckets. (10^7 rows of
     * 366 MB: 512 buckets take 4.6 to 5.0 s of processor time, 2,048 take 5.3 to 6.2.)
     */
    private static final int LOG_OF_KEYED_BYTES = 21;
    /** The same for rows without keys: a core's second-level cache has room for the sort of a bucket. */
    private static final int LOG_OF_BYTES = 17;
    /** The size of the fewest rows that are split. */
    private static final long MIN_SPLIT = 1 << 20;
    /** Keys with common beginnings may have to be split again, but not without end. */
    private static final int MAX_LEVELS = 4;
    /** Room for one more offset per bucket in an array of offsets. */
    private static final int MAX_ROWS = Integer.MAX_VALUE - (1 << 12);
    /** Bytes of a key of the sample that are compared at most. */
    private static final int MAX_SAMPLE = 1 << 12;
    private static final int PARTS_PER_THREAD = 4;
    /** Rows that are read by one call: a method that is called often is compiled soon, and only once. */
    private static final int TILE = 1 << 8;
    /** Bytes per row that a split needs: two offsets, and a bucket. */
    public static final int BYTES_PER_ROW = 2 * Integer.BYTES + Short.BYTES;

    private final Bucket all;
    private final Splitters splitters;
    private final Copies rows;
    /** The copies of the keys, or null if the rows are the keys. */
    private final Copies keys;
    private final Part[] parts = new Part[PARTS_PER_THREAD * Loop.threads(Integer.MAX_VALUE)];
    /** The index of the first offset of each bucket, followed by the number of all offsets. */
    private final int[] firsts;

    /**
     * Returns the buckets in ascending order.
     *
     * @param all the rows. Their memory and the targets, which need {@link RowBytes#SLACK} more bytes, are overwritten.
     * @return one bucket if few rows differ in the bytes that are compared, or there are few rows
     */
    public static List<Bucket> of(Bucket all) {
        return of(all, Integer.MAX_VALUE - RowBytes.SLACK);
    }

    /** @param most the most bytes of the rows or the keys of a bucket, whose offsets are ints */
    static List<Bucket> of(Bucket all, long most) {
        List<Bucket> buckets = new ArrayList<>();
        split(all, most, 0, buckets);
        return buckets;
    }

    private static void split(Bucket all, long most, int level, List<Bucket> buckets) {
        long size = all.size();
        boolean isLong =
                size >= (level == 0 ? MIN_SPLIT : Bucket.MAX_BYTES) && level < MAX_LEVELS && all.count() <= MAX_ROWS;
        long wanted = size >> (all.areRowsKeys() ? LOG_OF_BYTES : LOG_OF_KEYED_BYTES);
        Splitters splitters =
                isLong ? Splitters.of(all.keys().buffer(), sample(all.keys(), all.count(), wanted), wanted) : null;
        BucketSplit split = splitters == null ? null : new BucketSplit(all, splitters);
        if (split == null || !split.count(most)) {
            buckets.add(all);
            return;
        }
        for (Bucket bucket : split.copy()) {
            if (bucket.rows().size() > Bucket.MAX_BYTES) {
                split(bucket, most, level + 1, buckets);
            } else {
                buckets.add(bucket);
            }
        }
    }

    private static Sample sample(RowBytes keys, int rows, long buckets) {
        int count = Math.min(Sample.wanted(buckets), rows);
        long[] starts = new long[count];
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            long row = ParallelRanges.start(rows, count, i);
            starts[i] = keys.offset(row);
            ends[i] = starts[i] + Math.min(MAX_SAMPLE, keys.length(row));
        }
        return new Sample(starts, ends, count);
    }

    private BucketSplit(Bucket all, Splitters splitters) {
        this.all = all;
        this.splitters = splitters;
        this.rows = new Copies(all.rows(), all.target(), splitters.buckets());
        this.keys = all.areRowsKeys() ? null : new Copies(all.keys(), all.keyTarget(), splitters.buckets());
        this.firsts = new int[splitters.buckets() + 1];
    }

    /** Copies of rows or keys, bucket after bucket. */
    private static final class Copies {
        private final RowBytes source;
        private final MemorySegment target;
        /** The start of each bucket in the target, followed by the end of the last one. */
        private final long[] begins;
        /** The offsets of the copies in their buckets, for each bucket followed by its length. */
        private int[] offsets;

        private Copies(RowBytes source, MemorySegment target, int buckets) {
            this.source = source;
            this.target = target;
            this.begins = new long[buckets + 1];
        }

        /** Turns the sizes of a bucket in all parts into where each part begins; returns the size of the bucket. */
        private long place(int bucket, Part[] parts, Function<Part, long[]> sizes) {
            long at = begins[bucket];
            for (Part part : parts) {
                long size = sizes.apply(part)[bucket];
                sizes.apply(part)[bucket] = at;
                at += size;
            }
            begins[bucket + 1] = at;
            return at - begins[bucket];
        }

        private void copy(int row, long at, int index, int bucket) {
            long start = source.offset(row);
            RowBytes.copyExactly(source.buffer(), start, source.offset(row + 1L) - start, target, at);
            offsets[index] = (int) (at - begins[bucket]);
        }

        private RowBytes bucket(int bucket, int from, int end) {
            long size = begins[bucket + 1] - begins[bucket];
            offsets[end - 1] = (int) size;
            return new RowBytes(
                    target.asSlice(begins[bucket], size + RowBytes.SLACK), new Column(
                            MemorySegment.ofArray(offsets)
                                    .asSlice((long) Integer.BYTES * from, (long) Integer.BYTES * (end - from)),
                            KeyType.INT32));
        }

        /** Returns the memory of the source that a bucket may overwrite. */
        private MemorySegment spare(int bucket) {
            return source.buffer().asSlice(
                    source.offset(0) + begins[bucket], begins[bucket + 1] - begins[bucket] + RowBytes.SLACK);
        }
    }

    /** Chooses the bucket of each row, and returns whether no bucket has more than the most bytes. */
    private boolean count(long most) {
        ParallelRanges.each(parts.length, part -> {
            parts[part] = new Part(
                    (int) ParallelRanges.start(all.count(), parts.length, part),
                    (int) ParallelRanges.start(all.count(), parts.length, part + 1));
            parts[part].classify();
        }, all.keys().buffer());
        boolean fit = true;
        for (int bucket = 0; bucket < splitters.buckets(); bucket++) {
            int index = firsts[bucket];
            for (Part part : parts) {
                int count = part.rows[bucket];
                part.rows[bucket] = index;
                index += count;
            }
            firsts[bucket + 1] = index + 1;
            fit &= rows.place(bucket, parts, part -> part.rowBytes) <= most;
            if (keys != null) {
                fit &= keys.place(bucket, parts, part -> part.keyBytes) <= most;
            }
        }
        return fit;
    }

    private List<Bucket> copy() {
        rows.offsets = new int[firsts[firsts.length - 1]];
        if (keys != null) {
            keys.offsets = new int[rows.offsets.length];
        }
        ParallelRanges.each(parts.length, part -> parts[part].copy(), all.rows().buffer(), all.target());
        List<Bucket> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < splitters.buckets(); bucket++) {
            int from = firsts[bucket];
            int end = firsts[bucket + 1];
            if (end - from > 1) {
                RowBytes copies = rows.bucket(bucket, from, end);
                buckets.add(
                        keys == null
                                ? Bucket.ofRows(copies, all.endsMissing(), rows.spare(bucket))
                                : new Bucket(
                                        keys.bucket(bucket, from, end), copies, all.endsMissing(), rows.spare(bucket),
                                        keys.spare(bucket)));
            }
        }
        return buckets;
    }

    /** Rows that one thread reads, and then copies. */
    private final class Part {
        private final int from;
        private final int to;
        private final short[] buckets;
        /** The size of the rows and the keys and the number of rows for each bucket, and later where the next ones go. */
        private final long[] rowBytes = new long[splitters.buckets()];
        private final long[] keyBytes = new long[keys == null ? 0 : splitters.buckets()];
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
            RowBytes compared = all.keys();
            long[] sizes = keys == null ? rowBytes : keyBytes;
            long keyEnd = compared.offset(first);
            for (int row = first; row < end; row++) {
                long keyStart = keyEnd;
                keyEnd = compared.offset(row + 1L);
                int bucket = splitters.bucket(splitters.key(keyStart, keyEnd - keyStart));
                buckets[row - from] = (short) bucket;
                sizes[bucket] += keyEnd - keyStart;
                rows[bucket]++;
                if (keys != null) {
                    rowBytes[bucket] += all.rows().length(row);
                }
            }
        }

        private void copy() {
            for (int first = from; first < to; first += TILE) {
                copy(first, Math.min(first + TILE, to));
            }
        }

        private void copy(int first, int end) {
            for (int row = first; row < end; row++) {
                int bucket = buckets[row - from];
                int index = rows[bucket]++;
                BucketSplit.this.rows.copy(row, rowBytes[bucket], index, bucket);
                rowBytes[bucket] += all.rows().length(row);
                if (keys != null) {
                    keys.copy(row, keyBytes[bucket], index, bucket);
                    keyBytes[bucket] += all.keys().length(row);
                }
            }
        }
    }
}
