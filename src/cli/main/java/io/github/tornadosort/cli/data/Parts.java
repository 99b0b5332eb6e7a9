package io.github.tornadosort.cli.data;

/** What distributions share that cut the keys, and the range of keys, into p parts. */
final class Parts {
    private static final int MOST = 1 << 16;

    private Parts() {}

    static void require(String name, int parts) {
        if (parts < 1 || parts > MOST) {
            throw new IllegalArgumentException(name + ":" + parts + ": expected 1 <= P <= " + MOST + " parts");
        }
    }

    /** The block that a key is in, where n keys are cut into so many. */
    static long block(long index, long n, int parts) {
        return index * parts / n;
    }

    /** The first key of a block. */
    static long begin(long block, long n, int parts) {
        return Math.ceilDiv(block * n, parts);
    }

    /** A point within one of so many equal parts of the range; a random word says where. */
    static long point(long part, int parts, long random) {
        long width = parts == 1 ? -1L : Long.divideUnsigned(-1L, parts);
        return part * width + Math.unsignedMultiplyHigh(width, random);
    }
}
