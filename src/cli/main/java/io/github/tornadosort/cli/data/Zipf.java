package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Random keys by Zipf's law: the k-th of them is about 1/k times as frequent as the first.
 *
 * @param values the number of different keys
 */
record Zipf(int values) implements Distribution {
    Zipf {
        if (values < 1) {
            throw new IllegalArgumentException("zipf:" + values + ": expected D >= 1");
        }
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        double u = (RandomWords.word(seed, index) >>> 11) * 0x1p-53;
        long choice = (long) StrictMath.pow(values + 1.0, u) - 1;
        return KeyBits.atPoint(type, RandomWords.word(~seed, choice));
    }
}
