package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reorders rows by a permutation. Values that are too wide to move with their keys in every pass are moved once, after the
 * last pass (Ha, Krüger and Silva 2009, §4.7).
 */
public final class Gather {
    /** Bytes of a row that is copied as a whole: 1.5 to 4 times as fast as word by word, while rows of 100 bytes are slower by a tenth. */
    private static final int WIDE_ROW = 1 << 7;

    private Gather() {}

    /**
     * Copies row {@code order[i]} of {@code from} to row i of {@code to}, for every i.
     *
     * @param from rows
     * @param order row indices, as ints
     * @param to has room for one row per index; must not overlap the other segments
     * @param width bytes per row
     */
    public static void rows(MemorySegment from, MemorySegment order, MemorySegment to, long width) {
        ParallelRanges.ranges(order.byteSize() / Integer.BYTES, (begin, end) -> rows(from, order, to, width, begin, end),
                from, order, to);
    }

    /** Returns copies of the keys with these indices. */
    public static Column rows(Column keys, int[] indices) {
        int width = keys.type().bytes();
        Column rows = HostMemory.array(indices.length, width, size -> Column.allocate(keys.type(), size));
        rows(keys.segment(), MemorySegment.ofArray(indices), rows.segment(), width);
        return rows;
    }

    /** Copies the rows from index {@code begin} to {@code end} on the calling thread. Allocates nothing. */
    public static void rows(MemorySegment from, MemorySegment order, MemorySegment to, long width, long begin, long end) {
        // Separate loops for rows of one word, so that the stride is a constant.
        switch ((int) width) {
            case 1 -> {
                for (long i = begin; i < end; i++) {
                    to.set(ValueLayout.JAVA_BYTE, i, from.get(ValueLayout.JAVA_BYTE, index(order, i)));
                }
            }
            case 2 -> {
                for (long i = begin; i < end; i++) {
                    to.set(Layouts.SHORT, 2 * i, from.get(Layouts.SHORT, 2 * index(order, i)));
                }
            }
            case 4 -> {
                for (long i = begin; i < end; i++) {
                    to.set(Layouts.INT, 4 * i, from.get(Layouts.INT, 4 * index(order, i)));
                }
            }
            case 8 -> {
                for (long i = begin; i < end; i++) {
                    to.set(Layouts.LONG, 8 * i, from.get(Layouts.LONG, 8 * index(order, i)));
                }
            }
            default -> wideRows(from, order, to, width, begin, end);
        }
    }

    private static void wideRows(
            MemorySegment from, MemorySegment order, MemorySegment to, long width, long begin, long end) {
        if (width >= WIDE_ROW) {
            for (long i = begin; i < end; i++) {
                MemorySegment.copy(from, width * index(order, i), to, width * i, width);
            }
            return;
        }
        for (long tile = begin; tile < end; tile += HostPolicy.STEPS) {
            words(from, order, to, width, tile, Math.min(tile + HostPolicy.STEPS, end));
        }
    }

    /** Copies the first word of every row, then the second word of every row, and so on, so that the loops are long. */
    private static void words(MemorySegment from, MemorySegment order, MemorySegment to, long width, long begin, long end) {
        long at = 0;
        for (; at + Long.BYTES <= width; at += Long.BYTES) {
            for (long i = begin; i < end; i++) {
                to.set(Layouts.LONG, width * i + at, from.get(Layouts.LONG, width * index(order, i) + at));
            }
        }
        if ((width & Integer.BYTES) != 0) {
            for (long i = begin; i < end; i++) {
                to.set(Layouts.INT, width * i + at, from.get(Layouts.INT, width * index(order, i) + at));
            }
            at += Integer.BYTES;
        }
        if ((width & Short.BYTES) != 0) {
            for (long i = begin; i < end; i++) {
                to.set(Layouts.SHORT, width * i + at, from.get(Layouts.SHORT, width * index(order, i) + at));
            }
            at += Short.BYTES;
        }
        if ((width & Byte.BYTES) != 0) {
            for (long i = begin; i < end; i++) {
                to.set(ValueLayout.JAVA_BYTE, width * i + at, from.get(ValueLayout.JAVA_BYTE, width * index(order, i) + at));
            }
        }
    }

    /**
     * Gathers rows into scratch memory in the order of a permutation.
     *
     * @param rows one row per index
     * @param order row indices, as ints
     * @param width bytes per row
     * @return a loop that overwrites {@code rows} with the reordered rows when it runs
     */
    public static Loop inPlace(MemorySegment rows, MemorySegment order, long width, Scratch scratch) {
        MemorySegment ordered = scratch.bytes(rows.byteSize());
        rows(rows, order, ordered, width);
        return Copy.loop(ordered, rows);
    }

    /** Writes the order of rows that stay where they are: sets each int to its index. */
    public static void number(MemorySegment order) {
        ParallelRanges.ranges(order.byteSize() / Integer.BYTES, (begin, end) -> {
            for (long i = begin; i < end; i++) {
                order.set(Layouts.INT, Integer.BYTES * i, (int) i);
            }
        }, order);
    }

    /** Returns an array whose element i is {@code objects[order[i]]}. */
    public static Object[] objects(Object[] objects, MemorySegment order) {
        Object[] ordered = HostMemory.objects(Math.toIntExact(order.byteSize() / Integer.BYTES));
        loop(objects, order, ordered).run();
        return ordered;
    }

    /** Returns a loop that stores {@code from[order[i]]} in {@code to[i]} when it runs. */
    public static Loop loop(Object[] from, MemorySegment order, Object[] to) {
        return ParallelRanges.loop(to.length, (begin, end) -> {
            for (long i = begin; i < end; i++) {
                to[(int) i] = from[(int) index(order, i)];
            }
        }, order);
    }

    /**
     * Writes results into the caller's memory: copies the objects to the start of {@code to}, then runs the other loops.
     *
     * @param ordered the objects in their new order, as returned by {@link #objects}
     */
    public static void store(Object[] ordered, Object[] to, Loop... others) {
        copy(ordered, to, ordered.length).run();
        Loop.store(others);
    }

    /** Returns a loop that copies the first n objects of an array to another one. */
    public static Loop copy(Object[] from, Object[] to, int n) {
        return ParallelRanges.loop(n,
                (begin, end) -> System.arraycopy(from, (int) begin, to, (int) begin, (int) (end - begin)));
    }

    private static long index(MemorySegment order, long i) {
        return order.get(Layouts.INT, 4 * i);
    }
}
