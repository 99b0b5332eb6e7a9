package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;

/**
 * Encodes the keys of rows in memory on all cores, each key once: those of some blocks at a time into arrays that stay in the
 * cache, from which they are copied behind the keys before them.
 */
final class TableRows {
    /**
     * Bytes that a sort needs per row in addition to rows and keys: two offsets, or one if rows are their own keys, two longs to
     * sort, and an index.
     */
    private static final int BYTES_PER_ROW = 2 * Long.BYTES + 2 * Long.BYTES + Integer.BYTES;
    private static final int BLOCKS_PER_THREAD = 4;

    private final RowFormat format;
    private final RunFormat stored;
    /** The keys and rows of the blocks that are encoded at the same time. */
    private final EncodedKeys[] parts = new EncodedKeys[BLOCKS_PER_THREAD * Loop.threads(Integer.MAX_VALUE)];

    private MemorySegment text;
    private long[] blocks;
    private SegmentAllocator memory;
    /** The keys, none if rows are their own keys, and the offsets of keys and rows. */
    private MemorySegment keys;
    private MemorySegment keyOffsets;
    private MemorySegment rowOffsets;
    private long keyBytes;
    private long count;
    private long longest;

    TableRows(RowFormat format) {
        this.format = format;
        this.stored = format.order(false).format();
        Arrays.setAll(parts, _ -> new EncodedKeys());
    }

    /**
     * Encodes the keys of the first rows of a text, as many as can be sorted in an amount of memory.
     *
     * @param starts the start of each block, and the end of the last one
     * @param limit memory in bytes for all but the text
     * @param allocator allocates memory that all threads can access
     * @return the rows, none if not even those of one block can be sorted
     * @throws TableException for the first problem of the text
     */
    KeyedRows encode(MemorySegment rows, long[] starts, long limit, SegmentAllocator allocator) throws TableException {
        text = rows;
        blocks = starts;
        memory = allocator;
        keys = MemorySegment.NULL;
        keyOffsets = MemorySegment.NULL;
        rowOffsets = MemorySegment.NULL;
        keyBytes = 0;
        count = 0;
        longest = 0;
        makeRoom(0);
        rowOffsets.set(JAVA_LONG, 0, blocks[0]);
        boolean fits = true;
        for (int done = 0; fits && done < blocks.length - 1; done += parts.length) {
            int n = Math.min(parts.length, blocks.length - 1 - done);
            encode(done, n);
            fits = append(done, n, limit);
        }
        RowBytes found = new RowBytes(text, offsets(rowOffsets));
        return new KeyedRows(
                found, format.areRowsKeys() ? found : new RowBytes(keys, offsets(keyOffsets)), longest, stored);
    }

    private Column offsets(MemorySegment all) {
        return new Column(all.asSlice(0, Long.BYTES * (count + 1)), KeyType.INT64);
    }

    /** Encodes the keys of blocks, and throws the exception of the first of those that failed. */
    private void encode(int first, int n) throws TableException {
        TableException[] failures = new TableException[n];
        ParallelRanges.each(n, i -> {
            try {
                parts[i].encode(format, stored, text, blocks[first + i], blocks[first + i + 1]);
            } catch (TableException e) {
                failures[i] = e;
            }
        }, text);
        for (TableException failure : failures) {
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** Appends the keys of the blocks that were encoded. Returns false if the memory is not enough for all of them. */
    private boolean append(int first, int n, long limit) {
        long bytesPerRow = format.areRowsKeys() ? BYTES_PER_ROW - Long.BYTES : BYTES_PER_ROW;
        long[] keyStarts = new long[n];
        long[] rowStarts = new long[n];
        int fit = 0;
        for (; fit < n; fit++) {
            long moreKeys = keyBytes + parts[fit].size();
            long moreRows = count + parts[fit].rows();
            if (moreKeys + bytesPerRow * moreRows > limit || moreRows >= Integer.MAX_VALUE - Long.BYTES) {
                break;
            }
            keyStarts[fit] = keyBytes;
            rowStarts[fit] = count;
            keyBytes = moreKeys;
            count = moreRows;
            longest = Math.max(longest, parts[fit].longest());
        }
        makeRoom(first + fit);
        ParallelRanges.each(fit, i -> {
            if (!format.areRowsKeys()) {
                parts[i].copyKeysTo(keys, keyStarts[i], keyOffsets.asSlice(Long.BYTES * (rowStarts[i] + 1)));
            }
            parts[i].copyEndsTo(rowOffsets.asSlice(Long.BYTES * (rowStarts[i] + 1)), blocks[first + i]);
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
        if (!format.areRowsKeys()) {
            keyOffsets = withRoom(keyOffsets, Long.BYTES * (count + 1), all);
            keys = withRoom(keys, keyBytes + RowBytes.SLACK, all);
        }
    }

    private MemorySegment withRoom(MemorySegment from, long bytes, double factor) {
        if (from.byteSize() >= bytes) {
            return from;
        }
        MemorySegment larger = memory.allocate((long) (factor * bytes), Long.BYTES);
        MemorySegment.copy(from, 0, larger, 0, from.byteSize());
        return larger;
    }
}
