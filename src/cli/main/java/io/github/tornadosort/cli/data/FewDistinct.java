package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/** Sixteen random keys, each equally likely. */
record FewDistinct() implements Distribution {
    private static final int DISTINCT = 16;

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long choice = RandomWords.word(seed, index) & DISTINCT - 1;
        return KeyBits.atPoint(type, RandomWords.word(~seed, choice));
    }
}
