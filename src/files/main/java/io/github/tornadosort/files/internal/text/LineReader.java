package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.files.internal.table.TableException;
import io.github.tornadosort.files.internal.table.TableRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Reads lines with their keys, as many at a time as fit in a buffer. If lines are their own keys, their ends are overwritten with zeros.
 * A last line without an end gets one.
 */
public final class LineReader implements RowReader {
    /** Bytes of the buffer that are not filled from the file: an end for the last line, and a word. */
    public static final int SLACK = 2 + Long.BYTES;

    private final Path file;
    private final KeyReader input;
    private final LineOrder order;
    /** The ends of lines that are their own keys, or null. */
    private final LineEnds ends;
    private final MemorySegment buffer;
    private final LongConsumer progress;
    private long unread;
    /** The range of the buffer that holds lines that were not returned. */
    private long from;
    private long end;
    private long returned;
    /** The lines that were returned, and those of the last call among them. */
    private long lines;
    private long lastLines;

    /**
     * @param file the name of the text in messages
     * @param ends the ends of lines, if they are their own keys and the order is one of whole lines; otherwise null
     * @param buffer memory for lines and {@link #SLACK} bytes, accessible by all threads
     * @param progress receives the number of bytes read since the last call
     */
    public LineReader(
            Path file, KeyReader input, LineOrder order, LineEnds ends, MemorySegment buffer, LongConsumer progress) {
        this.file = file;
        this.input = input;
        this.order = order;
        this.ends = ends;
        this.buffer = buffer;
        this.progress = progress;
        this.unread = input.bytes();
    }

    /** Moves the lines that were not returned to the start of the buffer, and fills the rest of it. */
    private void fill() throws FileSortException {
        MemorySegment.copy(buffer, from, buffer, 0, end - from);
        returned += from;
        end -= from;
        from = 0;
        long length = Math.min(unread, buffer.byteSize() - SLACK - end);
        input.read(buffer.asSlice(end, length), progress);
        end += length;
        unread -= length;
        long complete = completeLines();
        if (ends != null) {
            ends.read(file, buffer.asSlice(0, complete));
        }
        if (unread == 0 && complete < end) {
            if (endLength() == 2) {
                buffer.set(ValueLayout.JAVA_BYTE, end++, (byte) '\r');
            }
            buffer.set(ValueLayout.JAVA_BYTE, end++, order.end());
        }
    }

    /** Returns the end of the last complete line in the buffer. */
    private long completeLines() {
        long at = end;
        while (at > 0 && buffer.get(ValueLayout.JAVA_BYTE, at - 1) != order.end()) {
            at--;
        }
        return at;
    }

    /** Returns the length of the ends of lines. */
    private int endLength() {
        return ends == null ? 1 : ends.length();
    }

    @Override
    public int zeroedEnd() {
        return ends == null ? 0 : ends.length();
    }

    @Override
    public boolean isAtEnd() {
        return from == end && unread == 0;
    }

    @Override
    public KeyedRows next(long limit, SegmentAllocator memory) throws FileSortException {
        fill();
        try {
            KeyedRows found = TableRows.ofLines(
                    buffer, end, unread == 0, order.end(), zeroedEnd(),
                    () -> new LineEncoder(buffer, end, order, ends != null), limit, memory);
            if (found.count() == 0 && !isAtEnd()) {
                throw failure(0, "the line that starts here needs more memory; use a larger --memory");
            }
            from = found.end();
            lastLines = found.count();
            lines += lastLines;
            return found;
        } catch (TableException e) {
            throw failure(e.offset(), e.getMessage());
        }
    }

    private FileSortException failure(long at, String problem) {
        return new FileSortException(file, "byte " + (returned + at) + ": " + problem);
    }

    /** Shows the line as GNU sort does. */
    @Override
    public UnsortedException disorder(KeyedRows rows, int row, boolean isEqual) {
        MemorySegment line = rows.rows().row(row);
        return new UnsortedException(file, "line " + (lines - lastLines + row + 1) + ": disorder: "
                + RowBytes.text(line.asSlice(0, line.byteSize() - endLength())));
    }

    @Override
    public int endLength(MemorySegment row) {
        return endLength();
    }
}
