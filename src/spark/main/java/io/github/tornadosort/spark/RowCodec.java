package io.github.tornadosort.spark;

import java.io.Serializable;
import java.util.Arrays;

/** Writes the elements of an RDD as rows of bytes, and reads them. */
interface RowCodec<T> extends Serializable {
    RowFormat format();

    /** Writes an element. */
    void write(T element, RowBuffer row);

    /** Reads the element of a row, which starts at index 0. */
    T read(byte[] bytes, int length);

    /** Returns the key of an element. */
    default byte[] key(T element) {
        RowBuffer row = new RowBuffer();
        write(element, row);
        return Arrays.copyOfRange(row.bytes(), format().keyOffset(), format().keyOffset() + format().keyBytes());
    }
}
