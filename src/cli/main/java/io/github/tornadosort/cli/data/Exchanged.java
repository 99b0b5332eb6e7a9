package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Sorted keys, some of which are replaced by random ones.
 *
 * @param percent how many of 100 keys are replaced, on average
 */
record Exchanged(int percent) implements Distribution {
    Exchanged {
        Parts.requirePercent("exchanged", percent);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        return Parts.chosen(percent, RandomWords.word(~seed, index))
                ? KeyBits.atPoint(type, RandomWords.word(seed, index))
                : new Sorted().key(type, seed, index, n);
    }
}
