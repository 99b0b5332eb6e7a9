package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.OrderedCopy;
import java.lang.foreign.MemorySegment;

/** Rows that are sorted together, and where to sort them to. */
public interface Bucket {
    /** Length of the longest bucket that one core sorts. */
    long MAX_BYTES = 1 << 21;

    /** Rows with the strings that they are sorted by. */
    interface Rows extends OrderedCopy.Rows {
        /** Returns the strings. */
        RowBytes keys();

        /** Returns the bytes of the rows, which may be the keys themselves. */
        RowBytes bytes();

        /** Returns how many of the last bytes of each row are to be replaced by a line end: 0, 1 for LF, or 2 for CR LF. */
        int endLength();

        @Override
        default long length(int[] order, int from, int to) {
            return bytes().length(order, from, to);
        }

        /** Copies rows with their ends. */
        @Override
        default void copy(int[] order, int from, int to, MemorySegment target) {
            bytes().copy(order, from, to, target, endLength());
        }
    }

    /** Returns the rows. */
    Rows rows();

    /** Returns memory for the rows. */
    MemorySegment target();
}
