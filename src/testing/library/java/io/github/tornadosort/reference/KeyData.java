package io.github.tornadosort.reference;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** Keys of every type, by their bits. */
public final class KeyData {
    private static final double[] SPECIAL_NUMBERS = {
        Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.MIN_VALUE, -Double.MIN_VALUE,
        Double.MAX_VALUE, -Double.MAX_VALUE, 1, -1
    };

    private KeyData() {}

    /** Returns keys of random bits. Floats include NaNs with different bits. */
    public static Column random(KeyType type, int n, long seed) {
        return ofBits(type, new SplittableRandom(seed).longs(n).toArray());
    }

    /** NaNs of several bits, zeros, infinities and the numbers at the ends, in random order. */
    public static Column specials(KeyType type, int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] bits = new long[n];
        for (int i = 0; i < n; i++) {
            int choice = random.nextInt(SPECIAL_NUMBERS.length + 2);
            if (choice < SPECIAL_NUMBERS.length) {
                bits[i] = bits(type, SPECIAL_NUMBERS[choice]);
            } else {
                // A NaN with a sign bit, or one of which only the lowest bit distinguishes it from infinity.
                bits[i] = bits(type, Double.POSITIVE_INFINITY) | (choice % 2 == 0 ? 1L << (type.bits() - 1) | 5 : 1);
            }
        }
        return ofBits(type, bits);
    }

    /** Numbers as keys of this type: integers keep their low bits. */
    public static Column ofValues(KeyType type, int[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = bits(type, values[i]);
        }
        return ofBits(type, bits);
    }

    public static long bits(KeyType type, double value) {
        return switch (type) {
            case FLOAT32 -> Integer.toUnsignedLong(Float.floatToRawIntBits((float) value));
            case FLOAT64 -> Double.doubleToRawLongBits(value);
            default -> (long) value;
        };
    }

    /** Keys of these low bits, in an array of the type that Java would use. */
    public static Column ofBits(KeyType type, long[] bits) {
        Column column = ofZeros(type, bits.length);
        for (int i = 0; i < bits.length; i++) {
            setBits(column, i, bits[i]);
        }
        return column;
    }

    /** Returns n keys whose bits are all 0. */
    public static Column ofZeros(KeyType type, int n) {
        return new Column(
                switch (type.bytes()) {
                    case 1 -> MemorySegment.ofArray(new byte[n]);
                    case 2 -> type.isUnsigned() ? MemorySegment.ofArray(new char[n]) : MemorySegment.ofArray(new short[n]);
                    case 4 -> type.isFloat() ? MemorySegment.ofArray(new float[n]) : MemorySegment.ofArray(new int[n]);
                    default -> type.isFloat() ? MemorySegment.ofArray(new double[n]) : MemorySegment.ofArray(new long[n]);
                },
                type);
    }

    public static Column copy(Column column) {
        Column copy = ofZeros(column.type(), (int) column.size());
        copy.segment().copyFrom(column.segment());
        return copy;
    }

    /** A key's bits, the upper ones zero. */
    public static long bits(Column column, long index) {
        MemorySegment keys = column.segment();
        return switch (column.type().bytes()) {
            case 1 -> keys.get(ValueLayout.JAVA_BYTE, index) & 0xff;
            case 2 -> keys.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2 * index) & 0xffff;
            case 4 -> Integer.toUnsignedLong(keys.get(ValueLayout.JAVA_INT_UNALIGNED, 4 * index));
            default -> keys.get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * index);
        };
    }

    public static long[] bits(Column column) {
        long[] bits = new long[(int) column.size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = bits(column, i);
        }
        return bits;
    }

    /** Sets a key's bits; the upper ones are ignored. */
    public static void setBits(Column column, long index, long bits) {
        MemorySegment keys = column.segment();
        switch (column.type().bytes()) {
            case 1 -> keys.set(ValueLayout.JAVA_BYTE, index, (byte) bits);
            case 2 -> keys.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2 * index, (short) bits);
            case 4 -> keys.set(ValueLayout.JAVA_INT_UNALIGNED, 4 * index, (int) bits);
            default -> keys.set(ValueLayout.JAVA_LONG_UNALIGNED, 8 * index, bits);
        }
    }
}
