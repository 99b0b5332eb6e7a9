package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.Arrays;

/**
 * Sorts keys of 8 or 16 bits by counting how often each value occurs. The counts determine the result, so that no copy of the keys is
 * needed.
 */
final class CountingSort {
    private final OrderedKeys keys;
    private final int n;
    private final int values;
    /** For each part: the counters of its values, and the keys that are read or written at a time. */
    private final int[][] counters;
    private final int[][] tiles;

    /** Allocates all memory that is needed when the first key is overwritten. */
    private CountingSort(Column keys, boolean descending, int parts, HostBuffers buffers) {
        this.keys = new OrderedKeys(keys, descending ? Order.DESCENDING : Order.ASCENDING);
        this.n = Math.toIntExact(keys.size());
        this.values = 1 << keys.type().bits();
        this.counters = new int[parts][];
        this.tiles = new int[parts][];
        for (int part = 0; part < parts; part++) {
            counters[part] = buffers.ints(values);
            tiles[part] = HostMemory.ints(HostPolicy.TILE);
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
                crew.loop(parts, (part, thread) -> fill(bound(n, parts, part), bound(n, parts, part + 1), tiles[part]));
            } catch (Throwable e) {
                Loop.repeat(() -> fill(0, n, tiles[0]));
            }
        }
    }

    private static int bound(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    private void count(int first, int end, int part) {
        Arrays.fill(counters[part], 0, values, 0);
        for (int at = first, m; (m = Math.min(HostPolicy.TILE, end - at)) > 0; at += m) {
            keys.read(at, m, tiles[part], 0);
            count(tiles[part], m, counters[part]);
        }
    }

    private static void count(int[] words, int m, int[] counters) {
        for (int i = 0; i < m; i++) {
            counters[words[i] ^ Integer.MIN_VALUE]++;
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
    private void fill(int first, int end, int[] tile) {
        int value = 0;
        int upTo = counters[0][0];
        for (int at = first, m; (m = Math.min(tile.length, end - at)) > 0; at += m) {
            for (int i = 0; i < m;) {
                while (upTo <= at + i) {
                    upTo += counters[0][++value];
                }
                for (int to = Math.min(m, upTo - at); i < to; i++) {
                    tile[i] = value ^ Integer.MIN_VALUE;
                }
            }
            keys.write(tile, 0, m, at);
        }
    }
}
