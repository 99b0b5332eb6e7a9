package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Brings rows into the order of a permutation: what is too wide to move with its key in each pass moves once, after the
 * last (Ha, Krüger and Silva 2009, §4.7).
 */
public final class Gather {
    /** Rows whose words are copied one after the other; they stay in a core's nearest cache meanwhile. */
    private static final int TILE = 256;
    /** Bytes of a row above which a copy of each by itself is no slower. */
    private static final long MOST_BY_WORDS = 512;

    private Gather() {}

    /**
     * Copies row {@code order[i]} of {@code from} to place i of {@code to}, for every i.
     *
     * @param from rows
     * @param order int indexes of rows
     * @param to room for as many rows as there are indexes; overlaps nothing else
     * @param width bytes of a row
     */
    public static void rows(MemorySegment from, MemorySegment order, MemorySegment to, long width) {
        ParallelRanges.ranges(order.byteSize() / Integer.BYTES, (begin, end) -> rows(from, order, to, width, begin, end),
                from, order, to);
    }

    private static void rows(
            MemorySegment from, MemorySegment order, MemorySegment to, long width, long begin, long end) {
        // Rows of one word have loops of their own: the stride is a constant then (see NOTES.md).
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
        if (width > MOST_BY_WORDS) {
            for (long i = begin; i < end; i++) {
                MemorySegment.copy(from, width * index(order, i), to, width * i, width);
            }
            return;
        }
        for (long tile = begin; tile < end; tile += TILE) {
            words(from, order, to, width, tile, Math.min(tile + TILE, end));
        }
    }

    /** Copies the first word of each row, then the second of each, and so on: no loop is as short as a row. */
    private static void words(
            MemorySegment from, MemorySegment order, MemorySegment to, long width, long begin, long end) {
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
     * Brings rows into the order of a permutation in memory of the scratch.
     *
     * @param rows as many as there are indexes
     * @param order int indexes of rows
     * @param width bytes of a row
     * @return a loop that copies the ordered rows over the others when it runs
     */
    public static Loop inPlace(MemorySegment rows, MemorySegment order, long width, Scratch scratch) {
        MemorySegment ordered = scratch.bytes(rows.byteSize());
        rows(rows, order, ordered, width);
        return Copy.loop(ordered, rows);
    }

    /**
     * Brings columns into the order of one permutation. All are in order in memory of the scratch before the first is
     * written.
     *
     * @param order int indexes, as many as each column has rows
     */
    public static void inPlace(List<Column> columns, MemorySegment order, Scratch scratch) {
        Loop.store(columns.stream()
                .map(column -> inPlace(column.segment(), order, column.type().bytes(), scratch))
                .toArray(Loop[]::new));
    }

    /** Returns an array that has object {@code order[i]} at index i, for every i. */
    public static Object[] objects(Object[] objects, MemorySegment order) {
        int n = Math.toIntExact(order.byteSize() / Integer.BYTES);
        Object[] ordered = HostMemory.objects(n);
        ParallelRanges.ranges(n, (begin, end) -> {
            for (long i = begin; i < end; i++) {
                ordered[(int) i] = objects[(int) index(order, i)];
            }
        }, order);
        return ordered;
    }

    /**
     * Writes results into the caller's memory: objects at the start of their array, and what the loops store.
     *
     * @param ordered what {@link #objects} returned for the array
     */
    public static void store(Object[] ordered, Object[] to, Loop... others) {
        System.arraycopy(ordered, 0, to, 0, ordered.length);
        Loop.store(others);
    }

    private static long index(MemorySegment order, long i) {
        return order.get(Layouts.INT, 4 * i);
    }
}
