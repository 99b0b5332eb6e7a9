package io.github.tornadosort.files.internal.runs;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * Runs to merge.
 *
 * @param bytes the size of all runs
 * @param longest the size of the longest row of a run, with all that is stored of it; at least 1
 * @param source has the runs, and is closed with them
 */
public record Runs(RunOrder order, int count, long bytes, long longest, Opening opening, Closeable source)
        implements Closeable {
    /** Opens runs. */
    public interface Opening {
        /**
         * Opens a run before its first row.
         *
         * @param memory for at least four of the longest rows
         * @param progress receives the number of bytes read since the last call
         */
        SortedRun open(int run, MemorySegment memory, LongConsumer progress) throws IOException;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
