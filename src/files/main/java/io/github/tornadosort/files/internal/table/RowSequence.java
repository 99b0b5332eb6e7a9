package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.buckets.TieSort;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Compares each of many rows with the one before it, by their encoded keys. */
public final class RowSequence {
    private final TieSort ties;
    private final boolean descending;
    /** The last of the rows before, and its key, or null. */
    private MemorySegment line;
    private MemorySegment key;

    /**
     * @param ties orders rows with equal keys, or null if they may have any order
     * @param descending whether greater keys come first; encoded keys are ascending, and lines that are their own keys may not be
     */
    public RowSequence(TieSort ties, boolean descending) {
        this.ties = ties;
        this.descending = descending;
    }

    /**
     * Compares the row before a row with it, as a comparator does. The first row comes after nothing.
     *
     * @param rows some rows, which are passed one after the other
     */
    public int compareLast(KeyedRows rows, int row) {
        boolean isFirst = row == 0 && key == null;
        int comparison = isFirst ? -1 : row > 0 ? compare(rows, row - 1, row) : compareFirst(rows);
        if (row == rows.count() - 1) {
            key = copy(rows.keys().row(row));
            line = copy(rows.rows().row(row));
        }
        return descending && !isFirst ? -comparison : comparison;
    }

    private int compare(KeyedRows rows, int row, int other) {
        int comparison = rows.keys().compare(row, other);
        return comparison == 0 && ties != null ? ties.compare(rows.rows(), row, other) : comparison;
    }

    private int compareFirst(KeyedRows rows) {
        MemorySegment first = rows.keys().row(0);
        int comparison = RowBytes.compare(key, 0, key.byteSize(), first, 0, first.byteSize());
        return comparison == 0 && ties != null ? ties.compare(line, rows.rows().row(0)) : comparison;
    }

    private static MemorySegment copy(MemorySegment bytes) {
        return MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_BYTE));
    }
}
