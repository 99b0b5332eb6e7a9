package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/** Uniformly distributed keys: all integers of the type are equally likely, and floats are uniform in [-1, 1). */
record Uniform() implements Distribution {
    @Override
    public long key(KeyType type, long seed, long index, long n) {
        return KeyBits.atPoint(type, RandomWords.word(seed, index));
    }
}
