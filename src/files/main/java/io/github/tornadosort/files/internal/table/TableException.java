package io.github.tornadosort.files.internal.table;

/** Thrown if a table is not as expected. The message is one line, without the position. */
public final class TableException extends Exception {
    private static final long serialVersionUID = 1;

    /** No column. */
    public static final int ROW = -1;

    private final long offset;
    private final int column;
    private final int key;

    /**
     * @param offset of the first byte of the row or field, in the memory that is read
     * @param column index of the column, or {@link #ROW}
     */
    public TableException(long offset, int column, String message) {
        this(offset, column, -1, message);
    }

    /** @param key index of the key that the field does not fit */
    TableException(long offset, int column, int key, String message) {
        super(message);
        this.offset = offset;
        this.column = column;
        this.key = key;
    }

    /** Returns this exception for a text that begins at an offset of the memory. */
    TableException after(long start) {
        return new TableException(start + offset, column, key, getMessage());
    }

    /** Returns the offset of the first byte of the row or field in the memory that was read. */
    public long offset() {
        return offset;
    }

    int column() {
        return column;
    }

    /** Returns the index of the key whose type a field does not have, or -1 if that is not the problem. */
    int key() {
        return key;
    }
}
