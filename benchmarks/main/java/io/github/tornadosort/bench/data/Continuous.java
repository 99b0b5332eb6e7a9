package io.github.tornadosort.bench.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Random real numbers. Floats are the numbers themselves, with all bits of their mantissas; an integer is as far from 0 as the
 * number in multiples of 1/256 of the type's range. Uses StrictMath for the same keys on all machines.
 */
enum Continuous implements Distribution {
    /** Normally distributed, with a mean of 0 and a standard deviation of 1. */
    NORMAL {
        @Override
        double number(double u, double other) {
            return StrictMath.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * StrictMath.PI * other);
        }
    },
    /** Exponentially distributed, with a mean of 1. */
    EXPONENTIAL {
        @Override
        double number(double u, double other) {
            return -StrictMath.log(u);
        }
    },
    /**
     * The reciprocal of a uniform number. Integers are a thousandth of it, since half of their range would be one value
     * otherwise.
     */
    RECIPROCAL {
        @Override
        double number(double u, double other) {
            return 1 / u;
        }
    };

    /** Returns a number for two uniform ones from (0, 1]. */
    abstract double number(double u, double other);

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        double number = number(fraction(RandomWords.word(seed, 2 * index)), fraction(RandomWords.word(seed, 2 * index + 1)));
        return switch (type) {
            case FLOAT32 -> KeyBits.ofWord(type, Float.floatToRawIntBits((float) number));
            case FLOAT64 -> Double.doubleToRawLongBits(number);
            // Java's conversion saturates.
            default -> KeyBits.atPoint(type, (long) (number * (this == RECIPROCAL ? 0x1p46 : 0x1p56)) ^ Long.MIN_VALUE);
        };
    }

    private static double fraction(long word) {
        return ((word >>> 11) + 1) * 0x1p-53;
    }
}
