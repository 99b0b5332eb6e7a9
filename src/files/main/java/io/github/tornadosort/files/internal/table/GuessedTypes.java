package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * The types of keys. A type that was not given is guessed: int64 if all fields have it, otherwise decimal, otherwise text. The
 * first rows lead to a guess; each later field that does not have the type widens it.
 */
public final class GuessedTypes {
    private static final FieldType INT64 = new FieldType(KeyType.INT64);
    private static final int SAMPLE = 1000;

    private final FieldType[] types;
    private final boolean[] guessed;
    private boolean used;

    /** @param keys the keys of a command line */
    public GuessedTypes(List<TableKey> keys) {
        this.types = new FieldType[keys.size()];
        this.guessed = new boolean[keys.size()];
        Arrays.setAll(types, key -> keys.get(key).type() == null ? INT64 : keys.get(key).type());
        for (int key = 0; key < guessed.length; key++) {
            guessed[key] = keys.get(key).type() == null;
        }
    }

    /** Begins to read all rows again. */
    public void restart() {
        used = false;
    }

    /** Says that rows were encoded with these types. If one is widened then, all rows must be read again. */
    void use() {
        used = true;
    }

    boolean areUsed() {
        return used;
    }

    FieldType type(int key) {
        return types[key];
    }

    boolean isGuessed(int key) {
        return guessed[key];
    }

    private void widen(int key) {
        types[key] = types[key].equals(INT64) ? FieldType.DECIMAL : FieldType.TEXT;
    }

    /** Widens the type that does not fit a field. Returns false if that is not the problem, or the type was given. */
    boolean widen(TableException e) {
        boolean wrongGuess = e.key() >= 0 && guessed[e.key()];
        if (wrongGuess) {
            widen(e.key());
        }
        return wrongGuess;
    }

    /** Widens the types until they fit the first rows of a text. Returns whether one was widened. */
    boolean guess(MemorySegment text, FieldCursor fields, long end, int[] columns) throws TableException {
        boolean widened = false;
        for (int row = 0; row < SAMPLE && fields.position() < end; row++) {
            do {
                fields.next();
                for (int key = 0; key < columns.length; key++) {
                    while (columns[key] == fields.column() && guessed[key] && !fits(text, fields, types[key])) {
                        widen(key);
                        widened = true;
                    }
                }
            } while (!fields.isLast());
        }
        return widened;
    }

    private static boolean fits(MemorySegment text, FieldCursor field, FieldType type) {
        return field.from() == field.to() || type.accepts(text, field.from(), field.to());
    }
}
