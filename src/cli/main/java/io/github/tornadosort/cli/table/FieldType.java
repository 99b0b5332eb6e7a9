package io.github.tornadosort.cli.table;

import io.github.tornadosort.KeyType;
import java.util.Locale;

/**
 * The type of the fields of a column: numbers of a type, or text.
 *
 * @param number the type of the numbers, or null for text
 */
public record FieldType(KeyType number) {
    public static final FieldType TEXT = new FieldType(null);

    /** Returns the type with this label in any case, or null if there is none. */
    static FieldType of(String label) {
        String lower = label.toLowerCase(Locale.ROOT);
        if (lower.equals(TEXT.label())) {
            return TEXT;
        }
        for (KeyType type : KeyType.values()) {
            if (type.label().equals(lower)) {
                return new FieldType(type);
            }
        }
        return null;
    }

    public boolean isText() {
        return number == null;
    }

    /** Returns the name on the command line: {@code text}, or the label of a type of numbers. */
    public String label() {
        return number == null ? "text" : number.label();
    }
}
