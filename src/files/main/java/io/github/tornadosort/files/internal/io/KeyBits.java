package io.github.tornadosort.files.internal.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;

/**
 * Represents keys of any type as the bits of a {@code long}. Signed integers are sign-extended, unsigned integers are
 * zero-extended, and floats are their raw bits, zero-extended.
 */
public final class KeyBits {
    private KeyBits() {}

    /** Returns the bits of the key at an index of a segment. */
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

    /** Copies the bits of n keys from index {@code first} on to an array. */
    public static void get(MemorySegment keys, KeyType type, long first, long[] bits, int n) {
        for (int i = 0; i < n; i++) {
            bits[i] = get(keys, type, first + i);
        }
    }

    /** Stores a key. Bits beyond the width of the type are ignored. */
    public static void set(MemorySegment keys, KeyType type, long index, long bits) {
        switch (type.bytes()) {
            case 1 -> keys.set(JAVA_BYTE, index, (byte) bits);
            case 2 -> keys.set(JAVA_SHORT_UNALIGNED, index * 2, (short) bits);
            case 4 -> keys.set(JAVA_INT_UNALIGNED, index * 4, (int) bits);
            default -> keys.set(JAVA_LONG_UNALIGNED, index * 8, bits);
        }
    }

    /**
     * Returns an unsigned number of the type's width that has the same order as keys of this type. A sort by some of the bits
     * uses the bits of this number: those of IEEE 754, of which the sign is inverted, and all others of negative numbers. NaNs have all
     * bits set.
     */
    public static long ordered(KeyType type, long bits) {
        if (type.isUnsigned()) {
            return bits;
        }
        long mask = -1L >>> Long.SIZE - type.bits();
        long sign = 1L << type.bits() - 1;
        if (!type.isFloat()) {
            return (bits ^ sign) & mask;
        }
        boolean isNaN = type == KeyType.FLOAT32
                ? Float.isNaN(Float.intBitsToFloat((int) bits))
                : Double.isNaN(Double.longBitsToDouble(bits));
        return isNaN ? mask : (bits & sign) == 0 ? bits | sign : ~bits & mask;
    }

    /** Converts the low bits of a word to the bits of a key, extended in the same way as by {@link #get}. */
    public static long ofWord(KeyType type, long word) {
        int unused = 64 - type.bits();
        boolean signed = !type.isUnsigned() && !type.isFloat();
        return signed ? word << unused >> unused : word << unused >>> unused;
    }
}
