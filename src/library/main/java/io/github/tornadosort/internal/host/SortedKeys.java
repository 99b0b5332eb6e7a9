package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Compares every key with the previous one: checks whether keys are sorted, and finds runs of equal keys. */
public final class SortedKeys {
    private SortedKeys() {}

    /** Returns whether the keys are sorted. */
    public static boolean areSorted(Column keys, SortOptions options) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        long n = keys.size();
        // Most columns that are not sorted are not sorted at the start either.
        if (descends(ordered, 0, Math.min(n, Reader.TILE), () -> false)) {
            return false;
        }
        if (n <= Reader.TILE) {
            return true;
        }
        AtomicBoolean descends = new AtomicBoolean();
        ParallelRanges.ranges(n - Reader.TILE, (first, end) -> {
            if (descends(ordered, first + Reader.TILE, end + Reader.TILE, descends::get)) {
                descends.set(true);
            }
        }, keys.segment());
        return !descends.get();
    }

    /** Returns whether a key of a range is less than its predecessor, among those visited before {@code stops} returns true. */
    private static boolean descends(OrderedKeys ordered, long first, long end, BooleanSupplier stops) {
        boolean[] descends = {false};
        visitTiles(ordered, first, end, (tile, n, index) -> {
            boolean descent = false;
            for (int i = 1; i <= n; i++) {
                descent |= tile[i] < tile[i - 1];
            }
            descends[0] = descent;
            return !descent && !stops.getAsBoolean();
        });
        return descends[0];
    }

    /** Returns the indices at which runs of equal keys start. The keys must be sorted. */
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
        // The first key always starts a run.
        int[] count = {0};
        if (first == 0 && end > 0) {
            starts[count[0]++] = 0;
        }
        visitTiles(ordered, first, end, (tile, n, index) -> {
            int next = count[0];
            for (int i = 1; i <= n; i++) {
                if (tile[i] != tile[i - 1]) {
                    starts[next++] = (int) index + i;
                }
            }
            count[0] = next;
            return true;
        });
        return HostMemory.copyOf(starts, count[0]);
    }

    /** Receives keys a tile at a time. */
    private interface TileVisitor {
        /**
         * Visits n pairs of adjacent keys.
         *
         * @param tile n + 1 keys
         * @param index index of the first of them
         * @return whether to continue
         */
        boolean visit(long[] tile, int n, long index);
    }

    /** Visits every key from {@code first} to {@code end} that has a predecessor, together with it. */
    private static void visitTiles(OrderedKeys ordered, long first, long end, TileVisitor visitor) {
        long left = Math.max(first - 1, 0);
        int length = (int) Math.min(Reader.TILE, end - left);
        Reader reader = ordered.reader(length);
        long[] tile = new long[length];
        while (left + 1 < end) {
            int n = (int) Math.min(length, end - left);
            reader.read(left, n, tile);
            if (!visitor.visit(tile, n - 1, left)) {
                return;
            }
            left += n - 1;
        }
    }
}
