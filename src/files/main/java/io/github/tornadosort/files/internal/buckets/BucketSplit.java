package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Distributes lines among buckets: no line of a bucket is less than one of an earlier bucket, and lines of a bucket keep their
 * order. Most buckets are so short that they are sorted in the cache of a core: words are sorted in half of the time that a sort
 * of all of them takes, log lines in 0.8 of it.
 */
final class BucketSplit {
    /** Length of the longest bucket that one core sorts. */
    static final long MAX_BYTES = 1 << 21;
    /** Binary logarithm of the wanted size of a bucket: a core's second-level cache has room for its sort. */
    private static final int LOG_OF_BYTES = 17;
    /** The size of the fewest lines that are split. */
    private static final long MIN_SPLIT = 1 << 20;
    /** Lines with common beginnings may have to be split again, but not without end. */
    private static final int MAX_LEVELS = 4;
    /** Room for one more offset per bucket in an array of offsets. */
    private static final int MAX_ROWS = Integer.MAX_VALUE - (1 << 12);
    /** Lines that are read by one call: a method that is called often is compiled soon, and only once. */
    private static final int TILE = 1 << 8;

    private final RowBytes lines;
    private final MemorySegment target;
    private final Splitters splitters;
    private final Part[] parts = new Part[Loop.PARTS_PER_THREAD * Loop.threads(Integer.MAX_VALUE)];
    /** The start of each bucket in the target, followed by the end of the last one. */
    private final long[] begins;
    /** The index of the first offset of each bucket, followed by the number of all offsets. */
    private final int[] firsts;
    /** The offsets of the lines in their buckets, for each bucket followed by its length. */
    private int[] offsets;

    /**
     * Lines that are sorted together.
     *
     * @param lines the lines with their ends
     * @param target memory for the sorted lines, and {@link RowBytes#SLACK} more bytes
     */
    record Bucket(RowBytes lines, MemorySegment target) {
        int count() {
            return Math.toIntExact(lines.offsets().size() - 1);
        }
    }

    /**
     * Returns the buckets in ascending order.
     *
     * @param all the lines. Their memory and the target are overwritten.
     * @param most the most bytes of a bucket, whose offsets are ints
     * @return one bucket if few lines differ in the bytes that are compared, or there are few lines
     */
    static List<Bucket> of(Bucket all, long most) {
        List<Bucket> buckets = new ArrayList<>();
        split(all, most, 0, buckets);
        return buckets;
    }

    private static void split(Bucket all, long most, int level, List<Bucket> buckets) {
        long size = all.lines.size();
        boolean isLong = size >= (level == 0 ? MIN_SPLIT : MAX_BYTES) && level < MAX_LEVELS && all.count() <= MAX_ROWS;
        Splitters splitters = isLong ? Splitters.of(all.lines, size >> LOG_OF_BYTES) : null;
        BucketSplit split = splitters == null ? null : new BucketSplit(all, splitters);
        if (split == null || !split.count(most)) {
            buckets.add(all);
            return;
        }
        for (Bucket bucket : split.copy()) {
            if (bucket.lines.size() > MAX_BYTES) {
                split(bucket, most, level + 1, buckets);
            } else {
                buckets.add(bucket);
            }
        }
    }

    private BucketSplit(Bucket all, Splitters splitters) {
        this.lines = all.lines;
        this.target = all.target;
        this.splitters = splitters;
        this.begins = new long[splitters.buckets() + 1];
        this.firsts = new int[splitters.buckets() + 1];
    }

    /** Chooses the bucket of each line, and returns whether no bucket has more than the most bytes. */
    private boolean count(long most) {
        int count = Math.toIntExact(lines.offsets().size() - 1);
        ParallelRanges.each(parts.length, part -> {
            parts[part] = new Part(
                    (int) ParallelRanges.start(count, parts.length, part),
                    (int) ParallelRanges.start(count, parts.length, part + 1));
            parts[part].classify();
        }, lines.buffer());
        boolean fit = true;
        for (int bucket = 0; bucket < splitters.buckets(); bucket++) {
            int index = firsts[bucket];
            long at = begins[bucket];
            for (Part part : parts) {
                int number = part.counts[bucket];
                long size = part.sizes[bucket];
                part.counts[bucket] = index;
                part.sizes[bucket] = at;
                index += number;
                at += size;
            }
            firsts[bucket + 1] = index + 1;
            begins[bucket + 1] = at;
            fit &= at - begins[bucket] <= most;
        }
        return fit;
    }

    private List<Bucket> copy() {
        offsets = new int[firsts[firsts.length - 1]];
        ParallelRanges.each(parts.length, part -> parts[part].copy(), lines.buffer(), target);
        List<Bucket> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < splitters.buckets(); bucket++) {
            int from = firsts[bucket];
            int end = firsts[bucket + 1];
            if (end - from > 1) {
                long size = begins[bucket + 1] - begins[bucket];
                offsets[end - 1] = (int) size;
                Column ofBucket = new Column(MemorySegment.ofArray(offsets)
                        .asSlice((long) Integer.BYTES * from, (long) Integer.BYTES * (end - from)), KeyType.INT32);
                buckets.add(new Bucket(
                        new RowBytes(target.asSlice(begins[bucket], size + RowBytes.SLACK), ofBucket),
                        lines.buffer().asSlice(lines.offset(0) + begins[bucket], size + RowBytes.SLACK)));
            }
        }
        return buckets;
    }

    /** Lines that one thread reads, and then copies. */
    private final class Part {
        private final int from;
        private final int to;
        private final short[] buckets;
        /** The bytes and the number of lines for each bucket, and later where the next ones go. */
        private final long[] sizes = new long[splitters.buckets()];
        private final int[] counts = new int[splitters.buckets()];

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
            long next = lines.offset(first);
            for (int line = first; line < end; line++) {
                long start = next;
                next = lines.offset(line + 1L);
                int bucket = splitters.bucket(splitters.key(start, next - 1));
                buckets[line - from] = (short) bucket;
                sizes[bucket] += next - start;
                counts[bucket]++;
            }
        }

        private void copy() {
            for (int first = from; first < to; first += TILE) {
                copy(first, Math.min(first + TILE, to));
            }
        }

        private void copy(int first, int end) {
            long next = lines.offset(first);
            for (int line = first; line < end; line++) {
                long start = next;
                next = lines.offset(line + 1L);
                int bucket = buckets[line - from];
                RowBytes.copyExactly(lines.buffer(), start, next - start, target, sizes[bucket]);
                offsets[counts[bucket]++] = (int) (sizes[bucket] - begins[bucket]);
                sizes[bucket] += next - start;
            }
        }
    }
}
