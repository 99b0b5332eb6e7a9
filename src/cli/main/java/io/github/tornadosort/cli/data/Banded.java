package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Keys in which only bits low to high-1 vary. The other bits are random and the same in all keys.
 *
 * @param low the least significant bit that varies
 * @param high the most significant bit that varies, plus 1
 */
record Banded(int low, int high) implements Distribution {
    Banded {
        if (low < 0 || high <= low || high > 64) {
            throw new IllegalArgumentException(
                    "banded:" + low + ":" + high + ": expected 0 <= LO < HI <= the number of bits in a key");
        }
    }

    @Override
    public String objection(KeyType type) {
        return high <= type.bits()
                ? null
                : "banded:" + low + ":" + high + ": " + type.label() + " keys have " + type.bits() + " bits";
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long band = -1L >>> 64 - (high - low) << low;
        long fixed = RandomWords.word(~seed, 0);
        return KeyBits.ofWord(type, fixed & ~band | RandomWords.word(seed, index) & band);
    }
}
