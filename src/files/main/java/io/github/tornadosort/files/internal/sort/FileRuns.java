package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.Runs;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.runs.StoredRun;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Sorted files of rows of a fixed width. Of equal rows, those of an earlier file come first.
 *
 * @param name of the files in messages
 * @param files the open files, which check the order of what they read
 */
record FileRuns(Path name, RowOrder rows, List<KeyReader> files) implements Runs {
    @Override
    public RunOrder order() {
        return new RunOrder(rows, false, null);
    }

    @Override
    public int count() {
        return files.size();
    }

    @Override
    public long bytes() {
        return files.stream().mapToLong(KeyReader::bytes).sum();
    }

    @Override
    public long longest() {
        return rows.width();
    }

    @Override
    public SortedRun open(int run, MemorySegment memory, LongConsumer progress) {
        KeyReader file = files.get(run);
        return new StoredRun(run, order(), name, file, file.count() * rows.width(), memory, rows.width(), progress) {
            @Override
            public void close() throws FileSortException {
                super.close();
                file.close();
            }
        };
    }

    /** Does nothing: the files are closed by who has opened them. */
    @Override
    public void close() {}
}
