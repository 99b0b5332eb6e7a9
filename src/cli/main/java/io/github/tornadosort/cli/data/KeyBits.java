package io.github.tornadosort.cli.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;

/**
 * A key of any type as the bits of a {@code long}: integers by value (signed ones sign-extended, unsigned ones
 * zero-extended), floats as their raw bits, zero-extended.
 */
public final class KeyBits {
    private KeyBits() {}

    /** The bits of key {@code index} of a segment of such keys. */
    public static long get(MemorySegment keys, KeyType type, long index) {
        return switch (type) {
            case INT8 -> keys.get(JAVA_BYTE, index);
            case UINT8 -> keys.get(JAVA_BYTE, index) & 0xFF;
            case INT16 -> keys.get(JAVA_SHORT_UNALIGNED, index * 2);
            case UINT16 -> keys.get(JAVA_SHORT_UNALIGNED, index * 2) & 0xFFFF;
            case INT32 -> keys.get(JAVA_INT_UNALIGNED, index * 4);
            case UINT32, FLOAT32 -> Integer.toUnsignedLong(keys.get(JAVA_INT_UNALIGNED, index * 4));
            case INT64, UINT64, FLOAT64 -> keys.get(JAVA_LONG_UNALIGNED, index * 8);
        };
    }

    /** Stores a key; bits beyond the type's width are ignored. */
    public static void set(MemorySegment keys, KeyType type, long index, long bits) {
        switch (type.bytes()) {
            case 1 -> keys.set(JAVA_BYTE, index, (byte) bits);
            case 2 -> keys.set(JAVA_SHORT_UNALIGNED, index * 2, (short) bits);
            case 4 -> keys.set(JAVA_INT_UNALIGNED, index * 4, (int) bits);
            default -> keys.set(JAVA_LONG_UNALIGNED, index * 8, bits);
        }
    }

    /**
     * A number that is ordered, as a signed {@code long}, the way keys of this type are. All NaNs have the same, greatest
     * rank.
     */
    public static long rank(KeyType type, long bits) {
        return switch (type) {
            case UINT64 -> bits ^ Long.MIN_VALUE;
            case FLOAT32 -> {
                int canonical = Float.floatToIntBits(Float.intBitsToFloat((int) bits));
                yield canonical ^ (canonical >> 31 & Integer.MAX_VALUE);
            }
            case FLOAT64 -> {
                long canonical = Double.doubleToLongBits(Double.longBitsToDouble(bits));
                yield canonical ^ (canonical >> 63 & Long.MAX_VALUE);
            }
            default -> bits;
        };
    }

    /**
     * The bits of which a sort by part of the key counts some: they are ordered as unsigned numbers are, and fill the
     * type's width. 0 is the least key of the type; of floats it is negative infinity, and all NaNs have all bits set.
     */
    public static long ordered(KeyType type, long bits) {
        long mask = -1L >>> 64 - type.bits();
        return switch (type) {
            case FLOAT32 -> Float.isNaN(Float.intBitsToFloat((int) bits))
                    ? mask
                    : rank(type, bits) - rank(type, Float.floatToRawIntBits(Float.NEGATIVE_INFINITY));
            case FLOAT64 -> Double.isNaN(Double.longBitsToDouble(bits))
                    ? mask
                    : rank(type, bits) - rank(type, Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY));
            default -> (type.isUnsigned() ? bits : bits ^ Long.MIN_VALUE >> 64 - type.bits()) & mask;
        };
    }

    /**
     * The key at a point of its type's range, for shapes that are the same for every type.
     *
     * @param point an unsigned fraction of 2^64: 0 is the least key. A greater point never gives a smaller key. Integers
     *     use their whole range, floats that from -1 up to, not including, 1.
     * @return the key's bits
     */
    public static long atPoint(KeyType type, long point) {
        return switch (type) {
            // 24 and 53 bits: every such fraction is a float (a double) itself, so nothing is rounded up to 1.
            case FLOAT32 -> Float.floatToRawIntBits(((point >>> 40) - (1 << 23)) * 0x1p-23f) & 0xFFFF_FFFFL;
            case FLOAT64 -> Double.doubleToRawLongBits(((point >>> 11) - (1L << 52)) * 0x1p-52);
            default -> {
                int unused = 64 - type.bits();
                yield type.isUnsigned() ? point >>> unused : (point ^ Long.MIN_VALUE) >> unused;
            }
        };
    }

    /** The low bits of a word as a key's bits, extended as {@link #get} does. */
    public static long ofWord(KeyType type, long word) {
        int unused = 64 - type.bits();
        boolean signed = !type.isUnsigned() && !type.isFloat();
        return signed ? word << unused >> unused : word << unused >>> unused;
    }
}
