package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.table.RowBlocks;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.files.internal.table.RowScan;
import io.github.tornadosort.files.internal.table.TableException;
import io.github.tornadosort.files.internal.table.TableRows;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Reads lines with their keys, as many at a time as fit in a buffer. If lines are their own keys, their ends are overwritten with
 * zeros.
 */
final class LineReader implements RowReader {
    private final Path file;
    private final KeyReader input;
    private final LineFormat format;
    private final Budget budget;
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
     * @param input the text, whose last line has an end
     */
    LineReader(Path file, KeyReader input, LineFormat format, Budget budget, Arena arena, LongConsumer progress) {
        this.file = file;
        this.input = input;
        this.format = format;
        this.budget = budget;
        this.buffer = NativeMemory.allocate(arena, budget.text(input.bytes()) + RowFormat.SLACK);
        this.progress = progress;
        this.unread = input.bytes();
    }

    /** Moves the lines that were not returned to the start of the buffer, and fills the rest of it. */
    private void fill() throws FileSortException {
        MemorySegment.copy(buffer, from, buffer, 0, end - from);
        returned += from;
        end -= from;
        from = 0;
        long length = Math.min(unread, buffer.byteSize() - RowFormat.SLACK - end);
        input.read(buffer.asSlice(end, length), progress);
        end += length;
        unread -= length;
        byte lineEnd = format.order().end();
        if (unread == 0 && end > 0 && buffer.get(ValueLayout.JAVA_BYTE, end - 1) != lineEnd) {
            buffer.set(ValueLayout.JAVA_BYTE, end++, lineEnd); // The last line had an end when the file was opened.
        }
    }

    @Override
    public boolean areRowsKeys() {
        return format.areKeys();
    }

    @Override
    public boolean isAtEnd() {
        return from == end && unread == 0;
    }

    @Override
    public KeyedRows next(long limit, SegmentAllocator memory) throws FileSortException {
        fill();
        try {
            KeyedRows found = TableRows.of(
                    buffer, RowBlocks.ofLines(buffer, end, unread == 0, format.order().end()), areRowsKeys(),
                    () -> new LineEncoder(buffer, end, format), limit, memory);
            if (found.count() == 0 && !isAtEnd()) {
                throw tooLong();
            }
            from = found.end();
            lastLines = found.count();
            lines += lastLines;
            return found;
        } catch (TableException e) {
            throw failure(e.offset(), e.getMessage());
        }
    }

    private FileSortException tooLong() throws FileSortException {
        RowScan scan = new RowScan(null, format.order().end());
        long length = scan.length(buffer, from, end, input, unread);
        return new FileSortException(file,
                "line " + (lines + 1) + ": " + budget.advice(length, areRowsKeys() ? length : 3 * length));
    }

    private FileSortException failure(long at, String problem) {
        return new FileSortException(file, "byte " + (returned + at) + ": " + problem);
    }

    /** Shows the line as GNU sort does. */
    @Override
    public UnsortedException disorder(KeyedRows rows, int row, boolean isEqual) {
        MemorySegment line = rows.rows().row(row);
        return new UnsortedException(
                file, position(row) + "disorder: " + RowBytes.text(line.asSlice(0, line.byteSize() - 1)));
    }

    @Override
    public FileSortException failure(KeyedRows rows, int row, String problem) {
        return new FileSortException(file, position(row) + problem);
    }

    private String position(int row) {
        return "line " + (lines - lastLines + row + 1) + ": ";
    }

    @Override
    public int endLength(MemorySegment row) {
        return 1;
    }
}
