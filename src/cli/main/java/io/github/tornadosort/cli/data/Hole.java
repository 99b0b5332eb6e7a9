package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Keys in which all bits vary but bits low to high-1, which are random and the same in all keys.
 *
 * @param low the least significant bit that does not vary
 * @param high the most significant bit that does not vary, plus 1
 */
record Hole(int low, int high) implements Distribution {
    Hole {
        if (low < 0 || high <= low || high > 63) {
            throw new IllegalArgumentException(
                    "hole:" + low + ":" + high + ": expected 0 <= LO < HI < the number of bits in a key");
        }
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long hole = -1L >>> 64 - (high - low) << low;
        return KeyBits.ofWord(type, RandomWords.word(~seed, 0) & hole | RandomWords.word(seed, index) & ~hole);
    }
}
