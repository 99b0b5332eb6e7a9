package io.github.tornadosort.spark;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;

/**
 * The numbers that are sorted as columns. The bits of a number are its value, or {@link Double#doubleToRawLongBits} or
 * {@link Float#floatToRawIntBits} of it, as a long.
 */
enum NumberType {
    LONG(Long.class, KeyType.INT64),
    INTEGER(Integer.class, KeyType.INT32),
    DOUBLE(Double.class, KeyType.FLOAT64),
    FLOAT(Float.class, KeyType.FLOAT32);

    private final Class<?> boxed;
    private final KeyType keyType;

    NumberType(Class<?> boxed, KeyType keyType) {
        this.boxed = boxed;
        this.keyType = keyType;
    }

    /** Returns the type of a number, or null if the object is no number of these types. */
    static NumberType of(Object number) {
        for (NumberType type : values()) {
            if (type.boxed.isInstance(number)) {
                return type;
            }
        }
        return null;
    }

    Class<?> boxed() {
        return boxed;
    }

    KeyType keyType() {
        return keyType;
    }

    int bytes() {
        return keyType.bytes();
    }

    /** @throws ClassCastException if the number has another type */
    long bits(Object number) {
        return switch (this) {
            case LONG -> (Long) number;
            case INTEGER -> (Integer) number;
            case DOUBLE -> Double.doubleToRawLongBits((Double) number);
            case FLOAT -> Float.floatToRawIntBits((Float) number);
        };
    }

    Object box(long bits) {
        return switch (this) {
            case LONG -> bits;
            case INTEGER -> (int) bits;
            case DOUBLE -> Double.longBitsToDouble(bits);
            case FLOAT -> Float.intBitsToFloat((int) bits);
        };
    }

    /** Returns the bits of an element of a Java array of this type. */
    long bits(Object array, int index) {
        return switch (this) {
            case LONG -> ((long[]) array)[index];
            case INTEGER -> ((int[]) array)[index];
            case DOUBLE -> Double.doubleToRawLongBits(((double[]) array)[index]);
            case FLOAT -> Float.floatToRawIntBits(((float[]) array)[index]);
        };
    }

    /** Returns a new Java array of this type. */
    Object array(int length) {
        return switch (this) {
            case LONG -> new long[length];
            case INTEGER -> new int[length];
            case DOUBLE -> new double[length];
            case FLOAT -> new float[length];
        };
    }

    /** Returns a view of an array of this type. */
    Column column(Object array) {
        return switch (this) {
            case LONG -> Column.of((long[]) array);
            case INTEGER -> Column.of((int[]) array);
            case DOUBLE -> Column.of((double[]) array);
            case FLOAT -> Column.of((float[]) array);
        };
    }

    /** Returns a long that is ordered as {@code compareTo} orders numbers of these bits. */
    long order(long bits) {
        return switch (this) {
            case LONG, INTEGER -> bits;
            case DOUBLE -> {
                long canonical = Double.doubleToLongBits(Double.longBitsToDouble(bits));
                yield canonical ^ (canonical >> 63 & Long.MAX_VALUE);
            }
            case FLOAT -> {
                int canonical = Float.floatToIntBits(Float.intBitsToFloat((int) bits));
                yield canonical ^ (canonical >> 31 & Integer.MAX_VALUE);
            }
        };
    }
}
