package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Completes the sort of 64-bit keys that are sorted by their upper bits alone. Keys with equal upper bits are adjacent. Such
 * runs are short if the upper bits have many more possible values than there are keys, so an insertion sort orders them.
 */
public final class LowerBitsSort {
    /** Longest run that is sorted by insertion, with at most this number of comparisons per key. */
    private static final int MAX_RUN = 256;

    private final OrderedKeys keys;
    private final MemorySegment memory;
    private final long upper;

    private LowerBitsSort(OrderedKeys keys, MemorySegment memory, long lower) {
        this.keys = keys;
        this.memory = memory;
        this.upper = ~lower;
    }

    /**
     * Stably sorts each run of keys that agree in all bits except the lower ones.
     *
     * @param keys keys that are sorted by all bits except the lower ones
     * @param memory the memory of the keys: n longs
     * @param lower a mask of the ordered bits by which the keys are not sorted yet
     * @return false if a run is too long for an insertion sort; that run is left unchanged
     */
    public static boolean sort(OrderedKeys keys, MemorySegment memory, long lower) {
        LowerBitsSort sort = new LowerBitsSort(keys, memory, lower);
        AtomicBoolean done = new AtomicBoolean(true);
        ParallelRanges.ranges(keys.size(), (first, end) -> {
            // A run that crosses the border of two ranges belongs to the first one.
            if (!sort.sortRange(sort.runEnd(first), sort.runEnd(end))) {
                done.set(false);
            }
        }, memory);
        return done.get();
    }

    /** Returns the first index, not less than {@code index}, at which a run starts. */
    private long runEnd(long index) {
        long end = index;
        while (end > 0 && end < keys.size() && agree(end - 1, end)) {
            end++;
        }
        return end;
    }

    private boolean agree(long a, long b) {
        return ((keys.at(a) ^ keys.at(b)) & upper) == 0;
    }

    private boolean sortRange(long first, long end) {
        Reader reader = keys.reader();
        long[] tile = new long[Reader.TILE];
        for (long at = first; at + 1 < end; at += Reader.TILE - 1) {
            int n = (int) Math.min(Reader.TILE, end - at);
            reader.read(at, n, tile);
            for (int i = 1; i < n; i++) {
                if (tile[i] < tile[i - 1]) {
                    // A key can be smaller than its predecessor only within a run.
                    if (!sortRun(at + i, first)) {
                        return false;
                    }
                    long next = Math.min(runEnd(at + i), at + n);
                    i = (int) (next - at);
                }
            }
        }
        return true;
    }

    /** Sorts the run that contains the key at an index; returns false if the run is too long. */
    private boolean sortRun(long index, long first) {
        long begin = index;
        while (begin > first && agree(begin - 1, begin) && index - begin <= MAX_RUN) {
            begin--;
        }
        long end = index + 1;
        while (end < keys.size() && agree(end - 1, end) && end - begin <= MAX_RUN) {
            end++;
        }
        if (end - begin > MAX_RUN) {
            return false;
        }
        for (long i = begin + 1; i < end; i++) {
            long raw = memory.get(Layouts.LONG, 8 * i);
            long key = keys.at(i);
            long to = i;
            while (to > begin && keys.at(to - 1) > key) {
                memory.set(Layouts.LONG, 8 * to, memory.get(Layouts.LONG, 8 * (to - 1)));
                to--;
            }
            memory.set(Layouts.LONG, 8 * to, raw);
        }
        return true;
    }
}
