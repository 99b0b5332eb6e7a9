package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.internal.io.ByteSearch;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Where rows end: with a byte that is not within quotes, or at a width.
 *
 * @param end the byte that ends a row
 * @param dialect how fields are written; null if a row has none
 * @param width the bytes of a row, or 0 if rows have ends
 */
public record RowEnds(byte end, Dialect dialect, int width) {
    /** Limits of the size of a block. A short text has smaller blocks, so that a part of it can be sorted in little memory. */
    private static final int MIN_BLOCK = 1 << 10;
    private static final int MAX_BLOCK = 1 << 16;
    private static final int BLOCKS = 1 << 6;
    private static final long NONE = -1;

    private boolean hasQuotes() {
        return dialect != null && dialect.quotes();
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
            long quote = ByteSearch.next(text, at, feed, Dialect.QUOTES);
            if (quote == feed) {
                return feed < to ? feed + 1 : NONE;
            }
            at = quote + 1;
            if (quote == row || text.get(JAVA_BYTE, quote - 1) == end
                    || text.get(JAVA_BYTE, quote - 1) == dialect.delimiter()) {
                at = endOfQuoted(text, at, to);
            }
        }
        return NONE;
    }

    /** Returns the index after the quote that ends a field, or the end of the text. */
    private static long endOfQuoted(MemorySegment text, long from, long to) {
        long quote = ByteSearch.next(text, from, to, Dialect.QUOTES);
        while (quote + 1 < to && text.get(JAVA_BYTE, quote + 1) == Dialect.QUOTE) {
            quote = ByteSearch.next(text, quote + 2, to, Dialect.QUOTES);
        }
        return Math.min(quote + 1, to);
    }

    /** Finds the end of one row in pieces of a text, which has as many as are needed. */
    final class Scan {
        private boolean isQuoted;
        private boolean isFieldStart = true;
        private boolean isAfterQuote;

        /** Returns whether the last piece ended within quotes. */
        boolean isQuoted() {
            return isQuoted;
        }

        /** Returns the end of the row, or -1 if it is not in this piece, which follows the one before. */
        long end(MemorySegment text, long first, long to) {
            for (long at = first; at < to; at++) {
                byte value = text.get(JAVA_BYTE, at);
                boolean isQuote = hasQuotes() && value == Dialect.QUOTE;
                if (isQuoted) {
                    isQuoted = !isQuote;
                    isAfterQuote = isQuote;
                    continue;
                }
                if (value == end) {
                    return at + 1;
                }
                isQuoted = isQuote && (isFieldStart || isAfterQuote);
                isAfterQuote = false;
                isFieldStart = dialect != null && value == dialect.delimiter();
            }
            return -1;
        }
    }
}
