package io.github.tornadosort.internal.host.segments;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts segments of a column on the host, each by itself. Consecutive segments form parts of about the same number of keys,
 * which are sorted at the same time. A segment that is longer than a part is sorted by all cores.
 */
public final class HostSegments {
    private final int[] offsets;
    private final int segments;
    private final int parts;
    /** Length of the longest segment that is sorted by one of several threads, or by the JDK on a single one. */
    private final int maxShort;

    private HostSegments(int[] offsets, int segments) {
        this.offsets = offsets;
        this.segments = segments;
        // With parts of 2^14 keys, 16 cores sort 1,000 to 300,000 keys 0.80 times as fast.
        this.parts = Math.clamp(keys() / HostPolicy.FEW, 1, Loop.PARTS_PER_THREAD * Loop.threads());
        this.maxShort = Loop.threads() == 1 ? HostPolicy.SHARED : Math.max(keys() / parts, HostPolicy.SHARED);
    }

    /**
     * Sorts each segment in place, and moves the rows of the other columns with the keys. All memory is allocated before the
     * first key moves.
     *
     * @param keys fewer than 2<sup>31</sup> keys
     * @param offsets the start of each segment, followed by the end of the last segment; ascending, and within the column. The
     *     array may be longer.
     * @param segments number of segments
     * @param others columns with one row per key
     */
    public static void sort(
            Column keys, int[] offsets, int segments, Order order, List<Column> others, HostBuffers buffers) {
        HostSegments all = new HostSegments(offsets, segments);
        if (!others.isEmpty() || !HostKeys.areComparedByAllBits(keys, order)) {
            all.run(new SegmentRows(all, keys, order, others, buffers));
        } else if (keys.type().bytes() == Long.BYTES) {
            all.run(new SegmentKeys64(all, keys, order.isDescending(), buffers));
        } else {
            all.run(new SegmentKeys32(all, keys, order.isDescending(), buffers));
        }
    }

    /** How to sort a segment. No method but {@link #release} may fail, since other segments are sorted already. */
    interface Sort {
        /**
         * Sorts consecutive segments. Allocates nothing. To sort them again does not change them.
         *
         * @param first index of the first segment
         * @param end index after the last one
         * @param thread index of the running thread
         */
        void sort(int first, int end, int thread);

        /** Sorts one segment with all threads, on behalf of thread 0. */
        void sortLong(int segment);

        /** Returns the memory that the sort accesses. */
        MemorySegment[] accessed();

        /** Gives the buffers back. */
        void release();
    }

    private void run(Sort sort) {
        Loop[] shortOnes = {
            new Loop(parts, (part, thread) -> sortShort(sort, first(part), first(part + 1), thread), sort.accessed())
        };
        for (int first = 0; first < segments; first = endOfBatch(first, segments, maxShort)) {
            if (length(first) > maxShort) {
                sort.sortLong(first);
            }
        }
        Loop.store(shortOnes);
        sort.release();
    }

    /** Sorts the short ones of consecutive segments. */
    private void sortShort(Sort sort, int first, int end, int thread) {
        int next = first;
        for (int segment = first; segment < end; segment = next) {
            next = endOfBatch(segment, end, HostPolicy.FEW);
            if (length(segment) <= maxShort) {
                sort.sort(segment, next, thread);
            }
        }
    }

    /**
     * Returns the index after the last one of consecutive segments that together have at most the given number of keys, or after
     * the first one if that is longer. So a longer segment is a batch alone.
     */
    private int endOfBatch(int first, int end, int keys) {
        return Math.clamp(firstAbove((long) offsets[first] + keys) - 1, first + 1, end);
    }

    /** Returns the number of threads that sort segments. */
    int threads() {
        return Loop.threads(parts);
    }

    /** Returns the start of each segment, followed by the end of the last one. */
    int[] offsets() {
        return offsets;
    }

    /**
     * Returns, for each thread, the maximum number of keys that it sorts at a time.
     *
     * @param alone whether the first thread may have to sort the longest segment alone
     */
    int[] capacities(boolean alone) {
        int longest = 0;
        for (int segment = 0; segment < segments; segment++) {
            longest = Math.max(longest, length(segment));
        }
        int[] capacities = new int[threads()];
        Arrays.fill(capacities, Math.min(keys(), Math.max(HostPolicy.FEW, Math.min(longest, maxShort))));
        capacities[0] = alone ? Math.max(capacities[0], longest) : capacities[0];
        return capacities;
    }

    /** Returns the first segment of a part: the first one that does not start before the part. */
    private int first(int part) {
        int start = offsets[0] + (int) ParallelRanges.start(keys(), parts, part);
        return part == 0 ? 0 : part == parts ? segments : firstAbove(start - 1L);
    }

    /** Returns the index of the first offset that is greater than a key's index, or the number of offsets. */
    private int firstAbove(long key) {
        int low = 0;
        int high = segments + 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (offsets[middle] > key) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private int keys() {
        return offsets[segments] - offsets[0];
    }

    private int length(int segment) {
        return offsets[segment + 1] - offsets[segment];
    }
}
