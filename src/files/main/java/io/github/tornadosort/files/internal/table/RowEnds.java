package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.CsvFormat;
import io.github.tornadosort.files.internal.io.ByteSearch;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Where rows end: with a byte that is not within quotes, or at a width.
 *
 * @param end the byte that ends a row
 * @param table how fields are written; null if a row has none
 * @param width the bytes of a row, or 0 if rows have ends
 */
public record RowEnds(byte end, CsvFormat table, int width) {
    static final byte QUOTE = '"';
    private static final long QUOTES = ByteSearch.repeated(QUOTE);
    /** Limits of the size of a block. A short text has smaller blocks, so that a part of it can be sorted in little memory. */
    private static final int MIN_BLOCK = 1 << 10;
    private static final int MAX_BLOCK = 1 << 16;
    private static final int BLOCKS = 1 << 6;
    private static final long NONE = -1;

    boolean hasQuotes() {
        return table != null && table.quotes();
    }

    /**
     * Splits rows into blocks that can be read at the same time.
     *
     * @param from the start of a row
     * @param to the end of the text
     * @param complete whether the last row ends there; otherwise its end may be missing
     * @return the start of each block, which is that of a row, and the end of the last complete row
     */
    long[] blocks(MemorySegment text, long from, long to, boolean complete) {
        long size = Math.clamp((to - from) / BLOCKS, MIN_BLOCK, MAX_BLOCK);
        long[] blocks = new long[(int) Math.ceilDiv(to - from, size) + 1];
        int count = 0;
        blocks[0] = from;
        for (long row = from; row != NONE && row < to; row = rowFrom(text, row, row + size, to)) {
            blocks[count++] = row;
        }
        if (complete) {
            blocks[count] = to;
            return Arrays.copyOf(blocks, count + 1);
        }
        long last = count == 0 ? from : blocks[count - 1];
        for (long row = last; row != NONE; row = rowFrom(text, row, row + 1, to)) {
            last = row;
        }
        count -= count > 0 && blocks[count - 1] == last ? 1 : 0;
        blocks[count] = last;
        return Arrays.copyOf(blocks, count + 1);
    }

    /** Returns whether the row at the start of a text is complete. */
    boolean hasRow(MemorySegment text, long from, long to) {
        return rowFrom(text, from, from + 1, to) != NONE;
    }

    /**
     * Returns the start of the first row from a bound on, which may be the end of the text, or {@link #NONE}.
     *
     * @param row the start of a row before the bound
     */
    private long rowFrom(MemorySegment text, long row, long bound, long to) {
        if (width > 0) {
            long next = row + Math.ceilDiv(bound - row, width) * width;
            return next <= to ? next : NONE;
        }
        long ends = ByteSearch.repeated(end);
        if (!hasQuotes()) {
            long at = bound > to ? to : ByteSearch.next(text, bound - 1, to, ends);
            return at < to ? at + 1 : NONE;
        }
        long at = row; // outside quotes
        long feed = ByteSearch.next(text, Math.min(bound - 1, to), to, ends);
        while (at < to) {
            feed = at > feed ? ByteSearch.next(text, at, to, ends) : feed;
            long quote = ByteSearch.next(text, at, feed, QUOTES);
            if (quote == feed) {
                return feed < to ? feed + 1 : NONE;
            }
            at = quote + 1;
            if (quote == row || text.get(JAVA_BYTE, quote - 1) == end
                    || text.get(JAVA_BYTE, quote - 1) == table.delimiter()) {
                at = endOfQuoted(text, at, to);
            }
        }
        return NONE;
    }

    /** Returns the index after the quote that ends a field, or the end of the text. */
    private static long endOfQuoted(MemorySegment text, long from, long to) {
        long quote = ByteSearch.next(text, from, to, QUOTES);
        while (quote + 1 < to && text.get(JAVA_BYTE, quote + 1) == QUOTE) {
            quote = ByteSearch.next(text, quote + 2, to, QUOTES);
        }
        return Math.min(quote + 1, to);
    }
}
