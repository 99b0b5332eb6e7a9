package io.github.tornadosort.internal.plan;

import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What the host loop calls before each execution on the device and before each copy from it, while the caller's memory is
 * still as it was: the place to give a sort up, and for tests to make one fail or go wrong.
 */
@FunctionalInterface
public interface Checkpoint {
    /** Gives up when the thread was interrupted; its flag stays set. */
    Checkpoint INTERRUPTS = _ -> {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while sorting; the keys are as they were");
        }
    };

    /**
     * Returns, or throws what the sort then ends with.
     *
     * @param parameters what the kernels will be told
     */
    void check(IntArray parameters);
}
