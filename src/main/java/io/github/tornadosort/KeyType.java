package io.github.tornadosort;

import java.util.Locale;

/**
 * The type of a key: its width and how its bits are ordered. Labels are NumPy's ({@code uint32}); the order is Java's:
 * signed integers by value, floats as {@link Float#compare} and {@link Double#compare}, unsigned integers by magnitude.
 */
public enum KeyType {
    INT8(1), UINT8(1), INT16(2), UINT16(2), INT32(4), UINT32(4), INT64(8), UINT64(8), FLOAT32(4), FLOAT64(8);

    private final int bytes;

    KeyType(int bytes) {
        this.bytes = bytes;
    }

    /** Width of one key in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Width of one key in bits. */
    public int bits() {
        return bytes * 8;
    }

    /** Whether the keys are unsigned integers. */
    public boolean isUnsigned() {
        return name().startsWith("U");
    }

    /** Whether the keys are floating-point numbers. */
    public boolean isFloat() {
        return name().startsWith("F");
    }

    /** NumPy's name of the type, such as {@code uint32}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The type with this label.
     *
     * @throws IllegalArgumentException if there is none
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
