package io.github.tornadosort.internal.host.merge;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.host.keys.Merge64;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Merges rows: keys of any type, and the values that move with them. Each row is a long, the difference of its key from the least one
 * above its index in the window. If both do not fit, the lower bits of the difference are left out, and rows that tie are sorted again.
 */
final class RowWindow implements RunMerge.Window {
    private final List<RunMerge.Rows> moved;
    private final int[] ints = new int[HostPolicy.TILE];
    private final List<OrderedKeys> ordered;
    private final long[] keys;
    private final long[] rows;
    private final long[] spare;
    private final int[] order;
    private final MemorySegment orderSegment;
    private final MemorySegment before;
    private final MemorySegment after;
    /** The run of each piece. */
    private final int[] run;
    /** The index in its run of each piece's first row. */
    private final long[] first;
    /** The end of each piece in the window. */
    private final int[] ends;
    private final int[] merging;
    private int pieces;
    private int n;

    /**
     * @param ordered the keys of each run
     * @param moved what is written
     * @param size maximum number of rows in the window
     */
    RowWindow(List<OrderedKeys> ordered, List<RunMerge.Rows> moved, int size) {
        this.ordered = ordered;
        this.moved = moved;
        this.keys = HostMemory.longs(size);
        this.rows = HostMemory.longs(size);
        this.spare = HostMemory.longs(size);
        this.order = HostMemory.ints(size);
        this.orderSegment = MemorySegment.ofArray(order);
        // The keys' and the rows' memory is free when rows are moved.
        this.before = MemorySegment.ofArray(keys);
        this.after = MemorySegment.ofArray(rows);
        int most = Math.min(ordered.size(), size);
        this.run = HostMemory.ints(most);
        this.first = HostMemory.longs(most);
        this.ends = HostMemory.ints(most);
        this.merging = HostMemory.ints(most);
    }

    @Override
    public boolean load(int number, long from, int m) {
        for (int at = 0; at < m; at += HostPolicy.TILE) {
            ordered.get(number).read(from + at, Math.min(HostPolicy.TILE, m - at), keys, n + at, ints);
        }
        int descents = from > 0 && keys[n] < ordered.get(number).at(from - 1) ? 1 : 0;
        for (int i = n + 1; i < n + m; i++) {
            descents |= keys[i] < keys[i - 1] ? 1 : 0;
        }
        run[pieces] = number;
        first[pieces] = from;
        n += m;
        ends[pieces++] = n;
        return descents == 0;
    }

    @Override
    public void store(long at) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int piece = 0; piece < pieces; piece++) {
            least = Math.min(least, keys[start(piece)]);
            most = Math.max(most, keys[ends[piece] - 1]);
        }
        int indexBits = bits(n - 1);
        int leftOut = Math.max(0, bits(most - least) + indexBits - (Long.SIZE - 1));
        for (int i = 0; i < n; i++) {
            rows[i] = keys[i] - least >>> leftOut << indexBits | i;
        }
        System.arraycopy(ends, 0, merging, 0, pieces);
        long[] merged = Merge64.merge(rows, merging, pieces, spare);
        if (leftOut > 0) {
            sortTies(merged, indexBits, (1L << leftOut) - 1, least);
        }
        int mask = (1 << indexBits) - 1;
        for (int i = 0; i < n; i++) {
            order[i] = (int) merged[i] & mask;
        }
        for (int i = 0; i < moved.size(); i++) {
            move(moved.get(i), at);
        }
        pieces = 0;
        n = 0;
    }

    /** Sorts rows that differ at most in the bits that were left out. */
    private void sortTies(long[] merged, int indexBits, long leftOut, long least) {
        int mask = (1 << indexBits) - 1;
        for (int from = 0; from < n;) {
            int to = from + 1;
            while (to < n && merged[to] >>> indexBits == merged[from] >>> indexBits) {
                to++;
            }
            if (to - from > 1) {
                for (int i = from; i < to; i++) {
                    int index = (int) merged[i] & mask;
                    merged[i] = (keys[index] - least & leftOut) << indexBits | index;
                }
                JdkSort.sort(merged, from, to);
            }
            from = to;
        }
    }

    private void move(RunMerge.Rows values, long at) {
        int width = values.width();
        for (int piece = 0; piece < pieces; piece++) {
            int start = start(piece);
            MemorySegment.copy(values.from().get(run[piece]), width * first[piece], before, (long) width * start,
                    (long) width * (ends[piece] - start));
        }
        Gather.rows(before, orderSegment, after, width, 0, n);
        MemorySegment.copy(after, 0, values.to(), width * at, (long) width * n);
    }

    private int start(int piece) {
        return piece == 0 ? 0 : ends[piece - 1];
    }

    private static int bits(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }
}
