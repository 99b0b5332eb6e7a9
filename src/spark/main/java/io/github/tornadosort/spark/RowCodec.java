package io.github.tornadosort.spark;

import java.io.Serializable;

/** Writes the elements of an RDD as rows of bytes, and reads them. */
interface RowCodec<T> extends Serializable {
    RowFormat format();

    /** Writes an element. */
    void write(T element, RowBuffer row);

    /** Reads the element of the row that starts at an index. */
    T read(byte[] bytes, int row);
}
