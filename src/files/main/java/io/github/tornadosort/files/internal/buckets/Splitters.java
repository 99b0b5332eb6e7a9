package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.io.ByteSearch;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Chooses a bucket for each of many strings: no string of a bucket is less than one of an earlier bucket. Strings are compared
 * with those of a sample by eight bytes, which follow the bytes that all strings of the sample begin with. The comparisons of a
 * string with the bounds of buckets have no branches (Sanders and Winkel, Super Scalar Sample Sort, 2004).
 */
final class Splitters {
    private static final int MIN_LEVELS = 2;
    /** With more buckets, not all of them would have a line in the second-level cache. */
    private static final int MAX_LEVELS = 11;

    private static final int SAMPLES_PER_BUCKET = 16;
    /** If the sample has fewer strings per bucket, there are fewer buckets. */
    private static final int MIN_SAMPLES_PER_BUCKET = 4;

    private final MemorySegment bytes;
    /** The bytes that strings of the sample begin with, as words of eight bytes. */
    private final long[] prefix;
    private final int prefixLength;
    /**
     * The bounds of the buckets: a complete binary search tree with its root at index 1 and the children of i at 2 i and 2 i + 1.
     */
    private final long[] bounds;
    private final int levels;

    /**
     * A sample of strings.
     *
     * @param starts the index of the first byte of each string
     * @param ends the index after its last byte
     * @param count the number of strings
     */
    record Sample(long[] starts, long[] ends, int count) {
        /** Returns the number of strings of a sample for about this number of buckets. */
        static int wanted(long buckets) {
            return SAMPLES_PER_BUCKET << Splitters.levels(buckets);
        }

        /** Returns the number of bytes that all strings begin with. */
        private int commonPrefix(MemorySegment bytes) {
            long common = ends[0] - starts[0];
            for (int i = 1; i < count && common > 0; i++) {
                long length = Math.min(common, ends[i] - starts[i]);
                long at = MemorySegment.mismatch(
                        bytes, starts[0], starts[0] + length, bytes, starts[i], starts[i] + length);
                common = at < 0 ? length : at;
            }
            return (int) common;
        }
    }

    private Splitters(MemorySegment bytes, Sample sample, int levels) {
        this.bytes = bytes;
        this.prefixLength = sample.commonPrefix(bytes);
        this.prefix = new long[Math.ceilDiv(prefixLength, Long.BYTES)];
        for (int i = 0; i < prefix.length; i++) {
            prefix[i] = word(sample.starts[0] + (long) Long.BYTES * i, prefixLength - Long.BYTES * i);
        }
        this.levels = levels;
        this.bounds = tree(sample, levels);
    }

    private static int levels(long buckets) {
        return Math.clamp(Long.SIZE - Long.numberOfLeadingZeros(buckets), MIN_LEVELS, MAX_LEVELS);
    }

    /**
     * Chooses the bounds of buckets.
     *
     * @param bytes the strings, with seven more bytes after the last one
     * @param wanted the number of buckets that are wanted; there are up to twice as many, or fewer if the sample is small
     * @return null if few strings of the sample differ in the bytes that are compared, or there are few strings
     */
    static Splitters of(MemorySegment bytes, Sample sample, long wanted) {
        int levels = levels(wanted);
        while (levels >= MIN_LEVELS && sample.count < MIN_SAMPLES_PER_BUCKET << levels) {
            levels--;
        }
        if (levels < MIN_LEVELS) {
            return null;
        }
        Splitters splitters = new Splitters(bytes, sample, levels);
        long[] bounds = splitters.bounds;
        return bounds[bounds.length / 2] == bounds[bounds.length - 1] ? null : splitters;
    }

    /** Returns the tree of the bounds, whose first leaf is the least bound and whose last leaf is the greatest. */
    private long[] tree(Sample sample, int levels) {
        long[] keys = new long[sample.count];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key(sample.starts[i], sample.ends[i] - sample.starts[i]);
        }
        Arrays.sort(keys);
        long[] tree = new long[1 << levels];
        for (int level = 0; level < levels; level++) {
            for (int i = 0; i < 1 << level; i++) {
                long bound = (2L * i + 1 << levels - 1 - level) * keys.length >>> levels;
                tree[(1 << level) + i] = keys[(int) bound];
            }
        }
        return tree;
    }

    /** Returns the number of buckets. */
    int buckets() {
        return 1 << levels;
    }

    /**
     * Returns the number that a string is compared by, which is not negative. A string that does not begin with the common prefix
     * comes before or after all strings that do.
     */
    long key(long start, long length) {
        for (int i = 0; i < prefix.length; i++) {
            long at = (long) Long.BYTES * i;
            long word = word(start + at, Math.min(length, prefixLength) - at);
            if (word != prefix[i]) {
                return Long.compareUnsigned(word, prefix[i]) < 0 ? 0 : Long.MAX_VALUE;
            }
        }
        return word(start + prefixLength, length - prefixLength) >>> 1;
    }

    /** Returns up to eight bytes as a number, the first one uppermost, followed by zeros. */
    private long word(long at, long length) {
        if (length <= 0) {
            return 0;
        }
        long word = Long.reverseBytes(bytes.get(ByteSearch.WORD, at));
        return length >= Long.BYTES ? word : word & -1L << Long.SIZE - Byte.SIZE * length;
    }

    /** Returns the bucket of a string. */
    int bucket(long key) {
        int node = 1;
        for (int level = 0; level < levels; level++) {
            // The sign is 1 if the bound is not greater than the key.
            node = 2 * node + (int) (bounds[node] - key - 1 >>> Long.SIZE - 1);
        }
        return node - (1 << levels);
    }
}
