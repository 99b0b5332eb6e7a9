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
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Reads lines with their keys, as many at a time as fit in a buffer. Each line has an end in the input. */
public final class LineReader implements RowReader {
    /** Bytes of the buffer that are not filled from the file: a word. */
    public static final int SLACK = Long.BYTES;

    private final Path file;
    private final KeyReader input;
    private final LineOrder order;
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
     * @param buffer memory for lines and {@link #SLACK} bytes, accessible by all threads
     * @param progress receives the number of bytes read since the last call
     */
    public LineReader(Path file, KeyReader input, LineOrder order, MemorySegment buffer, LongConsumer progress) {
        this.file = file;
        this.input = input;
        this.order = order;
        this.buffer = buffer;
        this.progress = progress;
        this.unread = input.bytes();
    }

    private void fill() throws FileSortException {
        MemorySegment.copy(buffer, from, buffer, 0, end - from);
        returned += from;
        end -= from;
        from = 0;
        long length = Math.min(unread, buffer.byteSize() - SLACK - end);
        input.read(buffer.asSlice(end, length), progress);
        end += length;
        unread -= length;
    }

    @Override
    public byte[] preamble() {
        return new byte[0];
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
                    buffer, end, unread == 0, order.end(), () -> new LineEncoder(buffer, end, order), limit, memory);
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
                + RowBytes.text(line.asSlice(0, line.byteSize() - 1)));
    }

    @Override
    public int endLength(MemorySegment row) {
        return 1;
    }

    @Override
    public int cut(MemorySegment rows) {
        return 0;
    }
}
