package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Uniform keys, some of which are replaced by one value.
 *
 * @param percent how many of 100 keys are replaced, on average
 */
record Heavy(int percent) implements Distribution {
    Heavy {
        Parts.requirePercent("heavy", percent);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        boolean chosen = Parts.chosen(percent, RandomWords.word(~seed, index + 1));
        return KeyBits.atPoint(type, chosen ? RandomWords.word(~seed, 0) : RandomWords.word(seed, index));
    }
}
