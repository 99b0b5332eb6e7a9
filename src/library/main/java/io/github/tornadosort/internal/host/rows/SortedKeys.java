package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Runs;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.FewKeys;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/** Compares every key with the previous one: checks whether keys are sorted, and finds runs of equal keys. */
public final class SortedKeys {
    private SortedKeys() {}

    /** Returns whether the keys are sorted. */
    public static boolean areSorted(Column keys, Order sortOrder) {
        long n = keys.size();
        long first = n <= HostPolicy.FEW_TO_READ ? n : HostPolicy.FEW;
        if (!FewKeys.areSorted(keys.range(0, first), sortOrder)) {
            return false;
        }
        AtomicBoolean descends = new AtomicBoolean();
        ParallelRanges.each((int) Math.ceilDiv(n - first, HostPolicy.SLICE), block -> {
            long from = first + (long) HostPolicy.SLICE * block;
            // A block begins with the last key of the one before it.
            if (!descends.get()
                    && !FewKeys.areSorted(keys.range(from - 1, Math.min(from + HostPolicy.SLICE, n)), sortOrder)) {
                descends.set(true);
            }
        }, keys.segment());
        return !descends.get();
    }

    /** Returns the distinct keys of sorted ones, and how often each of them occurs. Of equal keys, the first one is returned. */
    public static Runs runs(Column keys, Order sortOrder, HostBuffers buffers) {
        int n = Math.toIntExact(keys.size());
        int parts = ParallelRanges.parts(n);
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        // Each part lists the starts of its runs from its own first index on.
        int[] starts = buffers.ints(n);
        int[] firstRuns = new int[parts + 1];
        ParallelRanges.each(
                parts,
                part -> firstRuns[part + 1] = starts(ordered, start(n, parts, part), start(n, parts, part + 1), starts),
                keys.segment());
        int[] next = new int[parts]; // where the first run after each part starts
        for (int part = parts - 1, after = n; part >= 0; part--) {
            next[part] = after;
            after = firstRuns[part + 1] > 0 ? starts[start(n, parts, part)] : after;
        }
        for (int part = 0; part < parts; part++) {
            firstRuns[part + 1] += firstRuns[part];
        }
        int[] counts = HostMemory.ints(firstRuns[parts]);
        Column distinct = allocate(keys.type(), counts.length);
        MemorySegment order = MemorySegment.ofArray(starts);
        int width = keys.type().bytes();
        ParallelRanges.each(parts, part -> {
            int begin = start(n, parts, part);
            int run = firstRuns[part];
            int found = firstRuns[part + 1] - run;
            for (int i = 0; i < found; i++) {
                counts[run + i] = (i + 1 < found ? starts[begin + i + 1] : next[part]) - starts[begin + i];
            }
            Gather.rows(keys.segment(), order.asSlice((long) Integer.BYTES * begin),
                    distinct.segment().asSlice((long) width * run), width, 0, found);
        }, keys.segment());
        buffers.release(starts);
        return new Runs(distinct, counts);
    }

    /** Returns a new column of n keys. */
    public static Column allocate(KeyType type, int n) {
        return HostMemory.array(n, type.bytes(), size -> Column.allocate(type, size));
    }

    private static int start(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    /** Writes where the runs of equal keys start that start in a part, from the part's first index on; returns their number. */
    private static int starts(OrderedKeys ordered, int begin, int end, int[] to) {
        // Each tile follows the key before it.
        long[] tile = new long[Math.min(HostPolicy.TILE, end - begin) + 1];
        int[] ints = new int[tile.length];
        int next = begin;
        for (int at = begin, n; (n = Math.min(HostPolicy.TILE, end - at)) > 0; at += n) {
            int before = Math.min(at, 1);
            ordered.read(at - before, n + before, tile, 1 - before, ints);
            if (at == 0) {
                tile[0] = ~tile[1];
            }
            next += starts(tile, n, at, to, next);
        }
        return next - begin;
    }

    /** Without a branch, since the lengths of runs cannot be predicted. */
    private static int starts(long[] tile, int n, int first, int[] to, int next) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            long difference = tile[i] ^ tile[i + 1];
            to[next + count] = first + i;
            count += (int) ((difference | -difference) >>> Long.SIZE - 1);
        }
        return count;
    }
}
