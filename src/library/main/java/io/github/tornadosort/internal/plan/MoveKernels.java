package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.BlockMove;
import io.github.tornadosort.internal.kernel.GroupMove;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task4;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task5;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Kernels of both families that copy one array to another. The elements of the two arrays may differ in width.
 *
 * @param <F> type of the array to read
 * @param <T> type of the array to write
 */
record MoveKernels<F, T>(
        Task4<F, T, IntArray, Integer> onBlocks, Task5<KernelContext, F, T, IntArray, Integer> onGroups) {

    /**
     * Returns the kernels for elements of the given sizes.
     *
     * @param from bytes per element to read
     * @param to bytes per element to write
     */
    static MoveKernels<?, ?> between(int from, int to) {
        if (from == to) {
            return from == Long.BYTES
                    ? new MoveKernels<>(BlockMove::move64, GroupMove::move64)
                    : new MoveKernels<>(BlockMove::move32, GroupMove::move32);
        }
        return switch (Math.min(from, to)) {
            case Byte.BYTES ->
                from < to
                        ? new MoveKernels<>(BlockMove::widen8, GroupMove::widen8)
                        : new MoveKernels<>(BlockMove::narrow8, GroupMove::narrow8);
            default ->
                from < to
                        ? new MoveKernels<>(BlockMove::widen16, GroupMove::widen16)
                        : new MoveKernels<>(BlockMove::narrow16, GroupMove::narrow16);
        };
    }
}
