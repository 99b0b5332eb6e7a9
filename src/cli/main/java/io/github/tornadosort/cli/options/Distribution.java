package io.github.tornadosort.cli.options;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The distribution of generated keys. A key depends on the seed, its index and the number of keys alone: the same seed gives the same
 * keys on every machine, for any number of pieces and threads.
 */
public enum Distribution {
    /** All integers equally likely, floats in [-1, 1). */
    UNIFORM {
        @Override
        long point(long seed, long index, long n) {
            return word(seed, index);
        }
    },
    /** Random keys in ascending order: the range is divided into n equal parts, and each part has one key. */
    SORTED {
        @Override
        long point(long seed, long index, long n) {
            long part = n == 1 ? -1L : Long.divideUnsigned(-1L, n);
            return index * part + Math.unsignedMultiplyHigh(part, word(seed, index));
        }
    },
    /** Sixteen different keys. */
    FEW_VALUES {
        @Override
        long point(long seed, long index, long n) {
            return word(~seed, word(seed, index) & FEW - 1);
        }
    },
    /** 65,536 different keys by Zipf's law: the k-th of them is about 1/k times as frequent as the first. */
    ZIPF {
        @Override
        long point(long seed, long index, long n) {
            double uniform = (word(seed, index) >>> 11) * 0x1p-53;
            return word(~seed, (long) StrictMath.pow(MANY + 1.0, uniform) - 1);
        }
    };

    private static final int FEW = 16;
    private static final int MANY = 65_536;
    /** Number of keys that a thread generates at a time. */
    private static final int BLOCK = 1 << 16;

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** Returns the point of a type's range, as {@link KeyBits#atPoint} defines it, at which a key lies. */
    abstract long point(long seed, long index, long n);

    /**
     * Fills a column with part of a data set.
     *
     * @param first the index of the column's first key in the data set
     * @param n the number of keys of the data set
     */
    public void fill(Column keys, long seed, long first, long n) {
        KeyType type = keys.type();
        LongStream.range(0, Math.ceilDiv(keys.size(), BLOCK)).parallel().forEach(block -> {
            long end = Math.min(keys.size(), (block + 1) * BLOCK);
            for (long i = block * BLOCK; i < end; i++) {
                KeyBits.set(keys.segment(), type, i, KeyBits.atPoint(type, point(seed, first + i, n)));
            }
        });
    }

    /**
     * Returns a random word that depends on its index: the result of call {@code index + 1} of {@code nextLong} of
     * {@code new SplittableRandom(seed)}, SplitMix64 (Steele, Lea and Flood 2014).
     */
    private static long word(long seed, long index) {
        long z = seed + GOLDEN_GAMMA * (index + 1);
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Returns the name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
