package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.BlockCheck32;
import io.github.tornadosort.internal.kernel.BlockCheck64;
import io.github.tornadosort.internal.kernel.BlockRadix32;
import io.github.tornadosort.internal.kernel.BlockRadix64;
import io.github.tornadosort.internal.kernel.BlockSurvey32;
import io.github.tornadosort.internal.kernel.BlockSurvey64;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task5;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task6;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task8;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The kernel set for CPUs: {@code @Parallel} loops over blocks, for keys of one width. {@link BlockTasks} adds them to
 * graphs.
 *
 * @param <K> type of the arrays of keys
 */
record BlockKernels<K>(
        Task5<K, IntArray, IntArray, Integer, Integer> survey,
        Task6<K, IntArray, IntArray, Integer, Integer, Integer> upsweep,
        Task10<K, K, IntArray, IntArray, IntArray, IntArray, Integer, Integer, Integer, Integer> downsweep,
        Task6<K, IntArray, LongArray, IntArray, Integer, Integer> checksum,
        Task8<K, K, IntArray, LongArray, IntArray, Integer, Integer, Integer> order) {

    private static final BlockKernels<IntArray> OF_INTS = new BlockKernels<>(
            BlockSurvey32::survey,
            BlockRadix32::upsweep,
            BlockRadix32::downsweep,
            BlockCheck32::checksum,
            BlockCheck32::order);

    private static final BlockKernels<LongArray> OF_LONGS = new BlockKernels<>(
            BlockSurvey64::survey,
            BlockRadix64::upsweep,
            BlockRadix64::downsweep,
            BlockCheck64::checksum,
            BlockCheck64::order);

    /** Returns the kernels for keys of the shape's width. */
    static BlockKernels<?> of(PlanShape shape) {
        return shape.bytes() == Long.BYTES ? OF_LONGS : OF_INTS;
    }
}
