package io.github.tornadosort.files.internal.runs;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Runs to merge. */
public interface Runs extends Closeable {
    RunOrder order();

    int count();

    /** Returns the size of all runs. */
    long bytes();

    /** Returns the size of the longest row of a run, with all that is stored of it; at least 1. */
    long longest();

    /**
     * Opens a run before its first row.
     *
     * @param memory for at least four of the longest rows
     * @param progress receives the number of bytes read since the last call
     */
    SortedRun open(int run, MemorySegment memory, LongConsumer progress) throws IOException;
}
