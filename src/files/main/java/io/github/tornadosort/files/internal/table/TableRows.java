package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Encodes the keys of rows in memory on all cores, each key once: those of some blocks at a time into arrays that stay in the
 * cache, from which they are copied behind the keys before them.
 */
public final class TableRows {
    /**
     * Bytes that a sort needs per row in addition to rows and keys: two offsets, or one if rows are their own keys, two longs to
     * sort, and an index.
     */
    private static final int BYTES_PER_ROW = 2 * Long.BYTES + 2 * Long.BYTES + Integer.BYTES;
    private static final int BLOCKS_PER_THREAD = 4;

    private final MemorySegment text;
    private final RowBlocks blocks;
    private final SegmentAllocator memory;
    /** Whether rows are their own keys, and their ends are overwritten with zeros. */
    private final boolean areKeys;
    /** The keys and rows of the blocks that are encoded at the same time. */
    private final EncodedKeys[] parts;

    /** Null if rows are their own keys. */
    private RowBytes keys;
    private RowBytes rows;
    private long keyBytes;
    private long count;
    private long longest;

    private TableRows(MemorySegment text, RowBlocks blocks, boolean areKeys, SegmentAllocator memory) {
        this.text = text;
        this.blocks = blocks;
        this.areKeys = areKeys;
        this.memory = memory;
        this.parts = new EncodedKeys[Math.min(blocks.count(), BLOCKS_PER_THREAD * Loop.threads(Integer.MAX_VALUE))];
        Arrays.setAll(parts, _ -> new EncodedKeys());
        grow(0);
        rows.setOffset(0, blocks.row(0));
        if (keys != null) {
            keys.setOffset(0, 0);
        }
    }

    /**
     * Encodes the keys of the first rows of a text, as many as can be sorted in an amount of memory.
     *
     * @param areKeys whether rows are their own keys. Their ends are overwritten with 0, the smallest byte, so that rows with
     *     their ends have the order of rows without them.
     * @param encoders creates an encoder for each block: an encoder has the fields of one row
     * @param limit memory in bytes for all but the text
     * @param memory allocates memory that all threads can access
     * @return the rows, none if not even those of one block can be sorted
     * @throws TableException for the first problem of the text
     */
    public static KeyedRows of(
            MemorySegment text, RowBlocks blocks, boolean areKeys, Supplier<RowEncoder> encoders, long limit,
            SegmentAllocator memory)
            throws TableException {
        TableRows encoded = new TableRows(text, blocks, areKeys, memory);
        int done = 0;
        boolean fits = true;
        while (fits && done < blocks.count()) {
            int n = Math.min(encoded.parts.length, blocks.count() - done);
            encoded.encode(done, n, encoders);
            fits = encoded.append(done, n, limit);
            done += n;
        }
        RowBytes rows = encoded.rows.first(encoded.count);
        return new KeyedRows(rows, encoded.keys == null ? rows : encoded.keys.first(encoded.count), encoded.longest);
    }

    /** Encodes the keys of blocks, and throws the exception of the first of those that failed. */
    private void encode(int first, int n, Supplier<RowEncoder> encoders) throws TableException {
        TableException[] failures = new TableException[n];
        ParallelRanges.each(n, i -> {
            try {
                parts[i].encode(encoders.get(), blocks.row(first + i), blocks.row(first + i + 1));
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
        long bytesPerRow = areKeys ? BYTES_PER_ROW - Long.BYTES : BYTES_PER_ROW;
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
            parts[i].copyEndsTo(rows, rowStarts[i], areKeys);
        }, rows.buffer(), rows.offsets().segment());
        return fit == n;
    }

    /**
     * Makes room for all keys and rows so far, and if there is too little, for about as many as all blocks will have.
     *
     * @param done the number of blocks so far
     */
    private void grow(int done) {
        boolean isLarge = rows != null && count < rows.offsets().size()
                && (areKeys || keyBytes + RowBytes.SLACK <= keys.buffer().byteSize());
        if (isLarge) {
            return;
        }
        double all = done == 0 ? 1 : 1.1 * blocks.count() / done;
        boolean isEnd = done == blocks.count();
        long bytes = isEnd ? keyBytes : (long) (all * keyBytes);
        long offsets = 1 + (isEnd ? count : (long) (all * count));
        if (!areKeys) {
            keys = grown(keys, memory.allocate(bytes + RowBytes.SLACK, Long.BYTES), offsets);
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
