package io.github.tornadosort.files.internal.table;

import java.lang.foreign.MemorySegment;

/** Reads rows one after the other, and encodes the keys of each as a byte string. */
public interface RowEncoder {
    /** Moves to the start of a row. */
    void moveTo(long row);

    /** Returns the start of the next row. */
    long position();

    /**
     * Reads the next row, and appends its keys.
     *
     * @throws TableException if the row is not as expected
     */
    void encode(EncodedKeys to) throws TableException;
}
