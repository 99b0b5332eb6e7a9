package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/** One random key, repeated n times. */
record Constant() implements Distribution {
    @Override
    public long key(KeyType type, long seed, long index, long n) {
        return KeyBits.atPoint(type, RandomWords.word(seed, 0));
    }
}
