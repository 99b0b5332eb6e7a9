package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Keys that are normally distributed around the middle of the type's range. The standard deviation is an eighth of the range;
 * keys outside the range are clamped. Uses the Box-Muller transform (1958), and StrictMath for the same keys on all machines.
 */
record Gaussian() implements Distribution {
    private static final double DEVIATION = 0x1p61;

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        double radiusPart = 1 - fraction(RandomWords.word(seed, 2 * index)); // in (0, 1]: its logarithm is finite
        double anglePart = fraction(RandomWords.word(seed, 2 * index + 1));
        double normal =
                StrictMath.sqrt(-2 * StrictMath.log(radiusPart)) * StrictMath.cos(2 * StrictMath.PI * anglePart);
        long fromMiddle = (long) (normal * DEVIATION); // Java's conversion saturates
        return KeyBits.atPoint(type, fromMiddle ^ Long.MIN_VALUE);
    }

    /** Converts a random word to a number in [0, 1). */
    private static double fraction(long word) {
        return (word >>> 11) * 0x1p-53;
    }
}
