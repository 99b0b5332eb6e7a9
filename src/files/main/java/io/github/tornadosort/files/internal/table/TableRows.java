package io.github.tornadosort.files.internal.table;

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

    private final MemorySegment text;
    private final long[] blocks;
    private final RowFormat format;
    private final RunFormat stored;
    private final SegmentAllocator memory;
    /** The keys and rows of the blocks that are encoded at the same time. */
    private final EncodedKeys[] parts;

    /** Null if rows are their own keys. */
    private RowBytes keys;
    private RowBytes rows;
    private long keyBytes;
    private long count;
    private long longest;

    private TableRows(MemorySegment text, long[] blocks, RowFormat format, EncodedKeys[] parts, SegmentAllocator memory) {
        this.text = text;
        this.blocks = blocks;
        this.format = format;
        this.stored = format.order(false).format();
        this.memory = memory;
        this.parts = parts;
        grow(0);
        rows.setOffset(0, blocks[0]);
    }

    /** Returns arrays for the keys of blocks, which are used for one text after the other. */
    static EncodedKeys[] arrays() {
        EncodedKeys[] arrays = new EncodedKeys[BLOCKS_PER_THREAD * Loop.threads(Integer.MAX_VALUE)];
        Arrays.setAll(arrays, _ -> new EncodedKeys());
        return arrays;
    }

    /**
     * Encodes the keys of the first rows of a text, as many as can be sorted in an amount of memory.
     *
     * @param blocks the start of each block, and the end of the last one
     * @param limit memory in bytes for all but the text
     * @param memory allocates memory that all threads can access
     * @return the rows, none if not even those of one block can be sorted
     * @throws TableException for the first problem of the text
     */
    static KeyedRows of(
            MemorySegment text, long[] blocks, RowFormat format, EncodedKeys[] arrays, long limit, SegmentAllocator memory)
            throws TableException {
        TableRows encoded = new TableRows(text, blocks, format, arrays, memory);
        boolean fits = true;
        for (int done = 0; fits && done < blocks.length - 1; done += encoded.parts.length) {
            int n = Math.min(encoded.parts.length, blocks.length - 1 - done);
            encoded.encode(done, n);
            fits = encoded.append(done, n, limit);
        }
        RowBytes rows = encoded.rows.first(encoded.count);
        RowBytes keys = encoded.keys == null ? rows : encoded.keys.first(encoded.count);
        return new KeyedRows(rows, keys, encoded.longest, encoded.stored);
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
        grow(first + fit);
        ParallelRanges.each(fit, i -> {
            if (keys != null) {
                parts[i].copyKeysTo(keys, keyStarts[i], rowStarts[i]);
            }
            parts[i].copyEndsTo(rows, blocks[first + i], rowStarts[i]);
        }, rows.buffer(), rows.offsets().segment());
        return fit == n;
    }

    /**
     * Makes room for all keys and rows so far, and if there is too little, for about as many as all blocks will have.
     *
     * @param done the number of blocks so far
     */
    private void grow(int done) {
        boolean areKeys = format.areRowsKeys();
        boolean isLarge = rows != null && count < rows.offsets().size()
                && (areKeys || keyBytes + RowBytes.SLACK <= keys.buffer().byteSize());
        if (isLarge) {
            return;
        }
        double all = done == 0 || done == blocks.length - 1 ? 1 : 1.1 * (blocks.length - 1) / done;
        long offsets = 1 + (long) (all * count);
        if (!areKeys) {
            keys = grown(keys, memory.allocate((long) (all * keyBytes) + RowBytes.SLACK, Long.BYTES), offsets);
        }
        rows = grown(rows, text, offsets);
    }

    private RowBytes grown(RowBytes from, MemorySegment buffer, long offsets) {
        Column larger = new Column(memory.allocate(Long.BYTES * offsets, Long.BYTES), KeyType.INT64);
        if (from != null) {
            MemorySegment old = from.offsets().segment();
            // The first estimate may have been the larger one.
            MemorySegment.copy(old, 0, larger.segment(), 0, Math.min(old.byteSize(), larger.segment().byteSize()));
            if (buffer != from.buffer()) {
                MemorySegment.copy(
                        from.buffer(), 0, buffer, 0,
                        Math.min(from.buffer().byteSize(), buffer.byteSize()) - RowBytes.SLACK);
            }
        }
        return new RowBytes(buffer, larger);
    }
}
