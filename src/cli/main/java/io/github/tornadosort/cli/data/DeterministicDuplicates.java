package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Deterministic duplicates (Helman, Bader and JáJá 1998): the keys are cut into p blocks; all of the first half of them are
 * log2 n, all of the next quarter log2 (n / 2), and so on. Within the last block keys go on in halves, by log2 (n / p) and
 * less. Few different keys, most of them very often.
 *
 * @param parts p
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

    /** How many halves of the whole are behind a place: 0 in the first half, 1 in the next quarter, and so on. */
    private static int halves(long place, long size) {
        int halves = 0;
        for (long left = size - place; left * 2 <= size && left > 0; left *= 2) {
            halves++;
        }
        return halves;
    }

    private static int log2(long n) {
        return 63 - Long.numberOfLeadingZeros(Math.max(1, n));
    }
}
