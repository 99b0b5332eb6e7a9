package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** Reads the rows of files for a check. */
public interface CheckedRows {
    /** The row that was read last. */
    interface Row {
        /** Compares the row before with this one, as a comparator does. The first row comes after nothing. */
        int compareLast() throws FileSortException;

        /** Returns the bytes of the row without its end. */
        MemorySegment bytes();

        /**
         * Returns the name of this row in messages.
         *
         * @param index of the row in the files that are read
         */
        String name(long index);

        /** Returns the exception to throw if this row is not in order. */
        UnsortedException disorder(boolean isEqual);
    }

    /** Returns the name of the header in messages. */
    default String header() {
        return "the header";
    }

    /** Receives rows one after the other. */
    interface Receiver {
        void accept(Row row) throws FileSortException;
    }

    /** Returns what a row is, for messages: {@code line}. */
    String kind();

    /**
     * Reads all rows of files, one file after the other.
     *
     * @return the header of the first file, or an empty string if rows have none
     */
    String read(List<Path> files, Receiver receiver) throws IOException;
}
