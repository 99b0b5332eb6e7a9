package io.github.tornadosort.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Native arrays on memory pages of their own. TornadoVM's PTX and CUDA backends pin the pages that an array lies on; of
 * two arrays that share a page only the first is pinned, and a copy that begins on a pinned page and ends on another fails
 * with no more than a line on standard error (seen with TornadoVM 5.2.0 on an H200).
 */
public final class DeviceArrays {
    private static final long PAGE = 4096;

    private DeviceArrays() {}

    /** A zeroed array of n ints. */
    public static IntArray ints(int n) {
        return IntArray.fromSegmentShallow(segment(n, Integer.BYTES));
    }

    /** A zeroed array of n longs. */
    public static LongArray longs(int n) {
        return LongArray.fromSegmentShallow(segment(n, Long.BYTES));
    }

    private static MemorySegment segment(long n, long bytes) {
        long size = TornadoNativeArray.ARRAY_HEADER + n * bytes;
        return Arena.ofAuto()
                .allocate(Math.ceilDiv(size, PAGE) * PAGE, PAGE)
                .asSlice(0, size);
    }
}
