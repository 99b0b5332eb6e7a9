package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Reads rows with their keys, as many at a time as fit in a buffer. */
public abstract class RowReader {
    private final Parts parts;
    /** Null for lines. */
    private final Dialect dialect;
    private final byte lineEnd;
    /** The bytes of a record, or 0 if rows have ends. */
    private final int width;
    private final Budget budget;
    private final MemorySegment buffer;
    private final LongConsumer progress;
    private long unread;
    /** The range of the buffer that holds rows that were not returned. */
    private long from;
    private long end;
    /** The index in the parts of the first byte of the buffer. */
    private long position;
    /** The lines before the buffer in the file that has its first byte. */
    private long lines;
    /** The same for the rows that were not returned. */
    private long linesOfNext;
    /** The rows that were returned last, their offset, and the lines before them. */
    private KeyedRows last;
    private long startOfLast;
    private long linesOfLast;

    /**
     * Reads the first rows.
     *
     * @param dialect how rows of tables are written, or null for lines and records
     * @param lineEnd the byte that ends a line
     * @param width the bytes of a record, or 0 if rows have ends
     * @param arena for a buffer that all threads access
     * @param progress receives the number of bytes read since the last call
     */
    protected RowReader(
            Parts parts, Dialect dialect, byte lineEnd, int width, Budget budget, Arena arena, LongConsumer progress)
            throws FileSortException {
        this.width = width;
        this.parts = parts;
        this.dialect = dialect;
        this.lineEnd = lineEnd;
        this.budget = budget;
        this.buffer = NativeMemory.allocate(arena, budget.text(parts.bytes()) + RowFormat.SLACK);
        this.progress = progress;
        this.unread = parts.bytes();
        this.lines = parts.headerLines(parts.part(0));
        this.linesOfNext = lines;
        fill();
    }

    /** Returns what encodes the keys of rows in the buffer, of which the last one ends at an index. */
    protected abstract RowEncoder encoder(MemorySegment rows, long last);

    /** Says that a row is not in order. */
    protected abstract String disorder(MemorySegment row, boolean isEqual);

    /** Says what is wrong with a row or a field, and names its column. */
    protected String explain(TableException e) {
        return ": " + e.getMessage();
    }

    /** Returns the end of a last row without one. */
    protected String missingEnd(MemorySegment rows, long last) {
        return String.valueOf((char) lineEnd);
    }

    /** Returns whether rows are their own keys. The last byte of each, its end, is then 0. */
    public boolean areRowsKeys() {
        return false;
    }

    /** Returns the bytes before the first row that is sorted. */
    public final byte[] preamble() {
        return parts.preamble();
    }

    /** Returns whether all rows were returned. */
    public final boolean isAtEnd() {
        return from == end && unread == 0;
    }

    /** Moves rows that were not returned to the start of the buffer, and fills the rest of it. */
    private void fill() throws FileSortException {
        if (from > 0 && unread > 0) {
            lines = linesOfNext;
            position += from;
            MemorySegment.copy(buffer, from, buffer, 0, end - from);
            end -= from;
            from = 0;
        }
        long length = Math.min(unread, buffer.byteSize() - RowFormat.SLACK - end);
        if (length > 0) {
            parts.read(buffer.asSlice(end, length), progress);
            end += length;
            unread -= length;
        }
        if (width == 0 && unread == 0 && end > from && buffer.get(JAVA_BYTE, end - 1) != lineEnd) {
            for (char character : missingEnd(buffer, end).toCharArray()) {
                buffer.set(JAVA_BYTE, end++, (byte) character);
            }
        }
    }

    /** Returns the rows in the buffer that were not returned. */
    protected final RowBlocks blocks() {
        return width > 0
                ? new RowBlocks(buffer, from, end, width)
                : new RowBlocks(buffer, from, end, unread == 0, dialect, lineEnd);
    }

    /** Returns the fields of those rows. */
    protected final FieldCursor fields() {
        FieldCursor fields = new FieldCursor(buffer, end, dialect);
        fields.moveTo(from);
        return fields;
    }

    protected final MemorySegment buffer() {
        return buffer;
    }

    /**
     * Returns the next rows. They are valid until the next call.
     *
     * @param limit memory in bytes for keys and for the sort
     * @param memory allocates memory that all threads can access
     * @throws FileSortException if a row is not as expected, or is too long for the buffer or the memory
     */
    public final KeyedRows next(long limit, SegmentAllocator memory) throws FileSortException {
        fill();
        last = null; // Its memory may be gone.
        startOfLast = from;
        linesOfLast = linesOfNext;
        try {
            KeyedRows rows = TableRows.of(buffer, blocks(), areRowsKeys(), () -> encoder(buffer, end), limit, memory);
            if (rows.count() == 0 && !isAtEnd()) {
                throw tooLong();
            }
            from = rows.end();
            last = rows;
            linesOfNext = width == 0 && (unread > 0 || areRowsKeys()) ? linesBefore(from) : 0;
            return rows;
        } catch (TableException e) {
            throw failure(e);
        }
    }

    private FileSortException tooLong() throws FileSortException {
        Path file = file(from);
        String line = line(from);
        if (width > 0) {
            return new FileSortException(file, line + ": " + budget.advice(width, 3L * width));
        }
        RowScan scan = new RowScan();
        long length = scan.length();
        return new FileSortException(file, line + ": " + (scan.isQuoted
                ? "a quote in this row never ends"
                : budget.advice(length, areRowsKeys() ? length : 3 * length)));
    }

    /** Finds the end of the next row, which is not in the buffer. */
    private final class RowScan {
        private static final int PIECE = 1 << 16;

        private boolean isQuoted;
        private boolean isFieldStart = true;
        private boolean isAfterQuote;

        /** Returns the length of the row. The bytes after those in the buffer are read until it ends. */
        private long length() throws FileSortException {
            long next = end(buffer, from, end);
            if (next >= 0) {
                return next - from;
            }
            MemorySegment piece = MemorySegment.ofArray(new byte[PIECE]);
            long length = end - from;
            for (long left = unread; left > 0;) {
                long read = Math.min(left, PIECE);
                parts.read(piece.asSlice(0, read));
                left -= read;
                next = end(piece, 0, read);
                if (next >= 0) {
                    return length + next;
                }
                length += read;
            }
            return length;
        }

        /** Returns the end of the row, or -1 if it is not in this piece, which follows the one before. */
        private long end(MemorySegment text, long first, long to) {
            for (long at = first; at < to; at++) {
                byte value = text.get(JAVA_BYTE, at);
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
    }

    protected final FileSortException failure(TableException e) {
        return new FileSortException(file(e.offset()), line(e.offset()) + explain(e));
    }

    /**
     * Returns an exception that names the line of a row that is not in order.
     *
     * @param rows what was returned last
     */
    public final UnsortedException disorder(KeyedRows rows, int row, boolean isEqual) {
        long offset = rows.rows().offset(row);
        return new UnsortedException(file(offset), line(offset) + ": " + disorder(rows.rows().row(row), isEqual));
    }

    /**
     * Returns an exception that names the line of a row.
     *
     * @param rows what was returned last
     */
    public final FileSortException failure(KeyedRows rows, int row, String problem) {
        long offset = rows.rows().offset(row);
        return new FileSortException(file(offset), line(offset) + ": " + problem);
    }

    private Path file(long offset) {
        return parts.file(parts.part(position + offset));
    }

    private String line(long offset) {
        if (width > 0) {
            return "record " + (position + offset - parts.start(parts.part(position + offset))) / width;
        }
        return "line " + (linesBefore(offset) + 1);
    }

    /** Counts the lines before an offset in the buffer, in the file that has the byte there. */
    private long linesBefore(long offset) {
        int part = parts.part(position + offset);
        long start = parts.start(part) - position;
        if (!areRowsKeys()) {
            return start > 0
                    ? parts.headerLines(part) + ByteSearch.count(buffer, start, offset, ByteSearch.repeated(lineEnd))
                    : lines + ByteSearch.count(buffer, 0, offset, ByteSearch.repeated(lineEnd));
        }
        // The ends of the lines have been overwritten.
        if (start <= startOfLast && (last == null || offset == last.end())) {
            return linesOfLast + (last == null ? 0 : last.count());
        }
        long count = start > startOfLast ? 0 : linesOfLast;
        for (int row = 0; last != null && row < last.count(); row++) {
            long line = last.rows().offset(row);
            count += line >= start && line < offset ? 1 : 0;
        }
        return count;
    }
}
