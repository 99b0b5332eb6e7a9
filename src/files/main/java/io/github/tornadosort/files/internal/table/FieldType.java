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
    public static final FieldType TEXT = new FieldType("text", null);
    /** Numbers that are compared exactly, however many digits they have. */
    public static final FieldType DECIMAL = new FieldType("decimal", null);

    FieldType(KeyType number) {
        this(number.label(), number);
    }

    public boolean isText() {
        return equals(TEXT);
    }

    boolean isDecimal() {
        return equals(DECIMAL);
    }

    /** Returns whether a field has this type. */
    boolean accepts(byte[] text, int from, int to) {
        return isText()
                || (isDecimal()
                        ? new DecimalText().accepts(text, from, to)
                        : new NumberText(number).accepts(text, from, to));
    }
}
