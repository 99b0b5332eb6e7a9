package io.github.tornadosort;

import java.util.Locale;

/**
 * The type of a key: its width, and the order of its values. Labels are those of NumPy, for example {@code uint32}. Signed
 * integers are ordered by value, unsigned integers by magnitude, and floating-point numbers as {@link Float#compare} and
 * {@link Double#compare} order them.
 */
public enum KeyType {
    /** A {@code byte}. */
    INT8(1),
    /** A {@code byte}'s bits as a number from 0 to 255. */
    UINT8(1),
    /** A {@code short}. */
    INT16(2),
    /** A {@code char}: a number from 0 to 65,535. */
    UINT16(2),
    /** An {@code int}. */
    INT32(4),
    /** An {@code int}'s bits as a number from 0, in the order of {@link Integer#compareUnsigned}. */
    UINT32(4),
    /** A {@code long}. */
    INT64(8),
    /** A {@code long}'s bits as a number from 0, in the order of {@link Long#compareUnsigned}. */
    UINT64(8),
    /** A {@code float}, in the order of {@link Float#compare}. */
    FLOAT32(4),
    /** A {@code double}, in the order of {@link Double#compare}. */
    FLOAT64(8);

    private final int bytes;

    KeyType(int bytes) {
        this.bytes = bytes;
    }

    /** {@return the width of a key in bytes} */
    public int bytes() {
        return bytes;
    }

    /** {@return the width of a key in bits} */
    public int bits() {
        return bytes * 8;
    }

    /** {@return whether the keys are unsigned integers} */
    public boolean isUnsigned() {
        return this == UINT8 || this == UINT16 || this == UINT32 || this == UINT64;
    }

    /** {@return whether the keys are floating-point numbers} */
    public boolean isFloat() {
        return this == FLOAT32 || this == FLOAT64;
    }

    /** {@return NumPy's name of the type, for example {@code uint32}} */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@return the type with this label}
     *
     * @param label NumPy's name, for example {@code uint32}
     * @throws IllegalArgumentException if there is no such type
     */
    public static KeyType of(String label) {
        for (KeyType type : values()) {
            if (type.label().equals(label)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no key type '" + label + "'");
    }
}
