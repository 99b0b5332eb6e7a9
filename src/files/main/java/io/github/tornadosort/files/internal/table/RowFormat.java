package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunOrder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;

/** What files of rows hold: where rows end, and the keys that they are sorted by. One sort, merge and check use it. */
public interface RowFormat {
    /** Bytes of a buffer for rows that are not filled from the file. */
    int SLACK = 2 * Long.BYTES;

    /** Encodes the keys of rows as byte strings. One thread uses it. */
    interface Encoder {
        /**
         * Reads a row, and appends its keys.
         *
         * @param text rows, the last of which ends at {@code end}, and at least eight more bytes
         * @return the end of the row
         * @throws TableException if the row is not as expected
         */
        int encode(byte[] text, int row, int end, EncodedKeys to) throws TableException;
    }

    /** Returns what a row is, for messages: {@code line}. */
    String kind();

    /** Returns where rows end. */
    RowEnds ends();

    /**
     * Returns how runs of rows are stored and compared.
     *
     * @param compressed whether runs are compressed
     */
    default RunOrder order(boolean compressed) {
        return new RunOrder(KeyedRows.KEYED, false, null, compressed);
    }

    /** Returns whether rows without their last byte are their own keys. */
    default boolean areRowsKeys() {
        return false;
    }

    /** Returns the length of the end of a row. */
    default int endLength(MemorySegment row) {
        long size = row.byteSize();
        boolean mayHaveTwo = ends().table() != null && size > 1;
        return ends().width() > 0 ? 0 : mayHaveTwo && row.get(ValueLayout.JAVA_BYTE, size - 2) == '\r' ? 2 : 1;
    }

    /**
     * Opens the bytes of files, one after the other. Between two of them there is the end of a row.
     *
     * @param temporary the folder for temporary files, if they are needed
     */
    Parts open(List<Path> files, Path temporary) throws IOException;

    /**
     * Looks at the first rows of an input, before their keys are encoded.
     *
     * @throws FileSortException if the rows have no such keys, or other columns than those of the inputs before
     */
    default void begin(RowReader input) throws FileSortException {}

    /** Returns what encodes the keys of rows on one thread. */
    Encoder encoder();

    /** Says that a row is not in order. */
    String disorder(MemorySegment row, boolean isEqual);

    /** Says what is wrong with a row or a field, and names its column. */
    default String explain(TableException e) {
        return ": " + e.getMessage();
    }

    /** Says what was guessed, after all rows were read. */
    default void end(List<Path> inputs) {}
}
