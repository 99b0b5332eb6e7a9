package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.Column;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Orders rows with equal keys by their bytes without the last one, which ends the row. */
public record TieSort(boolean descending) implements Comparator<MemorySegment> {
    /** Rows of the longest range that is sorted by comparisons. Longer ones are copied and sorted as strings. */
    static final int FEW = 256;

    /** Sorts rows. */
    public interface Argsort {
        /** Returns the indices of the rows in ascending or descending order. */
        int[] of(RowBytes rows, boolean descending);
    }

    /** Rows whose keys are equal: a range of a sorted order. */
    private record Tied(int from, int to) {}

    /**
     * Orders all rows, on all cores.
     *
     * @param order the indices of the rows in the order of their keys
     * @param spare memory of the size of all rows
     * @param argsort sorts many rows
     */
    public void sort(RowBytes keys, RowBytes rows, int[] order, MemorySegment spare, Argsort argsort) {
        Queue<Tied> left = new ConcurrentLinkedQueue<>();
        int parts = ParallelRanges.parts(order.length);
        ParallelRanges.each(
                parts,
                part -> sortFew(keys, rows, order, start(keys, order, parts, part), start(keys, order, parts, part + 1),
                        left),
                keys.buffer(), rows.buffer());
        for (Tied tied : left) {
            sortMany(rows, order, tied, spare, argsort);
        }
    }

    /** Orders rows on the calling thread; see {@link #sort}. */
    void sortAlone(RowBytes keys, RowBytes rows, int[] order, MemorySegment spare, Argsort argsort) {
        Queue<Tied> left = new ConcurrentLinkedQueue<>();
        sortFew(keys, rows, order, 0, order.length, left);
        for (Tied tied : left) {
            sortMany(rows, order, tied, spare, argsort);
        }
    }

    private static int start(RowBytes keys, int[] order, int parts, int part) {
        int start = (int) ParallelRanges.start(order.length, parts, part);
        return start == 0 ? 0 : end(keys, order, start - 1, order.length);
    }

    /** Returns the end of the rows that have the same key as the one at an index. */
    private static int end(RowBytes keys, int[] order, int from, int to) {
        int equal = from;
        int step = 1;
        while (equal + step < to && keys.areEqual(order[from], order[equal + step])) {
            equal += step;
            step *= 2;
        }
        int end = Math.min(equal + step, to);
        while (end - equal > 1) {
            int middle = equal + end >>> 1;
            if (keys.areEqual(order[from], order[middle])) {
                equal = middle;
            } else {
                end = middle;
            }
        }
        return end;
    }

    /** Sorts ranges of few rows with equal keys, and leaves the others. */
    private void sortFew(RowBytes keys, RowBytes rows, int[] order, int from, int to, Queue<Tied> left) {
        for (int at = from; at < to;) {
            int end = end(keys, order, at, to);
            if (end - at > FEW) {
                left.add(new Tied(at, end));
            } else {
                for (int i = at + 1; i < end; i++) {
                    insert(rows, order, at, i);
                }
            }
            at = end;
        }
    }

    /** Moves the row at an index to its place among the sorted rows before it. */
    private void insert(RowBytes rows, int[] order, int from, int index) {
        int row = order[index];
        int low = from;
        int high = index;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(rows, order[middle], row) > 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        System.arraycopy(order, low, order, low + 1, index - low);
        order[low] = row;
    }

    private void sortMany(RowBytes rows, int[] order, Tied tied, MemorySegment spare, Argsort argsort) {
        int[] before = Arrays.copyOfRange(order, tied.from, tied.to);
        RowBytes copies = new RowBytes(
                spare, Column.allocate(RowBytes.offsetType(spare.byteSize()), before.length + 1));
        long at = 0;
        for (int i = 0; i < before.length; i++) {
            long length = rows.length(before[i]) - 1;
            RowBytes.copyExactly(rows.buffer(), rows.offset(before[i]), length, spare, at);
            at += length;
            copies.setOffset(i + 1, at);
        }
        int[] sorted = argsort.of(copies, descending);
        for (int i = 0; i < sorted.length; i++) {
            order[tied.from + i] = before[sorted[i]];
        }
    }

    /** Compares two rows, as a comparator does. */
    public int compare(RowBytes rows, int row, int other) {
        return compare(
                rows.buffer(), rows.offset(row), rows.offset(row + 1L), rows.buffer(), rows.offset(other),
                rows.offset(other + 1L));
    }

    private int compare(
            MemorySegment memory, long from, long to, MemorySegment otherMemory, long otherFrom, long otherTo) {
        int comparison = RowBytes.compare(memory, from, to - 1, otherMemory, otherFrom, otherTo - 1);
        return descending ? -comparison : comparison;
    }

    @Override
    public int compare(MemorySegment row, MemorySegment other) {
        return compare(row, 0, row.byteSize(), other, 0, other.byteSize());
    }
}
