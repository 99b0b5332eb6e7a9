package io.github.tornadosort.cli.options;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The distribution of generated keys. A key depends on the seed, its index and the number of keys alone: the same seed gives the same
 * keys on every machine, for any number of pieces and threads.
 */
public enum Distribution {
    /** All integers equally likely, floats in [-1, 1). */
    UNIFORM,
    /** Random keys in ascending order: the range is divided into n equal parts, and each part has one key. */
    SORTED,
    /** Sixteen different keys. */
    FEW_VALUES,
    /** 65,536 different keys by Zipf's law: the k-th of them is about 1/k times as frequent as the first. */
    ZIPF;

    private static final int FEW = 16;
    private static final int MANY = 65_536;
    /** Number of keys that a thread generates at a time. */
    private static final int BLOCK = 1 << 16;

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** Returns the point of a type's range, as {@link #atPoint} defines it, at which a key lies. */
    private long point(long seed, long index, long n) {
        long random = word(seed, index);
        return switch (this) {
            case UNIFORM -> random;
            case SORTED -> {
                long part = n == 1 ? -1L : Long.divideUnsigned(-1L, n);
                yield index * part + Math.unsignedMultiplyHigh(part, random);
            }
            case FEW_VALUES -> word(~seed, random & FEW - 1);
            case ZIPF -> word(~seed, (long) StrictMath.pow(MANY + 1.0, (random >>> 11) * 0x1p-53) - 1);
        };
    }

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
                set(keys.segment(), type, i, atPoint(type, point(seed, first + i, n)));
            }
        });
    }

    /**
     * Returns the key at a point of the type's range, so that a distribution has the same shape for every type.
     *
     * @param point an unsigned fraction of 2^64; 0 is the least key. A greater point never results in a smaller key. The range
     *     of integers is the whole range of the type; that of floats is [-1, 1).
     * @return the bits of the key
     */
    public static long atPoint(KeyType type, long point) {
        return switch (type) {
            // Fractions of 24 and 53 bits are exact in float and double, so that no key is rounded up to 1.
            case FLOAT32 -> Float.floatToRawIntBits(((point >>> 40) - (1 << 23)) * 0x1p-23f) & 0xFFFF_FFFFL;
            case FLOAT64 -> Double.doubleToRawLongBits(((point >>> 11) - (1L << 52)) * 0x1p-52);
            default -> {
                int unused = 64 - type.bits();
                yield type.isUnsigned() ? point >>> unused : (point ^ Long.MIN_VALUE) >> unused;
            }
        };
    }

    /** Stores the bits of a key. */
    private static void set(MemorySegment keys, KeyType type, long index, long bits) {
        switch (type.bytes()) {
            case 1 -> keys.set(JAVA_BYTE, index, (byte) bits);
            case 2 -> keys.set(JAVA_SHORT_UNALIGNED, index * 2, (short) bits);
            case 4 -> keys.set(JAVA_INT_UNALIGNED, index * 4, (int) bits);
            default -> keys.set(JAVA_LONG_UNALIGNED, index * 8, bits);
        }
    }

    /**
     * Returns a random word that depends on its index: the result of call {@code index + 1} of {@code nextLong} of
     * {@code new SplittableRandom(seed)}, SplitMix64 (Steele, Lea and Flood 2014).
     */
    public static long word(long seed, long index) {
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
