package io.github.tornadosort.bench.data;

/** Helpers of distributions that divide the indices and the range of keys into parts. */
final class Parts {
    private static final int MAX_PARTS = 1 << 16;

    private Parts() {}

    /** @throws IllegalArgumentException unless the argument of a distribution is valid */
    static void require(boolean isValid, String message) {
        if (!isValid) {
            throw new IllegalArgumentException(message);
        }
    }

    static void require(String name, int parts) {
        require(parts >= 1 && parts <= MAX_PARTS, name + ":" + parts + ": expected 1 <= P <= " + MAX_PARTS);
    }

    static void requirePercent(String name, int percent) {
        require(percent >= 0 && percent <= 100, name + ":" + percent + ": expected 0 <= P <= 100");
    }

    /** Returns whether a random word chooses a key, as some of 100 do. */
    static boolean chosen(int percent, long random) {
        return Math.unsignedMultiplyHigh(100, random) < percent;
    }

    /** Returns the block of an index if n keys are divided into this number of blocks. */
    static long block(long index, long n, int parts) {
        return index * parts / n;
    }

    /** Returns the index of the first key of a block. */
    static long begin(long block, long n, int parts) {
        return Math.ceilDiv(block * n, parts);
    }

    /** Returns a random point in one of several equal parts of the range. */
    static long point(long part, int parts, long random) {
        long width = parts == 1 ? -1L : Long.divideUnsigned(-1L, parts);
        return part * width + Math.unsignedMultiplyHigh(width, random);
    }
}
