package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Sorts keys of 8 or 16 bits by counting how often each value occurs. It needs no copy of the keys, because the counts determine
 * the result.
 */
final class CountingSort {
    /** Keys that a thread counts, as a power of two: to clear, add and read its 65,536 counters takes a part of that time. */
    static final int PART_LOG = 18;
    /** Keys that are read at a time; they stay in the first-level cache. */
    private static final int TILE = 2048;
    /** Tables of counters of bytes. Consecutive keys are counted in different ones, so that equal keys do not wait for each other. */
    private static final int TABLES_OF_BYTES = 2;

    private final MemorySegment keys;
    private final boolean bytes;
    private final int n;
    private final int values;
    private final int tables;
    private final int flip;

    private final HostBuffers buffers;

    private CountingSort(Column keys, boolean descending, HostBuffers buffers) {
        this.buffers = buffers;
        this.keys = keys.segment();
        this.bytes = keys.type().bytes() == Byte.BYTES;
        this.n = Math.toIntExact(keys.size());
        this.values = 1 << keys.type().bits();
        this.tables = bytes ? TABLES_OF_BYTES : 1;
        this.flip = (int) OrderedKeys.flip(keys.type(), descending) & values - 1;
    }

    /**
     * Sorts keys in place on all cores.
     *
     * @throws OutOfMemoryError if there is no memory for the counters; the keys are unchanged then
     */
    static void sort(Column keys, boolean descending, HostBuffers buffers) {
        new CountingSort(keys, descending, buffers).sort(Loop.threads(keys.segment()));
    }

    private void sort(int threads) {
        int parts = Math.clamp(n >> PART_LOG, 1, threads);
        int[][] counters = new int[parts][];
        short[][] tiles = new short[parts][TILE];
        int[] ends = buffers.ints(values);
        try (Crew crew = new Crew(parts)) {
            crew.loop(parts, (part, thread) -> {
                counters[part] = buffers.ints(tables * values);
                count(bound(n, parts, part), bound(n, parts, part + 1), tiles[part], counters[part]);
            });
            crew.loop(parts, (part, thread) -> add(counters, bound(values, parts, part), bound(values, parts, part + 1)));
            int end = 0;
            for (int word = 0; word < values; word++) {
                end += counters[0][word ^ flip];
                ends[word] = end;
            }
            // The keys are computed from the counters, so that a part can be written again if it fails.
            try {
                crew.loop(parts,
                        (part, thread) -> fill(bound(n, parts, part), bound(n, parts, part + 1), ends, tiles[part]));
            } catch (RuntimeException | Error e) {
                Loop.repeat(() -> fill(0, n, ends, tiles[0]));
            }
        } finally {
            for (int[] ofPart : counters) {
                if (ofPart != null) {
                    buffers.release(ofPart);
                }
            }
            buffers.release(ends);
        }
    }

    private static int bound(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    private void count(int first, int end, short[] tile, int[] counters) {
        Arrays.fill(counters, 0, tables * values, 0);
        for (int at = first; at < end; at += TILE) {
            int m = Math.min(TILE, end - at);
            load(at, m, tile);
            count(tile, m, values - 1, (tables - 1) * values, counters);
        }
    }

    /** Copies keys to a tile; bytes two at a time would be counted in one table, so they become shorts. */
    private void load(int at, int m, short[] tile) {
        if (bytes) {
            for (int i = 0; i < m; i++) {
                tile[i] = keys.get(ValueLayout.JAVA_BYTE, at + i);
            }
        } else {
            MemorySegment.copy(keys, Layouts.SHORT, (long) Short.BYTES * at, tile, 0, m);
        }
    }

    /** @param second the index of the table for every second key */
    private static void count(short[] tile, int m, int mask, int second, int[] counters) {
        int i = 0;
        for (; i + 1 < m; i += 2) {
            counters[tile[i] & mask]++;
            counters[second + (tile[i + 1] & mask)]++;
        }
        if (i < m) {
            counters[tile[i] & mask]++;
        }
    }

    /** Adds all counters of some values to those of the first table. */
    private void add(int[][] counters, int from, int to) {
        int[] sums = counters[0];
        for (int[] other : counters) {
            for (int table = other == sums ? values : 0; table < tables * values; table += values) {
                for (int value = from; value < to; value++) {
                    sums[value] += other[table + value];
                }
            }
        }
    }

    /**
     * Writes the sorted keys of some indices.
     *
     * @param ends for each word, the number of keys up to it
     */
    private void fill(int first, int end, int[] ends, short[] tile) {
        int found = Arrays.binarySearch(ends, 0, values, first);
        int word = found < 0 ? -found - 1 : found;
        int used = 0;
        int at = first;
        while (at + used < end) {
            while (ends[word] <= at + used) {
                word++;
            }
            int to = Math.min(Math.min(ends[word], end) - at, TILE);
            short key = (short) (word ^ flip);
            while (used < to) {
                tile[used++] = key;
            }
            if (used == TILE || at + used == end) {
                store(at, used, tile);
                at += used;
                used = 0;
            }
        }
    }

    private void store(int at, int m, short[] tile) {
        if (bytes) {
            for (int i = 0; i < m; i++) {
                keys.set(ValueLayout.JAVA_BYTE, at + i, (byte) tile[i]);
            }
        } else {
            MemorySegment.copy(tile, 0, keys, Layouts.SHORT, (long) Short.BYTES * at, m);
        }
    }
}
