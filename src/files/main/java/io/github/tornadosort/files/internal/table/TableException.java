package io.github.tornadosort.files.internal.table;

/** Thrown if a table is not as expected. The message is one line, without the position. */
public final class TableException extends Exception {
    private static final long serialVersionUID = 1;

    /** No column, and no key. */
    static final int NONE = -1;

    /** The offset of the first byte of the row or field in the memory that is read. */
    final long offset;
    /** The index of the column, or {@link #NONE}. */
    final int column;
    /** The index of the key whose type a field does not have, or {@link #NONE} if that is not the problem. */
    final int key;

    TableException(long offset, int column, int key, String message) {
        super(message);
        this.offset = offset;
        this.column = column;
        this.key = key;
    }

    /** Returns an exception for a row as a whole. */
    static TableException ofRow(long offset, String message) {
        return new TableException(offset, NONE, NONE, message);
    }
}
