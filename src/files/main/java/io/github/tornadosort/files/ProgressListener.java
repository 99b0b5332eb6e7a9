package io.github.tornadosort.files;

import java.util.function.LongConsumer;

/** Is told how far a sort of files has come. Its methods may be called on any thread. */
@FunctionalInterface
public interface ProgressListener {
    /** Ignores everything. */
    ProgressListener NONE = (task, bytes) -> new Step() {};

    /** The length of a task that is not known. */
    long UNKNOWN = -1;

    /**
     * Begins a step of the sort.
     *
     * @param task what is done, in a word or two: {@code read}, {@code sort}, {@code merge}
     * @param bytes the length of the step, or {@link #UNKNOWN}
     * @return receives what has been done
     */
    Step begin(String task, long bytes);

    /**
     * Receives a line about what was guessed: the header or the types of columns.
     *
     * @param message one line
     */
    default void note(String message) {}

    /** A step of a sort. */
    interface Step extends LongConsumer, AutoCloseable {
        /** Adds a number of bytes to those that have been done. */
        @Override
        default void accept(long bytes) {}

        /** Ends the step, also if it failed. May be called again. */
        @Override
        default void close() {}
    }
}
