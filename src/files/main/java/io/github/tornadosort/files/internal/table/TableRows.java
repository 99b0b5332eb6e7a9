package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/** Encodes the keys of rows in memory. */
public final class TableRows {
    /** Bytes that a sort needs per row in addition to rows and keys: two offsets, two longs to sort, and an index. */
    private static final int BYTES_PER_ROW = 2 * Long.BYTES + 2 * Long.BYTES + Integer.BYTES;

    private TableRows() {}

    /** The size of the rows that begin in a block. */
    private record Size(long rows, long keyBytes, long longest) {}

    /**
     * Encodes the keys of the first rows of a text, as many as can be sorted in an amount of memory.
     *
     * @param limit memory in bytes for all but the text
     * @param memory allocates memory that all threads can access
     * @return the rows, none if not even those of one block can be sorted
     * @throws TableException for the first problem of the text
     */
    static KeyedRows of(MemorySegment text, RowBlocks blocks, RowEncoders encoders, long limit, SegmentAllocator memory)
            throws TableException {
        Size[] sizes = measure(text, blocks, encoders);
        long[] rowsBefore = new long[sizes.length + 1];
        long[] keysBefore = new long[sizes.length + 1];
        long longest = 0;
        int count = 0;
        for (int block = 0; block < sizes.length; block++) {
            long rows = rowsBefore[block] + sizes[block].rows;
            long keyBytes = keysBefore[block] + sizes[block].keyBytes;
            if (keyBytes + BYTES_PER_ROW * rows > limit || rows >= Integer.MAX_VALUE - Long.BYTES) {
                break;
            }
            rowsBefore[block + 1] = rows;
            keysBefore[block + 1] = keyBytes;
            longest = Math.max(longest, sizes[block].longest);
            count++;
        }
        RowBytes rows = new RowBytes(text, offsets(rowsBefore[count], text.byteSize(), memory));
        long keyBytes = keysBefore[count] + RowBytes.SLACK;
        RowBytes keys = new RowBytes(
                memory.allocate(keyBytes, Long.BYTES), offsets(rowsBefore[count], keyBytes, memory));
        rows.setOffset(0, blocks.row(0));
        keys.setOffset(0, 0);
        each(count, text, block -> {
            RowEncoder encoder = encoders.create();
            MemorySegment target =
                    keys.buffer().asSlice(keysBefore[block], keysBefore[block + 1] - keysBefore[block]);
            long key = 0;
            encoder.moveTo(blocks.row(block));
            for (long row = rowsBefore[block] + 1; row <= rowsBefore[block + 1]; row++) {
                encoder.read();
                key = encoder.encode(target, key);
                rows.setOffset(row, encoder.position());
                keys.setOffset(row, keysBefore[block] + key);
            }
        });
        return new KeyedRows(rows, keys, longest);
    }

    /**
     * Encodes the keys of the first lines of a text; see {@link #of}.
     *
     * @param end the end of the text in memory
     * @param complete whether the last line ends there; otherwise its end may be missing
     * @param lineEnd the byte that ends a line
     */
    public static KeyedRows ofLines(
            MemorySegment text, long end, boolean complete, byte lineEnd, RowEncoders encoders, long limit,
            SegmentAllocator memory)
            throws TableException {
        return of(text, RowBlocks.ofLines(text, end, complete, lineEnd), encoders, limit, memory);
    }

    private static Column offsets(long rows, long bytes, SegmentAllocator memory) {
        KeyType type = RowBytes.offsetType(bytes);
        return new Column(memory.allocate((rows + 1) * type.bytes(), Long.BYTES), type);
    }

    private static Size[] measure(MemorySegment text, RowBlocks blocks, RowEncoders encoders) throws TableException {
        Size[] sizes = new Size[blocks.count()];
        each(blocks.count(), text, block -> {
            RowEncoder encoder = encoders.create();
            long rows = 0;
            long keyBytes = 0;
            long longest = 0;
            encoder.moveTo(blocks.row(block));
            for (long row = blocks.row(block); row < blocks.row(block + 1); row = encoder.position()) {
                encoder.read();
                long key = encoder.length();
                rows++;
                keyBytes += key;
                longest = Math.max(longest, encoder.position() - row + key);
            }
            sizes[block] = new Size(rows, keyBytes, longest);
        });
        return sizes;
    }

    /** Creates an encoder for each task: an encoder has the fields of one row. */
    public interface RowEncoders {
        RowEncoder create();
    }

    /** Reads the rows of a block. */
    private interface Block {
        void read(int block) throws TableException;
    }

    /** Reads all blocks, and throws the exception of the first of those that failed. */
    private static void each(int blocks, MemorySegment text, Block body) throws TableException {
        TableException[] failures = new TableException[blocks];
        ParallelRanges.each(blocks, block -> {
            try {
                body.read(block);
            } catch (TableException e) {
                failures[block] = e;
            }
        }, text);
        for (TableException failure : failures) {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
