package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
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
    /** Keys that a thread counts, as a power of two: to wake it, to clear its 65,536 counters and to add them takes a part of that time. */
    static final int PART_LOG = 17;
    /** Bytes of keys that are read at a time; they stay in the first-level cache. */
    private static final int TILE = 1 << 13;
    /** Tables of counters of bytes: one for each byte of a long, so that equal keys do not wait for each other. */
    private static final int TABLES_OF_BYTES = Long.BYTES;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MemorySegment keys;
    private final int n;
    private final int width;
    private final int values;
    private final int tables;
    private final int flip;
    /** Multiplied by a key, as many copies of it as a long has room for. */
    private final long repeat;
    private final int[][] counters;
    private final byte[][] tiles;

    /** Allocates all memory that is needed when the first key is overwritten. */
    private CountingSort(Column keys, boolean descending, int parts, HostBuffers buffers) {
        this.keys = keys.segment();
        this.n = Math.toIntExact(keys.size());
        this.width = keys.type().bytes();
        this.values = 1 << keys.type().bits();
        this.tables = width == Byte.BYTES ? TABLES_OF_BYTES : 1;
        this.flip = (int) OrderedKeys.flip(keys.type(), descending) & values - 1;
        this.repeat = Long.divideUnsigned(-1L, values - 1);
        this.tiles = new byte[parts][TILE + Long.BYTES];
        this.counters = new int[parts][];
        for (int part = 0; part < parts; part++) {
            counters[part] = buffers.ints(tables * values);
        }
    }

    /**
     * Sorts keys in place.
     *
     * @throws OutOfMemoryError if there is no memory for the counters; the keys are unchanged then
     */
    static void sort(Column keys, boolean descending, int threads, HostBuffers buffers) {
        int parts = Math.clamp(keys.size() >> PART_LOG, 1, threads);
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
                crew.loop(parts, (part, thread) -> fill(bound(n, parts, part), bound(n, parts, part + 1), tiles[part]));
            } catch (RuntimeException | Error e) {
                Loop.repeat(() -> fill(0, n, tiles[0]));
            }
        }
    }

    private static int bound(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    private void count(int first, int end, int[] counters) {
        long[] tile = new long[TILE / Long.BYTES];
        Arrays.fill(counters, 0, tables * values, 0);
        int perWord = Long.BYTES / width;
        int at = first;
        for (int m; (m = Math.min(TILE / Long.BYTES, (end - at) / perWord)) > 0; at += m * perWord) {
            MemorySegment.copy(keys, Layouts.LONG, (long) width * at, tile, 0, m);
            if (width == Byte.BYTES) {
                countBytes(tile, m, counters);
            } else {
                countShorts(tile, m, counters);
            }
        }
        for (; at < end; at++) {
            int key = width == Byte.BYTES
                    ? keys.get(ValueLayout.JAVA_BYTE, at)
                    : keys.get(Layouts.SHORT, (long) Short.BYTES * at);
            counters[key & values - 1]++;
        }
    }

    private static void countBytes(long[] words, int n, int[] counters) {
        for (int i = 0; i < n; i++) {
            long word = words[i];
            counters[(int) word & 0xff]++;
            counters[0x100 + ((int) (word >>> 8) & 0xff)]++;
            counters[0x200 + ((int) (word >>> 16) & 0xff)]++;
            counters[0x300 + ((int) (word >>> 24) & 0xff)]++;
            counters[0x400 + ((int) (word >>> 32) & 0xff)]++;
            counters[0x500 + ((int) (word >>> 40) & 0xff)]++;
            counters[0x600 + ((int) (word >>> 48) & 0xff)]++;
            counters[0x700 + (int) (word >>> 56)]++;
        }
    }

    private static void countShorts(long[] words, int n, int[] counters) {
        for (int i = 0; i < n; i++) {
            long word = words[i];
            counters[(int) word & 0xffff]++;
            counters[(int) word >>> 16]++;
            counters[(int) (word >>> 32) & 0xffff]++;
            counters[(int) (word >>> 48)]++;
        }
    }

    /** Adds all counters of some values to those of the first table. */
    private void add(int from, int to) {
        int[] sums = counters[0];
        for (int[] other : counters) {
            for (int table = other == sums ? values : 0; table < tables * values; table += values) {
                for (int value = from; value < to; value++) {
                    sums[value] += other[table + value];
                }
            }
        }
    }

    /** Writes the sorted keys from one index to another: eight bytes at once, even if fewer are equal, since the next key overwrites them. */
    private void fill(int first, int end, byte[] tile) {
        int[] counts = counters[0];
        int value = 0;
        int upTo = counts[flip];
        while (upTo <= first) {
            upTo += counts[++value ^ flip];
        }
        long at = (long) width * first;
        long last = (long) width * end;
        long bytes = (long) width * (upTo - first);
        int used = 0;
        while (true) {
            long pattern = (value ^ flip) * repeat;
            LONG.set(tile, used, pattern);
            if (bytes > Long.BYTES) {
                at = fillMany(tile, used, bytes, pattern, at, last);
                used = (int) (used + bytes & TILE - 1);
            } else {
                used += (int) bytes;
            }
            if (used >= TILE || used >= last - at) {
                at = store(tile, used, at, last);
                used = 0;
                if (at == last) {
                    return;
                }
            }
            bytes = (long) width * counts[++value ^ flip];
        }
    }

    /** Writes many bytes to a tile, and stores each tile that is full. Returns where the next tile begins. */
    private long fillMany(byte[] tile, int used, long bytes, long pattern, long first, long last) {
        long at = first;
        int from = used;
        long left = used + bytes;
        for (; left >= TILE && at < last; left -= TILE, from = 0) {
            fill(tile, from, TILE, pattern);
            at = store(tile, TILE, at, last);
        }
        fill(tile, from, (int) Math.min(left, TILE), pattern);
        return at;
    }

    private static void fill(byte[] tile, int from, int to, long pattern) {
        for (int i = from; i < to; i += Long.BYTES) {
            LONG.set(tile, i, pattern);
        }
    }

    private long store(byte[] tile, int used, long at, long last) {
        int m = (int) Math.min(used, last - at);
        MemorySegment.copy(tile, 0, keys, ValueLayout.JAVA_BYTE, at, m);
        return at + m;
    }
}
