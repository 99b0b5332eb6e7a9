package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Normal about the middle of the type's range, with a standard deviation of an eighth of the range, cut off at its ends.
 * By the transform of Box and Muller (1958), in StrictMath so that all machines agree.
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

    /** In [0, 1). */
    private static double fraction(long word) {
        return (word >>> 11) * 0x1p-53;
    }
}
