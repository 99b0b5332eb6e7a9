package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.concurrent.atomic.AtomicBoolean;

/** Reads keys that are sorted, or may be: every key beside its neighbour on the left. */
public final class SortedKeys {
    private SortedKeys() {}

    /** Whether no key comes before the one on its left. */
    public static boolean areSorted(Column keys, SortOptions options) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        AtomicBoolean descends = new AtomicBoolean();
        ParallelRanges.ranges(
                keys.size(),
                (first, end) -> neighbours(ordered, first, end, (tile, n, place) -> {
                    boolean descent = false;
                    for (int i = 1; i <= n; i++) {
                        descent |= tile[i] < tile[i - 1];
                    }
                    if (descent) {
                        descends.set(true);
                    }
                    return !descends.get();
                }),
                keys.segment());
        return !descends.get();
    }

    /** Where each run of equal keys starts. */
    public static int[] starts(Column keys, SortOptions options) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        int n = Math.toIntExact(keys.size());
        int parts = ParallelRanges.parts(n);
        int[][] found = new int[parts][];
        ParallelRanges.each(
                parts,
                part -> found[part] =
                        starts(ordered, ParallelRanges.start(n, parts, part), ParallelRanges.start(n, parts, part + 1)),
                keys.segment());
        int count = 0;
        for (int[] starts : found) {
            count += starts.length;
        }
        int[] all = HostMemory.ints(count);
        int next = 0;
        for (int[] starts : found) {
            System.arraycopy(starts, 0, all, next, starts.length);
            next += starts.length;
        }
        return all;
    }

    private static int[] starts(OrderedKeys ordered, long first, long end) {
        int[] starts = HostMemory.ints((int) (end - first));
        // The first key of all starts a run; it has no neighbour that could tell.
        int[] count = {0};
        if (first == 0 && end > 0) {
            starts[count[0]++] = 0;
        }
        neighbours(ordered, first, end, (tile, n, place) -> {
            int next = count[0];
            for (int i = 1; i <= n; i++) {
                if (tile[i] != tile[i - 1]) {
                    starts[next++] = (int) place + i;
                }
            }
            count[0] = next;
            return true;
        });
        return HostMemory.copyOf(starts, count[0]);
    }

    /** Sees keys a tile at a time. */
    private interface Neighbours {
        /**
         * @param tile n + 1 keys
         * @param place of the first of them
         * @return whether to go on
         */
        boolean see(long[] tile, int n, long place);
    }

    /** Shows every key from {@code first} to {@code end} that has a neighbour on the left, beside it. */
    private static void neighbours(OrderedKeys ordered, long first, long end, Neighbours seen) {
        Reader reader = ordered.reader();
        long[] tile = new long[Reader.TILE];
        long left = Math.max(first - 1, 0);
        while (left + 1 < end) {
            int n = (int) Math.min(Reader.TILE, end - left);
            reader.read(left, n, tile);
            if (!seen.see(tile, n - 1, left)) {
                return;
            }
            left += n - 1;
        }
    }
}
