package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Chooses a bucket for each of many lines: no line of a bucket is less than one of an earlier bucket. Lines are compared with
 * those of a sample by eight bytes, which follow the bytes that all lines of the sample begin with. The comparisons of a
 * line with the bounds of buckets have no branches (Sanders and Winkel, Super Scalar Sample Sort, 2004).
 */
final class Splitters {
    private static final int MIN_LEVELS = 2;
    /** With more buckets, not all of them would have a line in the second-level cache. */
    private static final int MAX_LEVELS = 11;

    private static final int SAMPLES_PER_BUCKET = 16;
    /** If the sample has fewer lines per bucket, there are fewer buckets. */
    private static final int MIN_SAMPLES_PER_BUCKET = 4;
    /** Bytes of a line of the sample that are compared at most. */
    private static final int MAX_SAMPLE = 1 << 12;

    private final MemorySegment bytes;
    /** The bytes that lines of the sample begin with, as words of eight bytes. */
    private final long[] prefix;
    private final int prefixLength;
    /**
     * The bounds of the buckets: a complete binary search tree with its root at index 1 and the children of i at 2 i and 2 i + 1.
     */
    private final long[] bounds;
    private final int levels;

    /**
     * Chooses the bounds of buckets.
     *
     * @param lines the lines with their ends, which are not compared
     * @param wanted the number of buckets that are wanted; there are up to twice as many, or fewer if there are few lines
     * @return null if few lines of a sample differ in the bytes that are compared, or there are few lines
     */
    static Splitters of(RowBytes lines, long wanted) {
        int levels = Math.clamp(Long.SIZE - Long.numberOfLeadingZeros(wanted), MIN_LEVELS, MAX_LEVELS);
        int count = (int) Math.min(SAMPLES_PER_BUCKET << levels, lines.offsets().size() - 1);
        while (levels >= MIN_LEVELS && count < MIN_SAMPLES_PER_BUCKET << levels) {
            levels--;
        }
        if (levels < MIN_LEVELS) {
            return null;
        }
        Splitters splitters = new Splitters(lines, count, levels);
        long[] bounds = splitters.bounds;
        return bounds[bounds.length / 2] == bounds[bounds.length - 1] ? null : splitters;
    }

    private Splitters(RowBytes lines, int count, int levels) {
        this.bytes = lines.buffer();
        this.levels = levels;
        long[] starts = new long[count];
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            long line = ParallelRanges.start(Math.toIntExact(lines.offsets().size() - 1), count, i);
            starts[i] = lines.offset(line);
            ends[i] = starts[i] + Math.min(MAX_SAMPLE, lines.length(line) - 1);
        }
        this.prefixLength = commonPrefix(starts, ends);
        this.prefix = new long[Math.ceilDiv(prefixLength, Long.BYTES)];
        for (int i = 0; i < prefix.length; i++) {
            prefix[i] = word(starts[0] + (long) Long.BYTES * i, starts[0] + prefixLength);
        }
        long[] keys = new long[count];
        Arrays.setAll(keys, i -> key(starts[i], ends[i]));
        Arrays.sort(keys);
        this.bounds = new long[1 << levels];
        for (int level = 0; level < levels; level++) {
            for (int i = 0; i < 1 << level; i++) {
                bounds[(1 << level) + i] = keys[(int) ((2L * i + 1 << levels - 1 - level) * count >>> levels)];
            }
        }
    }

    /** Returns the number of bytes that all lines of the sample begin with. */
    private int commonPrefix(long[] starts, long[] ends) {
        long common = ends[0] - starts[0];
        for (int i = 1; i < starts.length && common > 0; i++) {
            long length = Math.min(common, ends[i] - starts[i]);
            long at = MemorySegment.mismatch(
                    bytes, starts[0], starts[0] + length, bytes, starts[i], starts[i] + length);
            common = at < 0 ? length : at;
        }
        return (int) common;
    }

    /** Returns the number of buckets. */
    int buckets() {
        return 1 << levels;
    }

    /**
     * Returns the number that a line is compared by, which is not negative. A line that does not begin with the common prefix
     * comes before or after all lines that do.
     */
    long key(long start, long end) {
        for (int i = 0; i < prefix.length; i++) {
            long word = word(start + (long) Long.BYTES * i, Math.min(end, start + prefixLength));
            if (word != prefix[i]) {
                return Long.compareUnsigned(word, prefix[i]) < 0 ? 0 : Long.MAX_VALUE;
            }
        }
        return word(start + prefixLength, end) >>> 1;
    }

    /** Returns up to eight bytes as a number, the first one uppermost, followed by zeros. */
    private long word(long at, long end) {
        if (end <= at) {
            return 0;
        }
        long word = Long.reverseBytes(bytes.get(ByteSearch.WORD, at));
        return end - at >= Long.BYTES ? word : word & -1L << Long.SIZE - Byte.SIZE * (end - at);
    }

    /** Returns the bucket of a line. */
    int bucket(long key) {
        int node = 1;
        for (int level = 0; level < levels; level++) {
            // The sign is 1 if the bound is not greater than the key.
            node = 2 * node + (int) (bounds[node] - key - 1 >>> Long.SIZE - 1);
        }
        return node - (1 << levels);
    }
}
