package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.Arena;

/** Writes the record batches of a table. */
interface TableWriter {
    /**
     * Writes a record batch.
     *
     * @param arena allocates memory for what is written
     */
    void write(Batch batch, Arena arena) throws FileSortException;

    /** Writes what follows the last record batch. */
    void finish() throws FileSortException;
}
