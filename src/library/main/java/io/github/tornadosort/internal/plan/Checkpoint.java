package io.github.tornadosort.internal.plan;

import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Called by the host loop before each execution on the device and before each copy from it, while the caller's memory is still
 * unchanged. A checkpoint can cancel a sort. Tests use it to make a sort fail or return a wrong result.
 */
@FunctionalInterface
public interface Checkpoint {
    /** Cancels the sort if the current thread is interrupted. The interrupt status stays set. */
    Checkpoint INTERRUPTS = _ -> {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while sorting; the keys are unchanged");
        }
    };

    /**
     * Returns normally if the sort may continue; otherwise throws the exception with which it ends.
     *
     * @param parameters the parameters of the kernels that run next
     */
    void check(IntArray parameters);
}
