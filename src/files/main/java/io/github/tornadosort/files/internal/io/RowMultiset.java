package io.github.tornadosort.files.internal.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * A 128-bit hash of a multiset of rows: the sum of the hashes of the rows, which does not depend on their order. Equal multisets
 * always have equal sums; different ones hardly ever have, unless they were made to.
 */
public final class RowMultiset {
    /** How multisets are compared, for a message. */
    public static final String ASSURANCE = "compared by a 128-bit hash";

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final String what;
    private long count;
    private long low;
    private long high;

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
        count++;
        low += mix(one + STEP);
        high += mix(other - STEP);
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014). It maps no two numbers to the same one. */
    private static long mix(long number) {
        long z = number + STEP;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
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
        return low == expected.low && high == expected.high
                ? null
                : "its " + what + " differ from those of " + file + " (" + ASSURANCE + ")";
    }
}
