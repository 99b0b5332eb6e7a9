package io.github.tornadosort.files.internal.table;

import java.lang.foreign.MemorySegment;

/** Reads rows one after the other, and encodes the keys of each as a byte string. */
public interface RowEncoder {
    /** Moves to the start of a row. */
    void moveTo(long row);

    /** Returns the start of the next row. */
    long position();

    /**
     * Reads the next row.
     *
     * @throws TableException if it is not as expected
     */
    void read() throws TableException;

    /**
     * Returns the length of the encoded keys of the row.
     *
     * @throws TableException if a key is not as expected
     */
    long length() throws TableException;

    /**
     * Encodes the keys of the row, and returns the end of the key.
     *
     * @throws TableException if a key is not as expected
     */
    long encode(MemorySegment target, long start) throws TableException;
}
