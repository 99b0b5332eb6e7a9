package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.buckets.TieSort;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Compares each of many lines with the one before it. */
public final class LineSequence {
    private final TieSort ties;
    /** The last line of the lines before, and its key, or null. */
    private MemorySegment line;
    private MemorySegment key;

    public LineSequence(LineOrder order) {
        this.ties = order.ties();
    }

    /**
     * Compares the line before a line with it, as a comparator does. The first line comes after nothing.
     *
     * @param rows some lines, which are passed one after the other
     */
    public int compareLast(KeyedRows rows, int row) {
        int comparison = row > 0 ? compare(rows, row - 1, row) : key == null ? -1 : compareFirst(rows);
        if (row == rows.count() - 1) {
            key = copy(rows.keys().row(row));
            line = copy(rows.rows().row(row));
        }
        return comparison;
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
