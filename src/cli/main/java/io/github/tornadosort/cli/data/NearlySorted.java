package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Keys that were in order a moment ago, as those of frames of a moving picture: sorted keys, cut into runs of d neighbours, each
 * of which is rotated by a random number of places.
 *
 * @param distance d: every key is less than so many places from where it belongs
 */
record NearlySorted(int distance) implements Distribution {
    NearlySorted {
        if (distance < 1) {
            throw new IllegalArgumentException("nearly-sorted:" + distance + ": expected D of 1 or more");
        }
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long begin = index - index % distance;
        long size = Math.min(distance, n - begin);
        long turn = Math.unsignedMultiplyHigh(size, RandomWords.word(~seed, begin));
        return new Sorted().key(type, seed, begin + (index - begin + turn) % size, n);
    }
}
