package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortStats;
import java.lang.foreign.MemorySegment;

/** Sorts rows of a fixed width, keys or records, in memory. */
public interface RowSort {
    RowOrder order();

    /** Returns the number of bytes per row. */
    default int width() {
        return order().width();
    }

    /** Returns the maximum number of rows of one sort. */
    long mostRows();

    /** Returns the bytes of host memory that a sort of n rows needs in addition to the rows. */
    long scratchBytes(long n);

    /** Sorts the rows in place, stably. */
    SortStats sort(MemorySegment rows);

    /** Moves the first k rows of the sorted order to the front, in order. The content of the other rows is unspecified. */
    default void bringFirst(MemorySegment rows, long k) {
        sort(rows);
    }
}
