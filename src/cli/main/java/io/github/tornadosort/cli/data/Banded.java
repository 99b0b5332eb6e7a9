package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Only bits low to high-1 vary; the others are the same in all keys, and random.
 *
 * @param low least significant bit that varies
 * @param high one above the most significant bit that varies
 */
record Banded(int low, int high) implements Distribution {
    Banded {
        if (low < 0 || high <= low || high > 64) {
            throw new IllegalArgumentException(
                    "banded:" + low + ":" + high + ": expected 0 <= LO < HI, HI no more than the key's bits");
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
