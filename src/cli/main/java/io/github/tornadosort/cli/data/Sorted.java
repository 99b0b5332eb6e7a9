package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/** Random keys in ascending order. The type's range is divided into n equal parts, and each part contains one key. */
record Sorted() implements Distribution {
    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long part = n == 1 ? -1L : Long.divideUnsigned(-1L, n);
        long within = Math.unsignedMultiplyHigh(part, RandomWords.word(seed, index));
        return KeyBits.atPoint(type, index * part + within);
    }
}
