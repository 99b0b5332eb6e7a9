package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.kernel.GroupBuckets32;
import io.github.tornadosort.internal.kernel.GroupBuckets64;
import io.github.tornadosort.internal.kernel.GroupCheck32;
import io.github.tornadosort.internal.kernel.GroupCheck64;
import io.github.tornadosort.internal.kernel.GroupRadix32;
import io.github.tornadosort.internal.kernel.GroupRadix64;
import io.github.tornadosort.internal.kernel.GroupRadixKeys32;
import io.github.tornadosort.internal.kernel.GroupRadixPairs32;
import io.github.tornadosort.internal.kernel.GroupSample32;
import io.github.tornadosort.internal.kernel.GroupSample64;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task14;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task7;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task8;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task9;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The kernel set for GPUs: work-groups with local memory, for keys of one width. The upsweep of the first pass also surveys
 * the keys, so this set has no survey kernel. {@link GroupTasks} adds them to graphs.
 *
 * @param <K> type of the arrays of keys
 */
record GroupKernels<K>(
        Task8<KernelContext, K, IntArray, IntArray, IntArray, Integer, Integer, Integer> upsweep,
        Task14<KernelContext, K, K, IntArray, IntArray, IntArray, IntArray, IntArray,
                Integer, Integer, Integer, Integer, Integer, Integer> downsweep,
        Task9<KernelContext, K, IntArray, LongArray, IntArray, Integer, Integer, Integer, Integer> checksum,
        Task7<KernelContext, K, IntArray, IntArray, Integer, Integer, Integer> sample,
        Task7<KernelContext, K, IntArray, IntArray, IntArray, Integer, Integer> bounds,
        Task8<KernelContext, K, IntArray, IntArray, IntArray, Integer, Integer, Integer> buckets) {

    private static final GroupKernels<IntArray> OF_INTS = new GroupKernels<>(
            GroupRadix32::upsweep, GroupRadix32::downsweep, GroupCheck32::checksum, GroupSample32::sample,
            GroupBuckets32::bounds,
            GroupBuckets32::sort);

    private static final GroupKernels<LongArray> OF_LONGS = new GroupKernels<>(
            GroupRadix64::upsweep, GroupRadix64::downsweep, GroupCheck64::checksum, GroupSample64::sample,
            GroupBuckets64::bounds,
            GroupBuckets64::sort);

    private static final GroupKernels<IntArray> OF_MANY_INTS = new GroupKernels<>(
            GroupRadix32::upsweep, GroupRadixKeys32::downsweep, GroupCheck32::checksum, GroupSample32::sample,
            GroupBuckets32::bounds,
            GroupBuckets32::sort);

    private static final GroupKernels<IntArray> OF_MANY_PAIRS = new GroupKernels<>(
            GroupRadix32::upsweep, GroupRadixPairs32::downsweep, GroupCheck32::checksum, GroupSample32::sample,
            GroupBuckets32::bounds,
            GroupBuckets32::sort);

    /** Returns the kernels for keys of the shape's width. */
    static GroupKernels<?> of(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        if (shape.bytes() == Long.BYTES) {
            return OF_LONGS;
        }
        if (buffers.tileFactor() == 1) {
            return OF_INTS;
        }
        return shape.withValues() ? OF_MANY_PAIRS : OF_MANY_INTS;
    }
}
