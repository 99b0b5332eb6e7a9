package io.github.tornadosort;

import java.lang.foreign.ValueLayout;
import java.util.Locale;

/**
 * The type of a key: its width, and the order of its values. Labels are those of NumPy, for example {@code uint32}. Signed
 * integers are ordered by value, unsigned integers by magnitude, and floating-point numbers as {@link Float#compare} and
 * {@link Double#compare} order them.
 */
public enum KeyType {
    /** A {@code byte}. */
    INT8(ValueLayout.JAVA_BYTE),
    /** A {@code byte}'s bits as a number from 0 to 255. */
    UINT8(ValueLayout.JAVA_BYTE),
    /** A {@code short}. */
    INT16(ValueLayout.JAVA_SHORT_UNALIGNED),
    /** A {@code char}: a number from 0 to 65,535. */
    UINT16(ValueLayout.JAVA_CHAR_UNALIGNED),
    /** An {@code int}. */
    INT32(ValueLayout.JAVA_INT_UNALIGNED),
    /** An {@code int}'s bits as a number from 0, in the order of {@link Integer#compareUnsigned}. */
    UINT32(ValueLayout.JAVA_INT_UNALIGNED),
    /** A {@code long}. */
    INT64(ValueLayout.JAVA_LONG_UNALIGNED),
    /** A {@code long}'s bits as a number from 0, in the order of {@link Long#compareUnsigned}. */
    UINT64(ValueLayout.JAVA_LONG_UNALIGNED),
    /** A {@code float}, in the order of {@link Float#compare}. */
    FLOAT32(ValueLayout.JAVA_FLOAT_UNALIGNED),
    /** A {@code double}, in the order of {@link Double#compare}. */
    FLOAT64(ValueLayout.JAVA_DOUBLE_UNALIGNED);

    private final ValueLayout layout;
    private final int bytes;

    KeyType(ValueLayout layout) {
        this.layout = layout;
        this.bytes = (int) layout.byteSize();
    }

    /** Returns the layout of a key in memory. */
    ValueLayout layout() {
        return layout;
    }

    /** {@return the width of a key in bytes} */
    public int bytes() {
        return bytes;
    }

    /** {@return the width of a key in bits} */
    public int bits() {
        return bytes * Byte.SIZE;
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
