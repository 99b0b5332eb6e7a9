package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/** The milliseconds of a day. */
record Timestamps() implements Distribution {
    private static final long FIRST = 1_763_337_600_000L;
    private static final long DAY = 86_400_000;

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        return KeyBits.ofWord(type, FIRST + Math.unsignedMultiplyHigh(DAY, RandomWords.word(seed, index)));
    }
}
