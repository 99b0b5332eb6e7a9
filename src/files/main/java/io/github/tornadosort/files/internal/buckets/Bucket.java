package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.OrderedCopy;
import java.lang.foreign.MemorySegment;

/**
 * Rows that are sorted together, and where to sort them to.
 *
 * @param keys the strings that the rows are sorted by, which may be the rows themselves
 * @param endsMissing whether the last byte of each row is to be replaced by LF
 * @param target memory for the rows
 * @param keyTarget memory for the keys; the same as that for the rows if the keys are the rows
 */
public record Bucket(RowBytes keys, RowBytes rows, boolean endsMissing, MemorySegment target, MemorySegment keyTarget)
        implements OrderedCopy.Rows {
    /** Length of the longest bucket that one core sorts. */
    public static final long MAX_BYTES = 1 << 21;

    /** Returns rows that are sorted by all of their bytes. */
    public static Bucket ofRows(RowBytes rows, boolean endsMissing, MemorySegment target) {
        return new Bucket(rows, rows, endsMissing, target, target);
    }

    boolean areRowsKeys() {
        return keyTarget == target;
    }

    int count() {
        return Math.toIntExact(rows.offsets().size() - 1);
    }

    /** Returns the size of the rows and their keys. */
    long size() {
        return rows.size() + (areRowsKeys() ? 0 : keys.size());
    }

    @Override
    public long length(int[] order, int from, int to) {
        return rows.length(order, from, to);
    }

    /** Copies rows with their ends. */
    @Override
    public void copy(int[] order, int from, int to, MemorySegment copies) {
        rows.copy(order, from, to, copies, endsMissing);
    }
}
