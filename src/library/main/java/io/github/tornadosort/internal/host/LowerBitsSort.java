package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finishes the sort of 64-bit keys that are sorted by their upper bits alone. Keys that agree in those are next to each
 * other and, where there are many more values of the upper bits than keys, few: an insertion sort puts them in order.
 */
public final class LowerBitsSort {
    /** Keys that an insertion sort may be left with: some hundred comparisons each at the most. */
    private static final int LONGEST_RUN = 256;

    private final OrderedKeys keys;
    private final MemorySegment memory;
    private final long upper;

    private LowerBitsSort(OrderedKeys keys, MemorySegment memory, long lower) {
        this.keys = keys;
        this.memory = memory;
        this.upper = ~lower;
    }

    /**
     * Sorts, stably, each run of keys that agree in all other bits.
     *
     * @param keys sorted by all bits but the lower ones
     * @param memory where they are: n longs
     * @param lower ones at the ordered bits that they are not sorted by yet
     * @return false if there is a run too long to be sorted like this, which is left as it is
     */
    public static boolean sort(OrderedKeys keys, MemorySegment memory, long lower) {
        LowerBitsSort sort = new LowerBitsSort(keys, memory, lower);
        AtomicBoolean done = new AtomicBoolean(true);
        ParallelRanges.ranges(keys.size(), (first, end) -> {
            // A run that lies in two ranges belongs to the one where it starts.
            if (!sort.sortRange(sort.runEnd(first), sort.runEnd(end))) {
                done.set(false);
            }
        }, memory);
        return done.get();
    }

    /** The first place from {@code place} on where a run starts. */
    private long runEnd(long place) {
        long end = place;
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
                    // Only within a run is a key smaller than the one before it.
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

    /** Sorts the run that a place is in. */
    private boolean sortRun(long place, long first) {
        long begin = place;
        while (begin > first && agree(begin - 1, begin) && place - begin <= LONGEST_RUN) {
            begin--;
        }
        long end = place + 1;
        while (end < keys.size() && agree(end - 1, end) && end - begin <= LONGEST_RUN) {
            end++;
        }
        if (end - begin > LONGEST_RUN) {
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
