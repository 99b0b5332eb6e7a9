package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Runs;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.Merge32;
import io.github.tornadosort.internal.host.keys.Merge64;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Compares every key with the previous one: checks whether keys are sorted, and finds runs of equal keys. All loops are over a few
 * words of an array: the first calls of a program run before a loop is compiled. A method is compiled when it was called a hundred times, and
 * an access to a memory segment takes half a microsecond until then.
 */
public final class SortedKeys {
    private SortedKeys() {}

    /** Returns whether the keys are sorted. */
    public static boolean areSorted(Column keys, Order sortOrder) {
        long n = keys.size();
        long first = n <= HostPolicy.CACHED ? n : HostPolicy.FEW;
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        if (!areSorted(ordered, 0, first)) {
            return false;
        }
        AtomicBoolean descends = new AtomicBoolean();
        ParallelRanges.each((int) Math.ceilDiv(n - first, ParallelRanges.GRAIN), block -> {
            long from = first + ParallelRanges.GRAIN * block;
            // A block begins with the last key of the one before it.
            if (!descends.get() && !areSorted(ordered, from - 1, Math.min(from + ParallelRanges.GRAIN, n))) {
                descends.set(true);
            }
        }, keys.segment());
        return !descends.get();
    }

    private static boolean areSorted(OrderedKeys keys, long from, long to) {
        int tile = (int) Math.min(HostPolicy.TILE, to - from);
        return keys.bits() == Long.SIZE
                ? areSorted(keys, from, to, new long[tile])
                : areSorted(keys, from, to, new int[tile]);
    }

    /**
     * Returns the distinct keys in sorted order, and how often each of them occurs. Of equal keys, the first one is returned.
     *
     * @param sorted whether the keys are sorted
     */
    public static Runs runs(Column keys, Order sortOrder, boolean sorted, HostBuffers buffers) {
        if (keys.type().bytes() < Integer.BYTES && keys.size() >= HostPolicy.CACHED
                && HostKeys.areComparedByAllBits(keys, sortOrder)) {
            return countValues(keys, sortOrder);
        }
        return keys.type().bytes() == Long.BYTES
                ? runsOfLongs(keys, sortOrder, sorted, buffers)
                : runsOfInts(keys, sortOrder, sorted, buffers);
    }

    /** Counts each value of 8 or 16 bits, so that the memory does not grow with the keys. */
    private static Runs countValues(Column keys, Order sortOrder) {
        long n = keys.size();
        int parts = ParallelRanges.parts(n);
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        int[][] found = new int[Loop.threads(parts)][1 << ordered.bits()];
        new Loop(parts, (part, thread) -> {
            int[] tile = new int[HostPolicy.TILE];
            long end = ParallelRanges.start(n, parts, part + 1);
            for (long at = ParallelRanges.start(n, parts, part); at < end; at += tile.length) {
                int m = (int) Math.min(tile.length, end - at);
                ordered.read(at, m, tile, 0);
                countWords(tile, m, found[thread]);
            }
        }, keys.segment()).run();
        int[] words = new int[found[0].length];
        int[] counts = new int[words.length];
        int runs = 0;
        for (int value = 0; value < words.length; value++) {
            for (int[] ofThread : found) {
                counts[runs] += ofThread[value];
            }
            words[runs] = value ^ Integer.MIN_VALUE;
            runs += counts[runs] > 0 ? 1 : 0;
        }
        Column distinct = allocate(keys.type(), runs);
        new OrderedKeys(distinct, sortOrder).write(words, 0, runs, 0);
        return new Runs(distinct, Arrays.copyOf(counts, runs));
    }

    private static void countWords(int[] words, int n, int[] counters) {
        for (int i = 0; i < n; i++) {
            counters[words[i] ^ Integer.MIN_VALUE]++;
        }
    }

    /** Returns copies of the first key of each run. */
    private static Column firsts(Column keys, Order sortOrder, int[] counts, boolean sorted, HostBuffers buffers) {
        int[] order = sorted ? null : HostPairs.argsort(keys, sortOrder, buffers);
        int[] firsts = HostMemory.ints(counts.length);
        for (int run = 0, start = 0; run < counts.length; start += counts[run++]) {
            firsts[run] = sorted ? start : order[start];
        }
        return Gather.rows(keys, firsts);
    }

    /** Writes the lengths of runs, which begin at an index, from where they end. */
    private static void count(int[] ends, int begin, int[] counts, int from, int to) {
        int start = begin;
        for (int at = from, m; (m = Math.min(HostPolicy.STEPS, to - at)) > 0; at += m) {
            start = count(ends, begin - from, counts, at, at + m, start);
        }
    }

    /** Writes the lengths of some runs; returns the end of the last one. */
    private static int count(int[] ends, int shift, int[] counts, int from, int to, int begin) {
        int start = begin;
        for (int i = from; i < to; i++) {
            int end = ends[shift + i];
            counts[i] = end - start;
            start = end;
        }
        return start;
    }

    /** Returns a new column of n keys. */
    public static Column allocate(KeyType type, int n) {
        return HostMemory.array(n, type.bytes(), size -> Column.allocate(type, size));
    }
<#list [["int", "Integer", "Ints", "32"], ["long", "Long", "Longs", "64"]] as t>
<#assign key = t[0], Key = t[1], Keys = t[2], W = t[3]>

    private static boolean areSorted(OrderedKeys keys, long from, long to, ${key}[] tile) {
        ${key} last = ${Key}.MIN_VALUE;
        for (long at = from; at < to; at += tile.length) {
            int n = (int) Math.min(tile.length, to - at);
            keys.read(at, n, tile, 0);
            if (tile[0] < last || !Merge${W}.areSorted(tile, 0, n)) {
                return false;
            }
            last = tile[n - 1];
        }
        return true;
    }

    private static Runs runsOf${Keys}(Column keys, Order sortOrder, boolean sorted, HostBuffers buffers) {
        int n = Math.toIntExact(keys.size());
        int parts = n < HostPolicy.CACHED ? 1 : ParallelRanges.parts(n);
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        ${key}[] words = buffers.${key}s(n);
        int[] ends = buffers.ints(n);
        try {
            int[] bounds = new int[parts + 1];
            for (int part = 1; part <= parts; part++) {
                bounds[part] = (int) ParallelRanges.start(n, parts, part);
            }
            ParallelRanges.each(parts, part -> ordered.read(bounds[part], bounds[part + 1] - bounds[part], words, bounds[part]),
                    keys.segment());
            if (!sorted) {
                HostKeys.sort(Column.of(words).range(0, n), false, buffers);
            }
            for (int part = 1; part < parts; part++) {
                // A run that begins in a part belongs to it.
                bounds[part] = Merge${W}.above(words, bounds[part], n, words[bounds[part] - 1]);
            }
            // All NaNs have one word.
            ${key} ofNaN = sortOrder.isDescending() ? ${Key}.MIN_VALUE : ${Key}.MAX_VALUE;
            boolean someNaN = n > 0 && keys.type().isFloat() && words[sortOrder.isDescending() ? 0 : n - 1] == ofNaN;
            int[] first = new int[parts + 1];
            ParallelRanges.each(parts, part -> first[part + 1] = list(words, bounds[part], bounds[part + 1], ends));
            for (int part = 0; part < parts; part++) {
                first[part + 1] += first[part];
            }
            int[] counts = HostMemory.ints(first[parts]);
            ParallelRanges.each(parts, part -> count(ends, bounds[part], counts, first[part], first[part + 1]));
            if (!HostKeys.areComparedByAllBits(keys, sortOrder)) {
                return new Runs(firsts(keys, sortOrder, counts, sorted, buffers), counts);
            }
            Column runs = allocate(keys.type(), counts.length);
            OrderedKeys written = new OrderedKeys(runs, sortOrder);
            ParallelRanges.each(
                    parts, part -> written.write(words, bounds[part], first[part + 1] - first[part], first[part]));
            if (someNaN) {
                long width = keys.type().bytes();
                MemorySegment.copy(keys.segment(), width * indexOf(ofNaN, ordered, words), runs.segment(),
                        sortOrder.isDescending() ? 0 : width * (counts.length - 1), width);
            }
            return new Runs(runs, counts);
        } finally {
            buffers.release(words);
            buffers.release(ends);
        }
    }

    /** Returns the index of the first key with a word that one of them has. */
    private static int indexOf(${key} word, OrderedKeys keys, ${key}[] tile) {
        for (int at = 0;; at += HostPolicy.TILE) {
            int n = (int) Math.min(HostPolicy.TILE, keys.size() - at);
            keys.read(at, n, tile, 0);
            for (int i = 0; i < n; i++) {
                if (tile[i] == word) {
                    return at + i;
                }
            }
        }
    }

    /** Moves the first word of each run to the front, and writes where the run ends; returns the number of runs. */
    private static int list(${key}[] words, int from, int to, int[] ends) {
        int run = from;
        for (int at = from, m; (m = Math.min(HostPolicy.STEPS, to - at)) > 0; at += m) {
            run = list(words, at, at + m, run, ends);
        }
        return from < to ? run + 1 - from : 0;
    }

    /** Lists some words after those of a run that has begun; returns the last run. No branch depends on the lengths of runs. */
    private static int list(${key}[] words, int from, int to, int first, int[] ends) {
        int run = first;
        ${key} last = words[run];
        for (int i = from; i < to; i++) {
            ${key} word = words[i];
            run += word != last ? 1 : 0;
            words[run] = word;
            ends[run] = i + 1;
            last = word;
        }
        return run;
    }
</#list>
}
