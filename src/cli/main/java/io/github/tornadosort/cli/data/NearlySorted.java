package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Nearly sorted keys, as in consecutive frames of an animation: sorted keys are divided into runs of d keys, and each run is
 * rotated by a random distance.
 *
 * @param distance the length of runs, d; every key is less than d indices away from its index in sorted order
 */
record NearlySorted(int distance) implements Distribution {
    NearlySorted {
        if (distance < 1) {
            throw new IllegalArgumentException("nearly-sorted:" + distance + ": expected D >= 1");
        }
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long begin = index - index % distance;
        long size = Math.min(distance, n - begin);
        long rotation = Math.unsignedMultiplyHigh(size, RandomWords.word(~seed, begin));
        return new Sorted().key(type, seed, begin + (index - begin + rotation) % size, n);
    }
}
