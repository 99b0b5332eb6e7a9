package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.buckets.TieSort;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.RunOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** What files of rows of any length hold: how their rows and keys are found and compared. One sort, merge and check use it. */
public interface RowFormat {
    /** Bytes of a buffer for rows that are not filled from the file: the end of the last row, if it is missing, and a word. */
    int SLACK = 2 + Long.BYTES;

    /** Returns what a row is, for messages: {@code line}. */
    String kind();

    /**
     * Returns how runs of rows are stored and compared: by their keys, which are stored with them.
     *
     * @param compressed whether runs are compressed
     */
    default RunOrder order(boolean compressed) {
        return RunOrder.keyed(null, compressed);
    }

    /** Returns the length of the end of a row. */
    int endLength(MemorySegment row);

    /** Returns the order of rows whose keys are equal, or null if they stay in their order or are equal themselves. */
    default TieSort ties() {
        return null;
    }

    /** Returns a format of the same rows whose keys are always apart from them, so that a row stays as it is in the file. */
    default RowFormat withKeysApart() {
        return this;
    }

    /**
     * Opens the bytes of files, one after the other. Between two of them there is the end of a row.
     *
     * @param temporary the folder for temporary files, if they are needed
     */
    Parts open(List<Path> files, Path temporary) throws IOException;

    /**
     * Opens the rows of an input.
     *
     * @param input what {@link #open} has returned
     * @param arena for a buffer that all threads access
     * @param progress receives the number of bytes read since the last call
     * @throws FileSortException if the rows have no such keys, or other columns than those of the inputs before
     */
    RowReader read(Parts input, Budget budget, Arena arena, LongConsumer progress) throws FileSortException;

    /** Says what was guessed, after all rows were read. */
    default void end(List<Path> inputs) {}
}
