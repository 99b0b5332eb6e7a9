package io.github.tornadosort.spark;

import org.apache.spark.unsafe.Platform;

/**
 * The range of the words of pairs, as unsigned numbers. Words are sorted by their differences from the least one.
 *
 * @param isAscending whether the words are in order
 * @param least the least word
 * @param most the largest word
 * @param varying bits in which words differ
 */
record WordRange(boolean isAscending, long least, long most, long varying) {
    /** Reads the words of n pairs, at least one. */
    static WordRange of(Object base, long first, int n) {
        long word = Platform.getLong(base, first);
        long least = word + Long.MIN_VALUE;
        long most = least;
        long last = least;
        long varying = 0;
        boolean isAscending = true;
        for (int i = 1; i < n; i++) {
            long next = Platform.getLong(base, first + (long) i * PairSort.PAIR);
            varying |= next ^ word;
            next += Long.MIN_VALUE;
            isAscending &= last <= next;
            least = Math.min(least, next);
            most = Math.max(most, next);
            last = next;
        }
        return new WordRange(isAscending, least + Long.MIN_VALUE, most + Long.MIN_VALUE, varying);
    }

    /** Returns the range of packed words, which are in the same order. */
    WordRange packed(DenseBits dense) {
        return new WordRange(isAscending, dense.pack(least), dense.pack(most), dense.pack(varying));
    }

    /** Returns how to move the varying bits together. */
    DenseBits dense() {
        return DenseBits.of(least, varying);
    }

    /** Returns the number of bits below which all differences are 0. */
    int lowest() {
        return Long.numberOfTrailingZeros(varying);
    }

    /** Returns the number of bits of the largest difference. */
    int highest() {
        return Long.SIZE - Long.numberOfLeadingZeros(most - least);
    }
}
