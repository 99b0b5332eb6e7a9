package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Column;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.FewKeys32;
import io.github.tornadosort.internal.host.keys.FewKeys64;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.order.OrderedKeys.Reader;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.concurrent.atomic.AtomicBoolean;

/** Compares every key with the previous one: checks whether keys are sorted, and finds runs of equal keys. */
public final class SortedKeys {
    private SortedKeys() {}

    /** Returns whether the keys are sorted. */
    public static boolean areSorted(Column keys, SortOptions options) {
        long n = keys.size();
        long first = n <= HostPolicy.FEW_TO_READ ? n : HostPolicy.FEW;
        if (!isRangeSorted(keys, options, 0, first)) {
            return false;
        }
        AtomicBoolean descends = new AtomicBoolean();
        ParallelRanges.each((int) Math.ceilDiv(n - first, HostPolicy.SLICE), block -> {
            long from = first + (long) HostPolicy.SLICE * block;
            // A block begins with the last key of the one before it.
            if (!descends.get() && !isRangeSorted(keys, options, from - 1, Math.min(from + HostPolicy.SLICE, n))) {
                descends.set(true);
            }
        }, keys.segment());
        return !descends.get();
    }

    private static boolean isRangeSorted(Column keys, SortOptions options, long from, long to) {
        Column part = keys.range(from, to);
        return keys.type().bytes() == Long.BYTES ? FewKeys64.areSorted(part, options) : FewKeys32.areSorted(part, options);
    }

    /** Returns the distinct keys of sorted ones, and how often each of them occurs. */
    public static Runs runs(Column keys, SortOptions options) {
        int[] starts = starts(keys, options);
        int[] counts = HostMemory.ints(starts.length);
        for (int i = 0; i < counts.length; i++) {
            counts[i] = (i + 1 < counts.length ? starts[i + 1] : (int) keys.size()) - starts[i];
        }
        return new Runs(Gather.rows(keys, starts), counts);
    }

    /** Returns the indices at which runs of equal keys start. The keys must be sorted. */
    static int[] starts(Column keys, SortOptions options) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        int n = Math.toIntExact(keys.size());
        int parts = ParallelRanges.parts(n);
        int[] ends = new int[parts];
        ParallelRanges.each(parts, part -> ends[part] = starts(ordered, part, parts, null, 0), keys.segment());
        for (int part = 1; part < parts; part++) {
            ends[part] += ends[part - 1];
        }
        int[] all = HostMemory.ints(ends[parts - 1]);
        ParallelRanges.each(
                parts, part -> starts(ordered, part, parts, all, part == 0 ? 0 : ends[part - 1]), keys.segment());
        return all;
    }

    /** Returns the number of runs that start in a part, and writes where they do to an array from an index on, unless it is null. */
    private static int starts(OrderedKeys ordered, int part, int parts, int[] to, int index) {
        int begin = (int) ParallelRanges.start(ordered.size(), parts, part);
        int end = (int) ParallelRanges.start(ordered.size(), parts, part + 1);
        // Each tile follows the key before it.
        long[] tile = new long[Math.min(Reader.TILE, end - begin) + 1];
        int[] found = new int[tile.length];
        Reader reader = ordered.reader(tile.length);
        int next = index;
        for (int at = begin; at < end; at += Reader.TILE) {
            int n = Math.min(Reader.TILE, end - at);
            int before = Math.min(at, 1);
            reader.read(at - before, n + before, tile, 1 - before);
            if (at == 0) {
                tile[0] = ~tile[1];
            }
            int count = starts(tile, n, at, found);
            if (to != null) {
                System.arraycopy(found, 0, to, next, count);
            }
            next += count;
        }
        return next - index;
    }

    /** Without a branch, since the lengths of runs cannot be predicted. */
    private static int starts(long[] tile, int n, int first, int[] to) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            long difference = tile[i] ^ tile[i + 1];
            to[count] = first + i;
            count += (int) ((difference | -difference) >>> Long.SIZE - 1);
        }
        return count;
    }
}
