package io.github.tornadosort.files.internal.table;

/** Encodes the keys of rows as byte strings. One thread uses it. */
public interface RowEncoder {
    /**
     * Reads a row, and appends its keys.
     *
     * @param text rows, the last of which ends at {@code end}, and at least eight more bytes
     * @return the end of the row
     * @throws TableException if the row is not as expected
     */
    int encode(byte[] text, int row, int end, EncodedKeys to) throws TableException;
}
