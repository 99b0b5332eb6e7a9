package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.files.internal.runs.SortedRun;
import java.lang.foreign.MemorySegment;

/**
 * The order of keys, rows of a fixed width, and how they are sorted in memory. A run stores them without anything
 * between.
 */
public interface RowOrder extends RunFormat {
    /** Returns what a row is, for messages: {@code key}. */
    String kind();

    /** Returns the number of bytes per row. */
    int width();

    /** Returns the maximum number of rows of one sort. */
    long mostRows();

    /** Returns the bytes of host memory that a sort of n rows needs in addition to the rows. */
    long scratchBytes(long n, Sorter sorter);

    /** Sorts rows in place, stably. */
    SortStats sort(MemorySegment rows, Sorter sorter);

    /** Moves the first k rows of the sorted order to the front, in order. The content of the other rows is unspecified. */
    default void bringFirst(MemorySegment rows, long k, Sorter sorter) {
        sort(rows, sorter);
    }

    /** Moves the first of equal sorted rows to the front, and returns them. */
    default MemorySegment keepFirst(MemorySegment sorted) {
        long kept = 0;
        for (long i = 0; i < sorted.byteSize() / width(); i++) {
            if (kept == 0 || compare(sorted, kept - 1, sorted, i) != 0) {
                MemorySegment.copy(sorted, i * width(), sorted, kept * width(), width());
                kept++;
            }
        }
        return sorted.asSlice(0, kept * width());
    }

    /** Compares row i of {@code a} with row j of {@code b}, as a comparator does. */
    int compare(MemorySegment a, long i, MemorySegment b, long j);

    /**
     * Returns the name of a row in messages.
     *
     * @param number the index of the row in its file
     */
    default String name(MemorySegment row, long number) {
        return kind() + " " + number;
    }

    /**
     * Says that a row is not in order.
     *
     * @param number the index of the row in its file
     */
    String disorder(MemorySegment previous, MemorySegment row, long number, boolean isEqual);

    @Override
    default long find(SortedRun run, MemorySegment memory, long from, long to) {
        long end = from + width();
        run.found(memory, from, end, memory, from, end);
        return end <= to ? end : -1;
    }

    @Override
    default long difference(MemorySegment a, long aFrom, long aTo, MemorySegment b, long bFrom, long bTo) {
        return Integer.signum(compare(a, aFrom / width(), b, bFrom / width()));
    }
}
