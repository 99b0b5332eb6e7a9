package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.internal.memory.NativeMemory;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads rows with their keys, as many at a time as fit in a buffer. Keys are encoded on all cores, each key once: those of some
 * blocks at a time into arrays that stay in the cache, from which they are copied behind the keys before them.
 */
public final class RowReader {
    /**
     * Bytes that a sort needs per row in addition to rows and keys: two offsets, or one if rows are their own keys, two longs to
     * sort, and an index.
     */
    private static final int BYTES_PER_ROW = 2 * Long.BYTES + 2 * Long.BYTES + Integer.BYTES;
    private static final int BLOCKS_PER_THREAD = 4;
    private static final int PIECE = 1 << 16;

    private final RowFormat format;
    private final RowEnds ends;
    private final Parts parts;
    private final Budget budget;
    private final MemorySegment buffer;
    private final LongConsumer progress;
    private final RunFormat stored;
    /** The keys of the blocks that are encoded at the same time. */
    private final EncodedKeys[] encoded = new EncodedKeys[BLOCKS_PER_THREAD * Loop.threads(Integer.MAX_VALUE)];
    private long unread;
    /** The range of the buffer that holds rows that were not returned. */
    private long from;
    private long end;
    /** The index in the parts of the first byte of the buffer. */
    private long position;
    /** The start of the rows that were returned last, whose memory may be overwritten before the next ones are read. */
    private long last;
    /** The lines before them in the file that has their first byte, and the same for the rows that were not returned. */
    private long lines;
    private long linesOfNext;
    /** The start of each block of the next rows, and the end of the last one. */
    private long[] blocks;
    /** The keys of the next rows, none if rows are their own keys, and the offsets of keys and rows. */
    private MemorySegment keys;
    private MemorySegment keyOffsets;
    private MemorySegment rowOffsets;
    private long keyBytes;
    private long count;
    private long longest;

    /**
     * Reads the first rows.
     *
     * @param parts what the format has opened
     * @param arena for a buffer that all threads access
     * @param progress receives the number of bytes read since the last call
     * @throws FileSortException if the rows have no such keys, or other columns than those of the inputs before
     */
    public RowReader(RowFormat format, Parts parts, Budget budget, Arena arena, LongConsumer progress)
            throws FileSortException {
        this.format = format;
        this.ends = format.ends();
        this.parts = parts;
        this.budget = budget;
        this.buffer = NativeMemory.allocate(arena, budget.text(parts.bytes()) + RowFormat.SLACK);
        this.progress = progress;
        this.stored = format.order(false).format();
        Arrays.setAll(encoded, _ -> new EncodedKeys());
        this.unread = parts.bytes();
        this.lines = parts.headerLines(parts.part(0));
        this.linesOfNext = lines;
        fill();
        format.begin(this);
    }

    /** Returns the bytes before the first row that is sorted. */
    public byte[] preamble() {
        return parts.preamble();
    }

    /** Returns whether all rows were returned. */
    public boolean isAtEnd() {
        return from == end && unread == 0;
    }

    Parts parts() {
        return parts;
    }

    MemorySegment buffer() {
        return buffer;
    }

    /** Moves rows that were not returned to the start of the buffer, and fills the rest of it. */
    private void fill() throws FileSortException {
        if (from > 0 && unread > 0) {
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
    }

    /** Returns the blocks of the rows in the buffer that were not returned. */
    long[] blocks() {
        return ends.blocks(buffer, from, end, unread == 0);
    }

    /**
     * Returns the next rows. They are valid until the next call.
     *
     * @param limit memory in bytes for keys and for the sort
     * @param memory allocates memory that all threads can access
     * @throws FileSortException if a row is not as expected, or is too long for the buffer or the memory
     */
    public KeyedRows next(long limit, SegmentAllocator memory) throws FileSortException {
        fill();
        last = from;
        lines = linesOfNext;
        try {
            KeyedRows rows = encode(limit, memory);
            if (rows.count() == 0 && !isAtEnd()) {
                throw tooLong();
            }
            from = rows.end();
            linesOfNext = ends.width() > 0 || isAtEnd() ? 0 : linesAfter(rows);
            return rows;
        } catch (TableException e) {
            throw failure(e);
        }
    }

    /** Encodes the keys of the next rows, as many as can be sorted in an amount of memory. */
    private KeyedRows encode(long limit, SegmentAllocator memory) throws TableException {
        blocks = blocks();
        keys = MemorySegment.NULL;
        keyOffsets = MemorySegment.NULL;
        rowOffsets = MemorySegment.NULL;
        keyBytes = 0;
        count = 0;
        longest = 0;
        makeRoom(0, memory);
        rowOffsets.set(JAVA_LONG, 0, blocks[0]);
        boolean fits = true;
        for (int done = 0; fits && done < blocks.length - 1; done += encoded.length) {
            int n = Math.min(encoded.length, blocks.length - 1 - done);
            encode(done, n);
            fits = append(done, n, limit, memory);
        }
        RowBytes rows = new RowBytes(buffer, offsets(rowOffsets));
        return new KeyedRows(rows, format.areRowsKeys() ? rows : new RowBytes(keys, offsets(keyOffsets)), longest, stored);
    }

    private Column offsets(MemorySegment all) {
        return new Column(all.asSlice(0, Long.BYTES * (count + 1)), KeyType.INT64);
    }

    /** Encodes the keys of blocks, and throws the exception of the first of those that failed. */
    private void encode(int first, int n) throws TableException {
        TableException[] failures = new TableException[n];
        ParallelRanges.each(n, i -> {
            try {
                encoded[i].encode(format, stored, buffer, blocks[first + i], blocks[first + i + 1]);
            } catch (TableException e) {
                failures[i] = e;
            }
        }, buffer);
        for (TableException failure : failures) {
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** Appends the keys of the blocks that were encoded. Returns false if the memory is not enough for all of them. */
    private boolean append(int first, int n, long limit, SegmentAllocator memory) {
        long bytesPerRow = format.areRowsKeys() ? BYTES_PER_ROW - Long.BYTES : BYTES_PER_ROW;
        long[] keyStarts = new long[n];
        long[] rowStarts = new long[n];
        int fit = 0;
        for (; fit < n; fit++) {
            long moreKeys = keyBytes + encoded[fit].size();
            long moreRows = count + encoded[fit].rows();
            if (moreKeys + bytesPerRow * moreRows > limit || moreRows >= Integer.MAX_VALUE - Long.BYTES) {
                break;
            }
            keyStarts[fit] = keyBytes;
            rowStarts[fit] = count;
            keyBytes = moreKeys;
            count = moreRows;
            longest = Math.max(longest, encoded[fit].longest());
        }
        makeRoom(first + fit, memory);
        ParallelRanges.each(fit, i -> {
            if (!format.areRowsKeys()) {
                encoded[i].copyKeysTo(keys, keyStarts[i], keyOffsets.asSlice(Long.BYTES * (rowStarts[i] + 1)));
            }
            encoded[i].copyEndsTo(rowOffsets.asSlice(Long.BYTES * (rowStarts[i] + 1)), blocks[first + i]);
        }, rowOffsets);
        return fit == n;
    }

    /**
     * Makes room for all keys and rows so far, and where there is too little, for about as many as all blocks will have.
     *
     * @param done the number of blocks so far
     */
    private void makeRoom(int done, SegmentAllocator memory) {
        double all = done == 0 || done == blocks.length - 1 ? 1 : 1.1 * (blocks.length - 1) / done;
        rowOffsets = withRoom(rowOffsets, Long.BYTES * (count + 1), all, memory);
        if (!format.areRowsKeys()) {
            keyOffsets = withRoom(keyOffsets, Long.BYTES * (count + 1), all, memory);
            keys = withRoom(keys, keyBytes + RowBytes.SLACK, all, memory);
        }
    }

    private static MemorySegment withRoom(MemorySegment from, long bytes, double factor, SegmentAllocator memory) {
        if (from.byteSize() >= bytes) {
            return from;
        }
        MemorySegment larger = memory.allocate((long) (factor * bytes), Long.BYTES);
        MemorySegment.copy(from, 0, larger, 0, from.byteSize());
        return larger;
    }

    private FileSortException tooLong() throws FileSortException {
        Path file = file(from);
        String line = line(from);
        if (ends.width() > 0) {
            return new FileSortException(file, line + ": " + budget.advice(ends.width(), 3L * ends.width()));
        }
        RowEnds.Scan scan = ends.new Scan();
        long length = length(scan);
        return new FileSortException(file, line + ": " + (scan.isQuoted()
                ? "a quote in this row never ends"
                : budget.advice(length, format.areRowsKeys() ? length : 3 * length)));
    }

    /** Returns the length of the next row. The bytes after those in the buffer are read until it ends. */
    private long length(RowEnds.Scan row) throws FileSortException {
        long found = row.end(buffer, from, end);
        long length = found < 0 ? end - from : found - from;
        MemorySegment piece = MemorySegment.ofArray(new byte[PIECE]);
        while (found < 0 && unread > 0) {
            long read = Math.min(unread, PIECE);
            parts.read(piece.asSlice(0, read));
            unread -= read;
            found = row.end(piece, 0, read);
            length += found < 0 ? read : found;
        }
        return length;
    }

    FileSortException failure(TableException e) {
        return new FileSortException(file(e.offset()), line(e.offset()) + format.explain(e));
    }

    /**
     * Returns an exception that names the line of a row that is not in order.
     *
     * @param rows what was returned last
     */
    public UnsortedException disorder(KeyedRows rows, int row, boolean isEqual) {
        long offset = rows.rows().offset(row);
        return new UnsortedException(file(offset), line(offset) + ": " + format.disorder(rows.rows().row(row), isEqual));
    }

    /**
     * Returns an exception that names the line of a row.
     *
     * @param rows what was returned last
     */
    public FileSortException failure(KeyedRows rows, int row, String problem) {
        long offset = rows.rows().offset(row);
        return new FileSortException(file(offset), line(offset) + ": " + problem);
    }

    /** Counts the lines before the end of rows that were returned last. */
    private long linesAfter(KeyedRows rows) {
        boolean areLinesOfOneFile = ends.dialect() == null && parts.part(position + last) == parts.part(position + from);
        return areLinesOfOneFile ? lines + rows.count() : linesBefore(from);
    }

    private Path file(long offset) {
        return parts.file(parts.part(position + offset));
    }

    private String line(long offset) {
        if (ends.width() > 0) {
            return "record " + (position + offset - parts.start(parts.part(position + offset))) / ends.width();
        }
        return "line " + (linesBefore(offset) + 1);
    }

    /** Counts the lines before an offset of a row that was returned last or not at all, in the file that has the byte there. */
    private long linesBefore(long offset) {
        int part = parts.part(position + offset);
        long start = parts.start(part) - position;
        return (start > last ? parts.headerLines(part) : lines)
                + ByteSearch.count(buffer, Math.max(last, start), offset, ByteSearch.repeated(ends.end()));
    }
}
