package io.github.tornadosort.cli;

import io.github.tornadosort.SortStats;
import java.lang.foreign.MemorySegment;

/** Rows of one width, keys or records, and how they are sorted in memory. */
interface RowSort extends RowOrder {
    /** The most rows of one sort. */
    long mostRows();

    /** Bytes of host memory that a sort of so many rows works in, beside the rows. */
    long scratchBytes(long n);

    /** Sorts the rows in place, stably. */
    SortStats sort(MemorySegment rows);

    /** Brings the first k rows of the sorted order to the front; what is behind them is then anything. */
    default void bringFirst(MemorySegment rows, long k) {
        sort(rows);
    }
}
