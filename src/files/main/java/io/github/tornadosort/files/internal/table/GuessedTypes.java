package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The types of keys. One that was not given is guessed once, by the first rows that are read: int64 if all fields have it, otherwise
 * decimal, otherwise text.
 */
final class GuessedTypes {
    /** The number of rows that a guess reads; fewer if they do not fit in memory. */
    private static final int ROWS = 10_000;
    private static final FieldType INT64 = new FieldType(KeyType.INT64);

    private final FieldType[] types;
    private final boolean[] guessed;
    private boolean areKnown;

    /** @param keys the keys of a table */
    GuessedTypes(List<TableKey> keys) {
        this.types = new FieldType[keys.size()];
        this.guessed = new boolean[keys.size()];
        for (int key = 0; key < guessed.length; key++) {
            guessed[key] = keys.get(key).type() == null;
            types[key] = guessed[key] ? INT64 : keys.get(key).type();
        }
    }

    FieldType type(int key) {
        return types[key];
    }

    boolean isGuessed(int key) {
        return guessed[key];
    }

    /** Guesses the types by the first rows of a text, unless that was done. */
    void guess(MemorySegment text, FieldCursor fields, long end, int[] columns) throws TableException {
        boolean hasRows = fields.position() < end;
        for (int row = 0; !areKnown && row < ROWS && fields.position() < end; row++) {
            do {
                fields.next();
                for (int key = 0; key < columns.length; key++) {
                    while (columns[key] == fields.column() && guessed[key] && !fits(text, fields, types[key])) {
                        types[key] = types[key].equals(INT64) ? FieldType.DECIMAL : FieldType.TEXT;
                    }
                }
            } while (!fields.isLast());
        }
        areKnown |= hasRows;
    }

    private static boolean fits(MemorySegment text, FieldCursor field, FieldType type) {
        return field.from() == field.to() || type.accepts(text, field.from(), field.to());
    }

    /** Says how to state the type that a field does not have, if it was guessed. */
    String advice(TableException e) {
        return e.key() >= 0 && e.key() < guessed.length && guessed[e.key()]
                ? "; that is the type of the first rows: state another one by text(), decimal() or type(KeyType)"
                : "";
    }
}
