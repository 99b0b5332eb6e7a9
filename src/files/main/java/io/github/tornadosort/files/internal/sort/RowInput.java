package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** The rows of sorted files with their keys, some of which are in memory at a time. */
final class RowInput extends SortedRun {
    private final RowFormat format;
    private final Parts input;
    /** Null if the input is empty. */
    private final RowReader reader;
    private final long keyMemory;
    private final Arena arena = Arena.ofShared();
    private Arena piece = Arena.ofShared();
    private KeyedRows rows;
    private int current;

    /**
     * Reads the beginning of files.
     *
     * @param index of equal rows, those of an input with a smaller index come first
     * @param input what the format has opened, which is closed with this
     * @param isOneOfMany whether a file without anything need not have the columns of keys
     * @param progress receives the number of bytes read since the last call
     */
    RowInput(int index, RowFormat format, Parts input, boolean isOneOfMany, Budget budget, LongConsumer progress)
            throws IOException {
        super(index, format.order(false));
        this.format = format;
        this.input = input;
        try {
            keyMemory = budget.bytes() - budget.text(input.bytes());
            reader = isOneOfMany && input.isEmpty() ? null : new RowReader(format, input, budget, arena, progress);
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /** Returns what comes before the rows. */
    byte[] preamble() {
        return reader == null ? new byte[0] : reader.preamble();
    }

    @Override
    protected boolean find() throws IOException {
        current++;
        while (rows == null || current == rows.count()) {
            if (reader == null || reader.isAtEnd()) {
                return false;
            }
            keepLastKey();
            piece.close();
            piece = Arena.ofShared();
            current = 0;
            rows = reader.next(keyMemory, (bytes, _) -> NativeMemory.allocate(piece, bytes));
        }
        RowBytes keys = rows.keys();
        RowBytes all = rows.rows();
        found(keys.buffer(), keys.offset(current), keys.offset(current + 1L) - (format.areRowsKeys() ? 1 : 0),
                all.buffer(), all.offset(current), all.offset(current + 1L));
        return true;
    }

    /** Checks the order of the current row and the one before it. */
    void requireOrder(boolean distinct) throws FileSortException {
        int comparison = compareLast();
        if (comparison > 0 || distinct && comparison == 0) {
            throw reader.disorder(rows, current, comparison == 0);
        }
    }

    /** Returns the current row without its end. */
    MemorySegment bytes() {
        MemorySegment bytes = rows.rows().row(current);
        return bytes.asSlice(0, bytes.byteSize() - format.endLength(bytes));
    }

    @Override
    protected UnsortedException disorder() throws FileSortException {
        return reader.disorder(rows, current, false);
    }

    @Override
    public void close() throws FileSortException {
        try (arena; Arena _ = piece) {
            input.close();
        }
    }
}
