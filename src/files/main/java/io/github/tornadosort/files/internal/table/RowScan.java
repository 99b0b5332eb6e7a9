package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Finds the end of a row that begins in one piece of memory and ends in another one. */
public final class RowScan {
    private static final int PIECE = 1 << 16;

    private final Dialect dialect;
    private final byte lineEnd;
    private boolean isQuoted;
    private boolean isFieldStart = true;
    private boolean isAfterQuote;

    /** @param dialect null for lines, which have no quotes */
    public RowScan(Dialect dialect, byte lineEnd) {
        this.dialect = dialect;
        this.lineEnd = lineEnd;
    }

    /**
     * Returns the length of the row that begins in memory.
     *
     * @param input has more bytes than those in memory, which are read until the row ends
     */
    public long length(MemorySegment text, long from, long to, KeyReader input, long unread) throws FileSortException {
        long end = end(text, from, to);
        if (end >= 0) {
            return end - from;
        }
        MemorySegment piece = MemorySegment.ofArray(new byte[PIECE]);
        long length = to - from;
        for (long left = unread; left > 0;) {
            long read = Math.min(left, PIECE);
            input.read(piece.asSlice(0, read));
            left -= read;
            end = end(piece, 0, read);
            if (end >= 0) {
                return length + end;
            }
            length += read;
        }
        return length;
    }

    /** Returns the end of the row, or -1 if it is not in this piece, which follows the one before. */
    private long end(MemorySegment text, long from, long to) {
        for (long at = from; at < to; at++) {
            byte value = text.get(ValueLayout.JAVA_BYTE, at);
            boolean isQuote = dialect != null && dialect.quotes() && value == Dialect.QUOTE;
            if (isQuoted) {
                isQuoted = !isQuote;
                isAfterQuote = isQuote;
                continue;
            }
            if (value == lineEnd) {
                return at + 1;
            }
            isQuoted = isQuote && (isFieldStart || isAfterQuote);
            isAfterQuote = false;
            isFieldStart = dialect != null && value == dialect.delimiter();
        }
        return -1;
    }

    /** Returns whether a quote has begun and not ended. */
    public boolean isQuoted() {
        return isQuoted;
    }
}
