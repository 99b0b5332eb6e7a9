package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/** Every integer of the type is equally likely; floats are uniform from -1 up to 1. */
record Uniform() implements Distribution {
    @Override
    public long key(KeyType type, long seed, long index, long n) {
        return KeyBits.atPoint(type, RandomWords.word(seed, index));
    }
}
