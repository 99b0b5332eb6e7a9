package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Sorts keys of 8 or 16 bits by counting how often each value occurs. The counts determine the result, so that no copy of the keys is
 * needed.
 */
final class CountingSort {
    private static final int TILE = Long.BYTES * HostPolicy.TILE;

    private final MemorySegment keys;
    private final int n;
    private final int width;
    private final int values;
    private final int flip;
    /** For each part: the counters of its values, in order, and the keys of either width that are read or written at a time. */
    private final int[][] counters;
    private final byte[][] bytes;
    private final short[][] shorts;

    /** Allocates all memory that is needed when the first key is overwritten. */
    private CountingSort(Column keys, boolean descending, int parts, HostBuffers buffers) {
        this.keys = keys.segment();
        this.n = Math.toIntExact(keys.size());
        this.width = keys.type().bytes();
        this.values = 1 << keys.type().bits();
        this.flip = (int) OrderedKeys.flip(keys.type(), descending) & values - 1;
        this.counters = new int[parts][];
        this.bytes = new byte[parts][width == Byte.BYTES ? TILE : 0];
        this.shorts = new short[parts][width == Short.BYTES ? TILE / Short.BYTES : 0];
        for (int part = 0; part < parts; part++) {
            counters[part] = buffers.ints(values);
        }
    }

    /**
     * Sorts keys in place.
     *
     * @throws OutOfMemoryError if there is no memory for the counters; the keys are unchanged then
     */
    static void sort(Column keys, boolean descending, int threads, HostBuffers buffers) {
        int parts = Math.clamp(keys.size() / HostPolicy.CACHED, 1, threads);
        CountingSort sort = new CountingSort(keys, descending, parts, buffers);
        sort.run(parts);
        for (int[] ofPart : sort.counters) {
            buffers.release(ofPart);
        }
    }

    private void run(int parts) {
        try (Crew crew = new Crew(parts)) {
            crew.loop(parts, (part, thread) -> count(bound(n, parts, part), bound(n, parts, part + 1), part));
            crew.loop(parts, (part, thread) -> add(bound(values, parts, part), bound(values, parts, part + 1)));
            // The keys are computed from the counters, so that a part can be written again if it fails.
            try {
                crew.loop(parts, (part, thread) -> fill(bound(n, parts, part), bound(n, parts, part + 1), part));
            } catch (Throwable e) {
                Loop.repeat(() -> fill(0, n, 0));
            }
        }
    }

    private static int bound(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    private void count(int first, int end, int part) {
        Arrays.fill(counters[part], 0, values, 0);
        for (int at = first, m; (m = Math.min(TILE / width, end - at)) > 0; at += m) {
            if (width == Byte.BYTES) {
                MemorySegment.copy(keys, ValueLayout.JAVA_BYTE, at, bytes[part], 0, m);
                count(bytes[part], m, flip, counters[part]);
            } else {
                MemorySegment.copy(keys, Layouts.SHORT, (long) Short.BYTES * at, shorts[part], 0, m);
                count(shorts[part], m, flip, counters[part]);
            }
        }
    }

    private static void count(byte[] keys, int m, int flip, int[] counters) {
        for (int i = 0; i < m; i++) {
            counters[keys[i] & 0xff ^ flip]++;
        }
    }

    private static void count(short[] keys, int m, int flip, int[] counters) {
        for (int i = 0; i < m; i++) {
            counters[keys[i] & 0xffff ^ flip]++;
        }
    }

    /** Adds all counters of some values to those of the first part. */
    private void add(int from, int to) {
        int[] sums = counters[0];
        for (int part = 1; part < counters.length; part++) {
            int[] other = counters[part];
            for (int value = from; value < to; value++) {
                sums[value] += other[value];
            }
        }
    }

    /** Writes the sorted keys from one index to another. */
    private void fill(int first, int end, int part) {
        int value = 0;
        int upTo = counters[0][0];
        for (int at = first, m; (m = Math.min(TILE / width, end - at)) > 0; at += m) {
            for (int i = 0, to; i < m; i = to) {
                while (upTo <= at + i) {
                    upTo += counters[0][++value];
                }
                to = Math.min(m, upTo - at);
                if (width == Byte.BYTES) {
                    Arrays.fill(bytes[part], i, to, (byte) (value ^ flip));
                } else {
                    fill(shorts[part], i, to, (short) (value ^ flip));
                }
            }
            if (width == Byte.BYTES) {
                MemorySegment.copy(bytes[part], 0, keys, ValueLayout.JAVA_BYTE, at, m);
            } else {
                MemorySegment.copy(shorts[part], 0, keys, Layouts.SHORT, (long) Short.BYTES * at, m);
            }
        }
    }

    /** As {@link Arrays#fill}, which takes longer for the few keys of most values of 16 bits. */
    private static void fill(short[] keys, int from, int to, short key) {
        for (int i = from; i < to; i++) {
            keys[i] = key;
        }
    }
}
