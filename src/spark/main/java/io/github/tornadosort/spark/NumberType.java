package io.github.tornadosort.spark;

/**
 * The numbers of pairs. The bits of a number are its value, or {@link Double#doubleToRawLongBits} or
 * {@link Float#floatToRawIntBits} of it, as a long.
 */
enum NumberType {
    LONG(Long.class, true),
    INTEGER(Integer.class, true),
    DOUBLE(Double.class, false),
    FLOAT(Float.class, false);

    private final Class<?> boxed;
    private final boolean isExact;

    NumberType(Class<?> boxed, boolean isExact) {
        this.boxed = boxed;
        this.isExact = isExact;
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

    /** Returns whether numbers of different bits are different. */
    boolean isExact() {
        return isExact;
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
