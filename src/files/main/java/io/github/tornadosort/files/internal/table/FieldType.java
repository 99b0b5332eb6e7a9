package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.NumberText;

/**
 * The type of the fields of a column: numbers of a type of keys, decimal numbers of any length, or text.
 *
 * @param label the name in messages
 * @param number the type of keys, or null for decimal numbers and text
 */
public record FieldType(String label, KeyType number) {
    static final FieldType INT64 = new FieldType(KeyType.INT64.label(), KeyType.INT64);
    public static final FieldType TEXT = new FieldType("text", null);
    /** Numbers that are compared exactly, however many digits they have. */
    public static final FieldType DECIMAL = new FieldType("decimal", null);

    /** The most bytes of a number in addition to those of its field. */
    static final int MOST_EXTRA = 2 * Long.BYTES;

    /** Encodes numbers on one thread. */
    interface Encoding {
        /**
         * Encodes a number, and returns its end.
         *
         * @throws IllegalArgumentException if the field is no number of the type; the message says what was expected
         */
        int encode(byte[] text, int from, int to, byte[] target, int at);
    }

    boolean isText() {
        return equals(TEXT);
    }

    /** Returns what encodes numbers, or null for text. */
    Encoding encoding() {
        if (number == null) {
            return isText() ? null : new DecimalText()::encode;
        }
        NumberText numbers = new NumberText(number);
        return (text, from, to, target, at) -> EncodedKeys.number(numbers.parse(text, from, to), number.bytes(), target, at);
    }

    /** Returns whether a field has this type. */
    boolean accepts(byte[] text, int from, int to) {
        try {
            return isText() || encoding().encode(text, from, to, new byte[to - from + MOST_EXTRA], 0) > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
