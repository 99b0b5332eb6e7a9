package io.github.tornadosort.bench.data;

import io.github.tornadosort.files.internal.io.KeyBits;

/** Distributions of keys that have an order: sorted ones, parts of them, and blocks. */
final class OrderedKeys {
    /** Random keys in ascending order. The type's range is divided into n equal parts, and each part contains one key. */
    static final Distribution SORTED = (type, seed, index, n) -> {
        long part = n == 1 ? -1L : Long.divideUnsigned(-1L, n);
        long within = Math.unsignedMultiplyHigh(part, RandomWords.word(seed, index));
        return KeyBits.atPoint(type, index * part + within);
    };

    static final Distribution REVERSED = (type, seed, index, n) -> SORTED.key(type, seed, n - 1 - index, n);

    private OrderedKeys() {}

    /**
     * Nearly sorted keys, as in consecutive frames of an animation: sorted keys are divided into runs of d keys, and each run is
     * rotated by a random distance.
     *
     * @param distance the length of runs, d; every key is less than d indices away from its index in sorted order
     */
    static Distribution nearlySorted(int distance) {
        Parts.require(distance >= 1, "nearly-sorted:" + distance + ": expected D >= 1");
        return (type, seed, index, n) -> {
            long begin = index - index % distance;
            long size = Math.min(distance, n - begin);
            long rotation = Math.unsignedMultiplyHigh(size, RandomWords.word(~seed, begin));
            return SORTED.key(type, seed, begin + (index - begin + rotation) % size, n);
        };
    }

    /**
     * Sorted keys, some of which are replaced by random ones.
     *
     * @param percent how many of 100 keys are replaced, on average
     */
    static Distribution exchanged(int percent) {
        Parts.requirePercent("exchanged", percent);
        return (type, seed, index, n) -> Parts.chosen(percent, RandomWords.word(~seed, index))
                ? KeyBits.atPoint(type, RandomWords.word(seed, index))
                : SORTED.key(type, seed, index, n);
    }

    /**
     * Sorted keys, and random ones after them.
     *
     * @param percent how many of 100 keys are in the tail
     */
    static Distribution newTail(int percent) {
        Parts.requirePercent("new-tail", percent);
        return (type, seed, index, n) -> {
            long tail = n - n * percent / 100;
            return index >= tail
                    ? KeyBits.atPoint(type, RandomWords.word(seed, index))
                    : SORTED.key(type, seed, index, tail);
        };
    }

    /**
     * Sorted runs of random keys, of like length.
     *
     * @param parts the number of runs
     */
    static Distribution runs(int parts) {
        Parts.require("runs", parts);
        return (type, seed, index, n) -> {
            long run = Parts.block(index, n, parts);
            long begin = Parts.begin(run, n, parts);
            return SORTED.key(type, RandomWords.word(seed, run), index - begin, Parts.begin(run + 1, n, parts) - begin);
        };
    }

    /**
     * Staggered keys (Helman, Bader and JáJá 1998). The keys are divided into p blocks, and the keys of each block are uniform in
     * one of p equal parts of the range: part 2i + 1 for blocks i below p/2, part 2i - p for the others.
     *
     * @param parts the number of blocks, p
     */
    static Distribution staggered(int parts) {
        Parts.require("staggered", parts);
        return (type, seed, index, n) -> {
            long block = Parts.block(index, n, parts);
            long part = block < parts / 2 ? 2 * block + 1 : 2 * (block - parts / 2);
            return KeyBits.atPoint(type, Parts.point(part, parts, RandomWords.word(seed, index)));
        };
    }

    /**
     * Bucket-sorted keys (Helman, Bader and JáJá 1998). The keys are divided into p blocks of p pieces. The keys in piece j of
     * every block are uniform in the j-th of p equal parts of the range. Each block is roughly sorted; the whole array is not.
     *
     * @param parts the number of blocks, p
     */
    static Distribution bucketSorted(int parts) {
        Parts.require("bucket-sorted", parts);
        return (type, seed, index, n) -> {
            long block = Parts.block(index, n, parts);
            long begin = Parts.begin(block, n, parts);
            long end = Parts.begin(block + 1, n, parts);
            long piece = Parts.block(index - begin, end - begin, parts);
            return KeyBits.atPoint(type, Parts.point(piece, parts, RandomWords.word(seed, index)));
        };
    }

    /**
     * Deterministic duplicates (Helman, Bader and JáJá 1998). The keys are divided into p blocks. All keys in the first half of
     * the blocks are log2 n, all keys in the next quarter log2 (n / 2), and so on. The last block is halved in the same way,
     * starting with log2 (n / p). There are few distinct keys, and most of them occur very often.
     *
     * @param parts the number of blocks, p
     */
    static Distribution duplicates(int parts) {
        Parts.require("duplicates", parts);
        return (type, _, index, n) -> {
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
