package io.github.tornadosort.graph;

import java.util.concurrent.CancellationException;

/**
 * What the host loop calls before each execution on the device, while the caller's memory is still as it was: the place to
 * give a sort up, and for tests to make one fail.
 */
@FunctionalInterface
public interface Checkpoint {
    /** Gives up when the thread was interrupted; its flag stays set. */
    Checkpoint INTERRUPTS = () -> {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while sorting; the keys are as they were");
        }
    };

    /** Returns, or throws what the sort then ends with. */
    void check();
}
