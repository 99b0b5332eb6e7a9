package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
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
    /** The start of each block of these rows, and the end of the last one that is complete. */
    private long[] blocks;
    /** The index in the parts of the first byte of the buffer. */
    private long position;

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

    long[] blocks() {
        return blocks;
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
        blocks = ends.blocks(buffer, from, end, unread == 0);
    }

    /**
     * Returns the next rows. They are valid until the next call.
     *
     * @param limit memory in bytes for keys and for the sort
     * @param memory allocates memory that all threads can access
     * @throws FileSortException if a row is not as expected, or is too long for the buffer or the memory
     */
    public KeyedRows next(long limit, SegmentAllocator memory) throws FileSortException {
        if (from > 0) {
            fill();
        }
        try {
            KeyedRows rows = new Next(limit, memory).rows();
            if (rows.count() == 0 && !isAtEnd()) {
                throw tooLong();
            }
            from = rows.end();
            return rows;
        } catch (TableException e) {
            throw failure(e);
        }
    }

    /** The next rows, as many as can be sorted in an amount of memory, and their keys. */
    private final class Next {
        private final long limit;
        private final SegmentAllocator memory;
        private final boolean haveKeys = !format.areRowsKeys();
        /** The keys, none if rows are their own keys, and the offsets of keys and rows. */
        private MemorySegment keys = MemorySegment.NULL;
        private MemorySegment keyOffsets = MemorySegment.NULL;
        private MemorySegment rowOffsets = MemorySegment.NULL;
        private long keyBytes;
        private long count;
        private long longest;

        private Next(long limit, SegmentAllocator memory) {
            this.limit = limit;
            this.memory = memory;
        }

        private KeyedRows rows() throws TableException {
            makeRoom(0);
            rowOffsets.set(JAVA_LONG, 0, blocks[0]);
            boolean fits = true;
            for (int done = 0; fits && done < blocks.length - 1; done += encoded.length) {
                int n = Math.min(encoded.length, blocks.length - 1 - done);
                int first = done;
                ParallelRanges.each(n, i -> encoded[i].encode(
                        format.encoder(), stored, buffer, blocks[first + i], blocks[first + i + 1]), buffer);
                fits = append(first, n);
            }
            RowBytes rows = new RowBytes(buffer, offsets(rowOffsets));
            return new KeyedRows(rows, haveKeys ? new RowBytes(keys, offsets(keyOffsets)) : rows, longest, stored);
        }

        private Column offsets(MemorySegment all) {
            return new Column(all.asSlice(0, Long.BYTES * (count + 1)), KeyType.INT64);
        }

        /** Appends the keys of the blocks that were encoded. Returns false if the memory is not enough for all of them. */
        private boolean append(int first, int n) throws TableException {
            long bytesPerRow = haveKeys ? BYTES_PER_ROW : BYTES_PER_ROW - Long.BYTES;
            long[] keyStarts = new long[n];
            long[] rowStarts = new long[n];
            int fit = 0;
            for (; fit < n; fit++) {
                encoded[fit].requireAll();
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
            makeRoom(first + fit);
            ParallelRanges.each(fit, i -> {
                long at = Long.BYTES * (rowStarts[i] + 1);
                if (haveKeys) {
                    encoded[i].copyKeysTo(keys, keyStarts[i], keyOffsets.asSlice(at));
                }
                encoded[i].copyEndsTo(rowOffsets.asSlice(at), blocks[first + i]);
            }, rowOffsets);
            return fit == n;
        }

        /**
         * Makes room for all keys and rows so far, and where there is too little, for about as many as all blocks will have.
         *
         * @param done the number of blocks so far
         */
        private void makeRoom(int done) {
            double all = done == 0 || done == blocks.length - 1 ? 1 : 1.1 * (blocks.length - 1) / done;
            rowOffsets = withRoom(rowOffsets, Long.BYTES * (count + 1), all);
            if (haveKeys) {
                keyOffsets = withRoom(keyOffsets, Long.BYTES * (count + 1), all);
                keys = withRoom(keys, keyBytes + RowBytes.SLACK, all);
            }
        }

        private MemorySegment withRoom(MemorySegment before, long bytes, double factor) {
            if (before.byteSize() >= bytes) {
                return before;
            }
            MemorySegment larger = memory.allocate((long) (factor * bytes), Long.BYTES);
            MemorySegment.copy(before, 0, larger, 0, before.byteSize());
            return larger;
        }
    }

    private FileSortException tooLong() throws FileSortException {
        long length = length();
        return failure(from, ": " + (length < 0
                ? "a quote in this row never ends"
                : budget.advice(length, format.areRowsKeys() ? length : 3 * length)));
    }

    /** Returns the length of the next row, or -1 if a quote in it never ends. The bytes after those in the buffer are read. */
    private long length() throws FileSortException {
        if (ends.width() > 0) {
            return ends.width();
        }
        MemorySegment piece = MemorySegment.ofArray(new byte[PIECE]);
        boolean mayOpen = true; // whether a quote would begin or continue a quoted field
        boolean isInQuotes = false;
        MemorySegment text = buffer.asSlice(from, end - from);
        for (long length = 1;;) {
            for (long at = 0; at < text.byteSize(); at++, length++) {
                byte value = text.get(JAVA_BYTE, at);
                boolean isQuote = ends.hasQuotes() && value == RowEnds.QUOTE && (isInQuotes || mayOpen);
                isInQuotes ^= isQuote;
                if (!isInQuotes && value == ends.end()) {
                    return length;
                }
                mayOpen = isQuote || ends.hasQuotes() && value == ends.table().delimiter();
            }
            if (unread == 0) {
                return isInQuotes ? -1 : length;
            }
            text = piece.asSlice(0, Math.min(unread, PIECE));
            parts.read(text);
            unread -= text.byteSize();
        }
    }

    FileSortException failure(TableException e) throws FileSortException {
        return failure(e.offset, format.explain(e));
    }

    private FileSortException failure(long offset, String problem) throws FileSortException {
        return new FileSortException(parts.file(position + offset), parts.place(position + offset, ends) + problem);
    }

    /**
     * Returns an exception that names the line of a row that is not in order.
     *
     * @param rows what was returned last
     */
    public UnsortedException disorder(KeyedRows rows, int row, boolean isEqual) throws FileSortException {
        long at = position + rows.rows().offset(row);
        return new UnsortedException(
                parts.file(at), parts.place(at, ends) + ": " + format.disorder(rows.rows().row(row), isEqual));
    }

    /**
     * Returns an exception that names the line of a row.
     *
     * @param rows what was returned last
     */
    public FileSortException failure(KeyedRows rows, int row, String problem) throws FileSortException {
        return failure(rows.rows().offset(row), ": " + problem);
    }
}
