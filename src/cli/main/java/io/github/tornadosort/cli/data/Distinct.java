package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * A number of random keys, each equally likely.
 *
 * @param values the number of different keys; fewer if some of them are equal
 */
record Distinct(int values) implements Distribution {
    Distinct {
        if (values < 1) {
            throw new IllegalArgumentException("distinct:" + values + ": expected D >= 1");
        }
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long choice = Math.unsignedMultiplyHigh(values, RandomWords.word(seed, index));
        return KeyBits.atPoint(type, RandomWords.word(~seed, choice));
    }
}
