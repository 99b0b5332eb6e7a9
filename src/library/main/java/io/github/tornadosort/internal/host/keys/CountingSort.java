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
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Sorts keys of 8 or 16 bits by counting how often each value occurs. The counts determine the result, so that no copy of the keys is
 * needed.
 */
final class CountingSort {
    /** Bytes of keys that are read or written at a time; they stay in the first-level cache. */
    private static final int TILE = Long.BYTES * HostPolicy.TILE;
    /** Values whose counters are looked at together. If few keys have a value, most groups of sorted keys or of few values are empty. */
    private static final int GROUP = 8;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MemorySegment keys;
    private final int n;
    private final int width;
    private final int values;
    private final int flip;
    /** Multiplied by a key, as many copies of it as a long has room for. */
    private final long repeat;
    private final int[][] counters;
    private final Output[] outputs;

    /** Allocates all memory that is needed when the first key is overwritten. */
    private CountingSort(Column keys, boolean descending, int parts, HostBuffers buffers) {
        this.keys = keys.segment();
        this.n = Math.toIntExact(keys.size());
        this.width = keys.type().bytes();
        this.values = 1 << keys.type().bits();
        this.flip = (int) OrderedKeys.flip(keys.type(), descending) & values - 1;
        this.repeat = Long.divideUnsigned(-1L, values - 1);
        this.outputs = new Output[parts];
        this.counters = new int[parts][];
        for (int part = 0; part < parts; part++) {
            outputs[part] = new Output();
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
            crew.loop(parts, (part, thread) -> count(bound(n, parts, part), bound(n, parts, part + 1), counters[part]));
            crew.loop(parts, (part, thread) -> add(bound(values, parts, part), bound(values, parts, part + 1)));
            // The keys are computed from the counters, so that a part can be written again if it fails.
            try {
                crew.loop(parts, (part, thread) -> fill(bound(n, parts, part), bound(n, parts, part + 1), outputs[part]));
            } catch (Throwable e) {
                Loop.repeat(() -> fill(0, n, outputs[0]));
            }
        }
    }

    private static int bound(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    private void count(int first, int end, int[] counters) {
        Arrays.fill(counters, 0, values, 0);
        if (width == Byte.BYTES) {
            byte[] tile = new byte[TILE];
            for (int at = first, m; (m = Math.min(TILE, end - at)) > 0; at += m) {
                MemorySegment.copy(keys, ValueLayout.JAVA_BYTE, at, tile, 0, m);
                count(tile, m, counters);
            }
        } else {
            short[] tile = new short[TILE / Short.BYTES];
            for (int at = first, m; (m = Math.min(tile.length, end - at)) > 0; at += m) {
                MemorySegment.copy(keys, Layouts.SHORT, (long) Short.BYTES * at, tile, 0, m);
                count(tile, m, counters);
            }
        }
    }

    private static void count(byte[] keys, int n, int[] counters) {
        for (int i = 0; i < n; i++) {
            counters[keys[i] & 0xff]++;
        }
    }

    private static void count(short[] keys, int n, int[] counters) {
        for (int i = 0; i < n; i++) {
            counters[keys[i] & 0xffff]++;
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
    private void fill(int first, int end, Output output) {
        int[] counts = counters[0];
        int value = 0;
        int upTo = counts[flip];
        while (upTo <= first) {
            upTo += counts[++value ^ flip];
        }
        output.start((long) width * first, (long) width * end);
        output.put((value ^ flip) * repeat, (long) width * (upTo - first));
        while (++value % GROUP != 0) {
            output.put((value ^ flip) * repeat, (long) width * counts[value ^ flip]);
        }
        for (; output.isOpen(); value += GROUP) {
            output.putGroup(counts, value ^ flip);
        }
        output.store();
    }

    /** Writes keys by way of a tile. */
    private final class Output {
        /** Eight bytes are written at once, even if fewer are equal: the next key overwrites them. */
        private final byte[] tile = new byte[TILE + Long.BYTES];
        private int used;
        private long at;
        private long last;

        private void start(long first, long end) {
            used = 0;
            at = first;
            last = end;
        }

        private boolean isOpen() {
            return at + used < last;
        }

        /** Writes the keys of a group of values. The lowest three bits of the first one are all the same. */
        private void putGroup(int[] counts, int first) {
            int most = 0;
            for (int i = 0; i < GROUP; i++) {
                most |= counts[first ^ i];
            }
            for (int i = 0; most > 0 && i < GROUP; i++) {
                put((first ^ i) * repeat, (long) width * counts[first ^ i]);
            }
        }

        /** Writes equal keys. */
        private void put(long pattern, long bytes) {
            for (long left = bytes; left > 0 && isOpen();) {
                int to = (int) Math.min(TILE, used + left);
                for (int i = used; i < to; i += Long.BYTES) {
                    LONG.set(tile, i, pattern);
                }
                left -= to - used;
                used = to;
                if (used == TILE) {
                    store();
                }
            }
        }

        private void store() {
            int m = (int) Math.min(used, last - at);
            MemorySegment.copy(tile, 0, keys, ValueLayout.JAVA_BYTE, at, m);
            at += m;
            used = 0;
        }
    }
}
