package io.github.tornadosort.files.internal.table;

import static io.github.tornadosort.files.internal.table.Dialect.QUOTE;
import static io.github.tornadosort.files.internal.table.Dialect.QUOTES;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Splits rows in memory into blocks that can be read at the same time. Whether a line feed ends a row depends on whether it is
 * quoted, and so on all quotes before it. So each block is first searched for quotes, once as if it began within a quoted field
 * and once as if it did not. Then it is known for all blocks how they begin.
 */
public final class RowBlocks {
    /** Limits of the size of a block. A short text has smaller blocks, so that a part of it can be sorted in little memory. */
    private static final int MIN_BLOCK = 1 << 10;
    private static final int MAX_BLOCK = 1 << 16;
    private static final int BLOCKS = 1 << 6;
    private static final long NONE = -1;

    private final MemorySegment text;
    private final long from;
    private final long end;
    /** The byte between fields, if fields may be quoted. */
    private final byte delimiter;
    private final boolean quotes;
    private final byte lineEnd;
    /** The start of each block, and the end of the last one. No block begins directly after a quote. */
    private final long[] bounds;
    /** The start of the first row that begins in each block, or in a later one, and the end of the last complete row. */
    private final long[] rows;

    /**
     * Splits the rows of a text.
     *
     * @param from the start of a row
     * @param end the end of the text
     * @param complete whether the last row ends there; otherwise its end may be missing
     * @param dialect null for lines
     * @param lineEnd the byte that ends a line
     */
    RowBlocks(MemorySegment text, long from, long end, boolean complete, Dialect dialect, byte lineEnd) {
        this.text = text;
        this.from = from;
        this.end = end;
        this.delimiter = dialect == null ? lineEnd : dialect.delimiter();
        this.quotes = dialect != null && dialect.quotes();
        this.lineEnd = lineEnd;
        long size = Math.clamp((end - from) / BLOCKS, MIN_BLOCK, MAX_BLOCK);
        int blocks = Math.toIntExact(Math.ceilDiv(end - from, size));
        this.bounds = new long[blocks + 1];
        this.rows = new long[blocks + 1];
        for (int block = 0; block <= blocks; block++) {
            bounds[block] = bound(Math.min(end, from + block * size));
        }
        findRows(findQuoted(), complete);
    }

    /**
     * Splits records.
     *
     * @param width bytes per record
     */
    RowBlocks(MemorySegment text, long from, long end, int width) {
        this.text = text;
        this.from = from;
        this.end = end - (end - from) % width;
        this.delimiter = 0;
        this.quotes = false;
        this.lineEnd = 0;
        long size = (long) width * Math.max(1, Math.clamp((end - from) / BLOCKS, MIN_BLOCK, MAX_BLOCK) / width);
        this.rows = new long[Math.toIntExact(Math.ceilDiv(this.end - from, size)) + 1];
        Arrays.setAll(rows, block -> Math.min(this.end, from + block * size));
        this.bounds = rows;
    }

    private long bound(long nominal) {
        long at = nominal;
        while (at > from && at < end && text.get(JAVA_BYTE, at - 1) == QUOTE) {
            at++;
        }
        return at;
    }

    /** Returns the number of blocks. */
    int count() {
        return bounds.length - 1;
    }

    /** Returns the start of the first row of a block, which is the end of the last row of the block before. */
    long row(int block) {
        return rows[block];
    }

    /** Returns the end of the last complete row. */
    long end() {
        return rows[count()];
    }

    /** Returns whether each block begins within a quoted field. */
    private boolean[] findQuoted() {
        boolean[] quoted = new boolean[count() + 1];
        if (!quotes) {
            return quoted;
        }
        boolean[][] after = new boolean[2][count()];
        ParallelRanges.each(count(), block -> {
            boolean hasQuotes = nextQuote(bounds[block], bounds[block + 1]) < bounds[block + 1];
            after[0][block] = hasQuotes && isQuotedAfter(block, false);
            after[1][block] = !hasQuotes || isQuotedAfter(block, true);
        }, text);
        for (int block = 0; block < count(); block++) {
            quoted[block + 1] = after[quoted[block] ? 1 : 0][block];
        }
        return quoted;
    }

    /** Returns whether the end of a block is within a quoted field, given whether its start is. */
    private boolean isQuotedAfter(int block, boolean quotedBefore) {
        boolean quoted = quotedBefore;
        long to = bounds[block + 1];
        for (long at = nextQuote(bounds[block], to); at < to; at = nextQuote(at, to)) {
            if (quoted) {
                boolean two = text.get(JAVA_BYTE, at + 1) == QUOTE;
                quoted = two;
                at += two ? 2 : 1;
            } else {
                quoted = isFieldStart(at);
                at++;
            }
        }
        return quoted;
    }

    private long nextQuote(long at, long to) {
        return ByteSearch.next(text, at, to, QUOTES);
    }

    /** Returns whether a byte outside quotes is the first of a field. */
    private boolean isFieldStart(long at) {
        return at == from || text.get(JAVA_BYTE, at - 1) == lineEnd || text.get(JAVA_BYTE, at - 1) == delimiter;
    }

    private void findRows(boolean[] quoted, boolean complete) {
        ParallelRanges.each(count(), block -> rows[block] = firstRow(block, quoted[block]), text);
        rows[count()] = complete ? end : endOfLastRow(quoted);
        for (int block = count() - 1; block >= 0; block--) {
            if (rows[block] == NONE) {
                rows[block] = rows[block + 1];
            }
        }
    }

    /** Returns the start of the first row that begins in a block. */
    private long firstRow(int block, boolean quoted) {
        long at = bounds[block];
        boolean starts = at == from || !quoted && text.get(JAVA_BYTE, at - 1) == lineEnd;
        if (starts) {
            return at < bounds[block + 1] ? at : NONE;
        }
        // A row that begins after the last byte of this block begins in the next one.
        return rowAfter(at, bounds[block + 1] - 1, quoted);
    }

    /** Returns the start of the row after the next line feed outside quotes, or {@link #NONE}. */
    private long rowAfter(long start, long to, boolean quotedBefore) {
        boolean quoted = quotedBefore;
        long at = start;
        while (at < to) {
            if (quoted) {
                at = nextQuote(at, to) + 1;
                quoted = at < to && text.get(JAVA_BYTE, at) == QUOTE;
                at += quoted ? 1 : 0;
            } else {
                byte value = text.get(JAVA_BYTE, at);
                if (value == lineEnd) {
                    return at + 1;
                }
                quoted = value == QUOTE && quotes && isFieldStart(at);
                at++;
            }
        }
        return NONE;
    }

    private long endOfLastRow(boolean[] quoted) {
        if (!quoted[count()] && (end == from || text.get(JAVA_BYTE, end - 1) == lineEnd)) {
            return end;
        }
        for (int block = count() - 1; block >= 0; block--) {
            if (rows[block] != NONE) {
                long last = rows[block];
                for (long row = last; row != NONE; row = rowAfter(row, bounds[block + 1], false)) {
                    last = row;
                }
                return last;
            }
        }
        return from;
    }
}
