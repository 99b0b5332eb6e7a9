package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Sorted keys, and random ones after them.
 *
 * @param percent how many of 100 keys are in the tail
 */
record NewTail(int percent) implements Distribution {
    NewTail {
        Parts.requirePercent("new-tail", percent);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long tail = n - n * percent / 100;
        return index >= tail
                ? KeyBits.atPoint(type, RandomWords.word(seed, index))
                : new Sorted().key(type, seed, index, tail);
    }
}
