package io.github.tornadosort.spark;

import java.io.DataOutputStream;
import java.io.IOException;

/** Reads the rows of a sorted run, from memory or from disk. Cursors are ordered by the keys of their current rows. */
interface Cursor<T> extends Comparable<Cursor<T>> {
    /** Moves to the next row. Returns false after the last one. */
    boolean advance() throws IOException;

    /** Returns the current row. */
    T row();

    /** Writes the current row. */
    void write(DataOutputStream out) throws IOException;
}
