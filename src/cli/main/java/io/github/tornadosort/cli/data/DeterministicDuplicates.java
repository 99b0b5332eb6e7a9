package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Deterministic duplicates (Helman, Bader and JáJá 1998). The keys are divided into p blocks. All keys in the first half of the
 * blocks are log2 n, all keys in the next quarter log2 (n / 2), and so on. The last block is halved in the same way, starting
 * with log2 (n / p). There are few distinct keys, and most of them occur very often.
 *
 * @param parts the number of blocks, p
 */
record DeterministicDuplicates(int parts) implements Distribution {
    DeterministicDuplicates {
        Parts.require("duplicates", parts);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long block = Parts.block(index, n, parts);
        long begin = Parts.begin(block, n, parts);
        long end = Parts.begin(block + 1, n, parts);
        boolean inLast = block == parts - 1;
        int halved = inLast ? halves(index - begin, end - begin) : halves(block, parts);
        int value = Math.max(0, log2(inLast ? end - begin : n) - halved);
        return switch (type) {
            case FLOAT32 -> Float.floatToRawIntBits(value);
            case FLOAT64 -> Double.doubleToRawLongBits(value);
            default -> value;
        };
    }

    /** Returns 0 for an index in the first half of the range, 1 for the next quarter, and so on. */
    private static int halves(long index, long size) {
        int halves = 0;
        for (long left = size - index; left * 2 <= size && left > 0; left *= 2) {
            halves++;
        }
        return halves;
    }

    private static int log2(long n) {
        return 63 - Long.numberOfLeadingZeros(Math.max(1, n));
    }
}
