package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;

/** The first k of the strings seen so far, in sorted order. Most other strings are left out after a look at their prefixes. */
public final class TopStringRows {
    private final StringSource source;
    private final boolean descending;
    private final int[] rows;
    /** The prefix of each row, in the order of the sort. */
    private final long[] prefixes;
    private int count;

    private TopStringRows(StringSource source, boolean descending, int k) {
        this.source = source;
        this.descending = descending;
        this.rows = HostMemory.ints(k);
        this.prefixes = HostMemory.longs(k);
    }

    /**
     * Returns the first rows of a range in sorted order.
     *
     * @param k maximum number of rows; from 1 to {@link HostPolicy#FEW_ROWS}
     * @return null if one of the strings is null
     */
    static int[] of(StringSource source, boolean descending, int k, int first, int end) {
        TopStringRows top = new TopStringRows(source, descending, Math.min(k, end - first));
        for (int row = first; row < end; row++) {
            if (source.isNull(row)) {
                return null;
            }
            top.offer(row);
        }
        return top.rows;
    }

    /** Returns the first k of two arrays of rows. Rows of the second array follow equal rows of the first one. */
    static int[] of(StringSource source, boolean descending, int k, int[] some, int[] others) {
        TopStringRows top = new TopStringRows(source, descending, Math.min(k, some.length + others.length));
        for (int row : some) {
            top.offer(row);
        }
        for (int row : others) {
            top.offer(row);
        }
        return top.rows;
    }

    private void offer(int row) {
        long prefix = descending ? ~source.prefix(row) : source.prefix(row);
        if (count < rows.length) {
            insert(row, prefix, count++);
        } else if (prefix <= prefixes[count - 1] && isBefore(row, prefix, count - 1)) {
            insert(row, prefix, count - 1);
        }
    }

    /** Inserts a row; the row at index {@code last} is overwritten. */
    private void insert(int row, long prefix, int last) {
        int at = last;
        while (at > 0 && isBefore(row, prefix, at - 1)) {
            rows[at] = rows[at - 1];
            prefixes[at] = prefixes[at - 1];
            at--;
        }
        rows[at] = row;
        prefixes[at] = prefix;
    }

    private boolean isBefore(int row, long prefix, int at) {
        if (prefix != prefixes[at]) {
            return prefix < prefixes[at];
        }
        int comparison = source.compare(row, rows[at]);
        return descending ? comparison > 0 : comparison < 0;
    }
}
