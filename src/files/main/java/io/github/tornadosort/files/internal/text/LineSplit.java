package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.buckets.Splitters;
import io.github.tornadosort.files.internal.buckets.Splitters.Sample;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Splits lines into buckets at some lines of a sample: no line of a bucket is less than one of an earlier bucket, and lines of a
 * bucket keep their order.
 */
final class LineSplit {
    /** Binary logarithm of the number of bytes that a bucket is to have: a core's second-level cache has room for its sort. */
    private static final int LOG_OF_BYTES = 17;
    /** Bytes of a line of the sample that are read at most. */
    private static final int MAX_SAMPLE = 1 << 12;

    private static final int PARTS_PER_THREAD = 4;
    /** Binary logarithm of the longest part. */
    private static final int LOG_OF_PART = 30;
    /** Lines that are read at a time. */
    private static final int TILE = 64;
    /** Length of lines for which memory is allocated at first. */
    private static final int USUAL_LENGTH = 16;

    private final MemorySegment text;
    private final int endLength;
    private final Splitters splitters;

    private LineSplit(MemorySegment text, int endLength, Splitters splitters) {
        this.text = text;
        this.endLength = endLength;
        this.splitters = splitters;
    }

    /**
     * Chooses buckets for lines.
     *
     * @param text lines with their ends, followed by {@link TextLines#SLACK} bytes
     * @param from start of the first line
     * @param to end of the last line
     * @return null if few lines of the sample differ in the bytes that are compared, or lines are too long for a sample
     */
    static LineSplit of(MemorySegment text, long from, long to, int endLength) {
        Splitters splitters = Splitters.of(text, sample(text, from, to, endLength), to - from >> LOG_OF_BYTES);
        return splitters == null ? null : new LineSplit(text, endLength, splitters);
    }

    /** Returns lines at equal distances. */
    private static Sample sample(MemorySegment text, long from, long to, int endLength) {
        int wanted = Sample.wanted(to - from >> LOG_OF_BYTES);
        long[] starts = new long[wanted];
        long[] ends = new long[wanted];
        int count = 0;
        for (int i = 0; i < wanted; i++) {
            long near = from + ParallelRanges.start(to - from, wanted, i);
            long start = near == from ? from : lineEnd(text, near, to);
            if (start >= 0 && start < to) {
                long end = lineEnd(text, start, to);
                starts[count] = start;
                ends[count++] = end < 0 ? Math.min(start + MAX_SAMPLE, to) : end - endLength;
            }
        }
        return new Sample(starts, ends, count);
    }

    /** Returns the index after the next line feed, or -1 if it is far away. */
    private static long lineEnd(MemorySegment text, long from, long to) {
        long end = Math.min(from + MAX_SAMPLE, to);
        long feed = ByteSearch.next(text, from, end, ByteSearch.LINE_FEEDS);
        return feed == end ? -1 : feed + 1;
    }

    /**
     * Lines in buckets.
     *
     * @param ends the end of each bucket in the target
     * @param offsets for each bucket, the offsets of its lines from its start, followed by its length
     * @param firsts the index of the first offset of each bucket, followed by the number of all offsets
     */
    record Buckets(long[] ends, int[] offsets, int[] firsts) {
        /** Returns the offsets of the lines of a bucket, which has fewer than 2^31 bytes. */
        Column offsets(int bucket) {
            MemorySegment all = MemorySegment.ofArray(offsets);
            long first = firsts[bucket];
            return new Column(
                    all.asSlice(Integer.BYTES * first, Integer.BYTES * (firsts[bucket + 1] - first)), KeyType.INT32);
        }
    }

    /**
     * Copies lines to their buckets.
     *
     * @param from start of the first line
     * @param to end of the last line
     * @param target receives the lines in the same range
     * @param maxZeroed the line ends of buckets of up to this number of bytes are replaced by zeros
     */
    Buckets scatter(long from, long to, MemorySegment target, long maxZeroed) {
        Part[] parts = parts(from, to);
        ParallelRanges.each(parts.length, part -> parts[part].classify(), text);
        int count = splitters.buckets();
        long[] begins = new long[count];
        long[] ends = new long[count];
        boolean[] zeroed = new boolean[count];
        int[] firsts = new int[count + 1];
        long at = from;
        int line = 0;
        for (int bucket = 0; bucket < count; bucket++) {
            begins[bucket] = at;
            firsts[bucket] = line;
            for (Part part : parts) {
                long length = part.bytes[bucket];
                part.bytes[bucket] = at;
                at += length;
                int lines = part.lines[bucket];
                part.lines[bucket] = line;
                line += lines;
            }
            ends[bucket] = at;
            line++;
            zeroed[bucket] = at - begins[bucket] <= maxZeroed;
        }
        firsts[count] = line;
        int[] offsets = new int[line];
        for (int bucket = 0; bucket < count; bucket++) {
            offsets[firsts[bucket + 1] - 1] = (int) (ends[bucket] - begins[bucket]);
        }
        Target copies = new Target(target, begins, offsets, zeroed);
        ParallelRanges.each(parts.length, part -> parts[part].scatter(copies), text, target);
        return new Buckets(ends, offsets, firsts);
    }

    /**
     * Where lines go.
     *
     * @param begins the start of each bucket
     * @param zeroed for each bucket, whether line ends are replaced by zeros
     */
    private record Target(MemorySegment memory, long[] begins, int[] offsets, boolean[] zeroed) {}

    private Part[] parts(long from, long to) {
        int threads = Loop.threads(Integer.MAX_VALUE);
        int count = Math.max(PARTS_PER_THREAD * threads, Math.toIntExact(Math.ceilDiv(to - from, 1L << LOG_OF_PART)));
        Part[] parts = new Part[count];
        long start = from;
        for (int part = 0; part < count; part++) {
            long near = from + ParallelRanges.start(to - from, count, part + 1);
            long end = near <= start ? start : ByteSearch.next(text, near - 1, to, ByteSearch.LINE_FEEDS) + 1;
            parts[part] = new Part(start, Math.min(end, to));
            start = parts[part].to;
        }
        return parts;
    }

    /** Lines that one thread reads, and then copies. */
    private final class Part {
        private final long from;
        private final long to;
        /** The number of bytes in each bucket, and later where the next line of the bucket goes. */
        private final long[] bytes = new long[splitters.buckets()];
        /** The number of lines in each bucket, and later the index of the offset of its next line. */
        private final int[] lines = new int[splitters.buckets()];
        private final long[] tile = new long[TILE + 1];
        private final long[] keys = new long[TILE];
        private int count;
        /** The start of each line, counted from the start of the part. */
        private int[] starts;
        private short[] buckets;

        private Part(long from, long to) {
            this.from = from;
            this.to = to;
        }

        private void classify() {
            starts = new int[(int) ((to - from) / USUAL_LENGTH) + TILE];
            buckets = new short[starts.length];
            for (long at = from; at < to;) {
                int n = findLines(at);
                if (count + n > starts.length) {
                    int room = (int) Math.min(2L * starts.length, to - from + TILE);
                    starts = Arrays.copyOf(starts, room);
                    buckets = Arrays.copyOf(buckets, room);
                }
                readKeys(n);
                chooseBuckets(n);
                at = tile[n];
            }
        }

        private int findLines(long first) {
            long at = first;
            int n = 0;
            for (; n < TILE && at < to; n++) {
                tile[n] = at;
                at = ByteSearch.next(text, at, to, ByteSearch.LINE_FEEDS) + 1;
            }
            tile[n] = at;
            return n;
        }

        private void readKeys(int n) {
            for (int i = 0; i < n; i++) {
                keys[i] = splitters.key(tile[i], tile[i + 1] - tile[i] - endLength);
            }
        }

        private void chooseBuckets(int n) {
            for (int i = 0; i < n; i++) {
                int bucket = splitters.bucket(keys[i]);
                bytes[bucket] += tile[i + 1] - tile[i];
                lines[bucket]++;
                starts[count] = (int) (tile[i] - from);
                buckets[count++] = (short) bucket;
            }
        }

        private void scatter(Target target) {
            for (int first = 0; first < count; first += TILE) {
                scatter(target, first, Math.min(first + TILE, count));
            }
            starts = null;
            buckets = null;
        }

        private void scatter(Target target, int first, int end) {
            for (int line = first; line < end; line++) {
                int bucket = buckets[line];
                long start = from + starts[line];
                long length = (line + 1 < count ? from + starts[line + 1] : to) - start;
                long at = bytes[bucket];
                RowBytes.copyExactly(text, start, length, target.memory, at);
                if (target.zeroed[bucket]) {
                    for (int i = 1; i <= endLength; i++) {
                        target.memory.set(ValueLayout.JAVA_BYTE, at + length - i, (byte) 0);
                    }
                }
                bytes[bucket] = at + length;
                target.offsets[lines[bucket]++] = (int) (at - target.begins[bucket]);
            }
        }
    }
}
