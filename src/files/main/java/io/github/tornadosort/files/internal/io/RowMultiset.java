package io.github.tornadosort.files.internal.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A 128-bit hash of a multiset of rows: the sum of the hashes of the rows, which does not depend on their order. Equal multisets
 * always have equal sums; different ones hardly ever have, unless they were made to. There is a sum for each of some parts of the
 * hashes, so that the hash of a single row that is missing is known.
 */
public final class RowMultiset {
    /** How multisets are compared, for a message. */
    public static final String ASSURANCE = "compared by a 128-bit hash";

    private static final long STEP = 0x9E3779B97F4A7C15L;

    /** Binary logarithm of the number of parts. */
    private static final int LOG_OF_PARTS = 8;

    private final String what;
    private long count;
    private final long[] counts = new long[1 << LOG_OF_PARTS];
    private final long[] lows = new long[counts.length];
    private final long[] highs = new long[counts.length];

    /** The hash of a row. */
    public record Hash(long low, long high) {
        /** Returns the hash of a row. */
        public static Hash of(MemorySegment row) {
            long one = row.byteSize();
            long other = ~one;
            long at = 0;
            for (; at + Long.BYTES <= row.byteSize(); at += Long.BYTES) {
                long word = row.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
                one = mix(one + word);
                other = mix(other ^ word);
            }
            for (; at < row.byteSize(); at++) {
                byte value = row.get(ValueLayout.JAVA_BYTE, at);
                one = mix(one + value);
                other = mix(other ^ value);
            }
            return new Hash(mix(one + STEP), mix(other - STEP));
        }

        /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014). It maps no two numbers to the same one. */
        private static long mix(long number) {
            long z = number + STEP;
            z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
            z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
            return z ^ z >>> 31;
        }
    }

    /**
     * Creates an empty multiset.
     *
     * @param what what the rows are, for a message: {@code rows}
     */
    public RowMultiset(String what) {
        this.what = what;
    }

    /** Adds a row. */
    public void add(MemorySegment row) {
        Hash hash = Hash.of(row);
        int part = (int) (hash.low >>> Long.SIZE - LOG_OF_PARTS);
        count++;
        counts[part]++;
        lows[part] += hash.low;
        highs[part] += hash.high;
    }

    /** Returns the number of rows. */
    public long count() {
        return count;
    }

    /** Describes the difference from the rows of another file, or returns null if there is none. */
    public String difference(RowMultiset expected, Path file) {
        if (count != expected.count) {
            return "expected the " + expected.count + " " + what + " of " + file + ", found " + count;
        }
        return Arrays.equals(lows, expected.lows) && Arrays.equals(highs, expected.highs)
                ? null
                : "its " + what + " differ from those of " + file + " (" + ASSURANCE + ")";
    }

    /**
     * Returns the hash of a row that this multiset has once more than another one, or null if it is not known. If several rows of
     * a part differ, what is returned is the hash of none.
     */
    public Hash more(RowMultiset other) {
        for (int part = 0; part < counts.length; part++) {
            if (counts[part] == other.counts[part] + 1) {
                return new Hash(lows[part] - other.lows[part], highs[part] - other.highs[part]);
            }
        }
        return null;
    }
}
