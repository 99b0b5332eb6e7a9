package io.github.tornadosort.files.internal.runs;

import java.lang.foreign.MemorySegment;

/** How the rows of a run are stored. */
public interface RunFormat {
    /**
     * Finds the first row in a range of memory, and passes it to {@link SortedRun#found}.
     *
     * @return the end of the row, or -1 if it is not in the range
     */
    long find(SortedRun run, MemorySegment memory, long from, long to);

    /** Returns the bytes that are stored before a row: none, or the lengths and the key. */
    default long extra(long keyLength, long rowLength) {
        return 0;
    }
}
