package io.github.tornadosort.cli;

import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.TemporaryFile;
import io.github.tornadosort.cli.table.TableRows;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sorted runs of a table in a temporary file, which is created for the first run. */
final class TableRuns implements Closeable {
    private final Path folder;
    private final List<KeyReader> readers = new ArrayList<>();
    private TemporaryFile file;
    private long longest;

    TableRuns(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes a run.
     *
     * @param count number of rows of the sorted order to write
     * @param arena for buffers
     * @param bytes size of a buffer, unless a row is longer
     */
    void add(TableRows rows, int[] order, int count, Arena arena, long bytes) throws IOException {
        if (TableRun.longest(rows) > Integer.MAX_VALUE) {
            throw new CommandFailure(
                    "rows of more than " + Integer.MAX_VALUE + " bytes cannot be merged; use a larger --memory");
        }
        if (file == null) {
            file = TemporaryFile.create(folder);
        }
        longest = Math.max(longest, TableRun.longest(rows));
        long from = file.size();
        new OrderedCopy(TableRun.of(rows), order, count, arena, Math.max(bytes, longest)).into(file::append, 0);
        readers.add(file.reader(from, file.size() - from, 1));
    }

    boolean isEmpty() {
        return readers.isEmpty();
    }

    int count() {
        return readers.size();
    }

    KeyReader reader(int run) {
        return readers.get(run);
    }

    /** Returns the total size of the runs. */
    long bytes() {
        return file.size();
    }

    /** Returns the size of the longest row of a run. */
    long longest() {
        return longest;
    }

    /** Returns the number of buffers that a merge needs. */
    int buffers() {
        return readers.size() + TableMerge.OUTPUTS;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
