package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/** Reads rows with their keys, as many at a time as fit in a buffer. */
public interface RowReader {
    /** Returns the bytes before the first row that is sorted. */
    default byte[] preamble() {
        return new byte[0];
    }

    /** Returns whether all rows were returned. */
    boolean isAtEnd();

    /**
     * Returns the next rows. They are valid until the next call.
     *
     * @param limit memory in bytes for keys and for the sort
     * @param memory allocates memory that all threads can access
     * @throws FileSortException if a row is not as expected, or is too long for the buffer or the memory
     */
    KeyedRows next(long limit, SegmentAllocator memory) throws FileSortException;

    /** Returns whether rows are their own keys. The last byte of each, its end, is then 0. */
    default boolean areRowsKeys() {
        return false;
    }

    /** Returns the length of the end of a row. */
    int endLength(MemorySegment row);

    /**
     * Returns an exception that names the line of a row that is not in order.
     *
     * @param rows what was returned last
     */
    UnsortedException disorder(KeyedRows rows, int row, boolean isEqual);

    /**
     * Returns an exception that names the line of a row.
     *
     * @param rows what was returned last
     */
    FileSortException failure(KeyedRows rows, int row, String problem);
}
