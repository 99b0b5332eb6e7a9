package io.github.tornadosort.internal.plan;

import uk.ac.manchester.tornado.api.TornadoExecutionResult;

/**
 * The outcome of a run.
 *
 * @param buffer index of the buffer that holds the sorted keys
 * @param passes number of passes executed; 0 if the keys were in order
 * @param kernelNanos time in kernels by the device's clock if timed, or the duration of all executions if not
 * @param copyInNanos time to copy to the device; 0 if not timed
 * @param compileNanos time to compile kernels; 0 if not timed, or if all have run before
 * @param last result of the last execution
 */
public record Outcome(
        int buffer,
        int passes,
        long kernelNanos,
        long copyInNanos,
        long compileNanos,
        TornadoExecutionResult last) {

    /** Returns whether the run may have moved any key. */
    public boolean moved() {
        return passes > 0;
    }
}
