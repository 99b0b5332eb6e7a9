package io.github.tornadosort.spark;

import java.io.DataInputStream;
import java.util.List;

/** Sorts blocks that fit in memory. */
interface RunSort<T> {
    /** Returns bytes that are needed to sort this number of rows, in addition to the blocks. */
    long sortBytes(long rows);

    /** Returns bytes that a cursor of a sort uses. */
    long cursorBytes(long rows, long blockBytes);

    /**
     * Sorts blocks.
     *
     * @param blocks in the order of the input; the sort may remove them from the list to free their memory
     */
    Cursor<T> sort(List<byte[]> blocks, int rows);

    /** Returns a cursor over rows that a cursor has written. */
    Cursor<T> read(DataInputStream in, long rows);
}
