package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.table.RowReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/** Reads rows with their keys, some at a time. */
abstract class CheckedKeyedRows implements CheckedRows {
    /** The parts of the memory that hold text. The keys of its rows need the rest. */
    private static final int TEXT_PART = 4;
    private static final long MAX_TEXT = 256 << 20;

    private final LongUnaryOperator memory;
    private final ProgressListener progress;

    /** @param memory returns the limit of the memory for an input of a number of bytes */
    CheckedKeyedRows(LongUnaryOperator memory, ProgressListener progress) {
        this.memory = memory;
        this.progress = progress;
    }

    /** Compares the row before a row with it, as a comparator does. The first row comes after nothing. */
    interface Comparison {
        int compareLast(KeyedRows rows, int row) throws FileSortException;
    }

    /**
     * Reads all rows of an input.
     *
     * @param kind what a row is, for messages: {@code line}
     */
    final void read(
            KeyReader input, EncodedSort.Opening opening, String kind, Comparison comparison, Receiver receiver)
            throws IOException {
        try (Arena arena = Arena.ofShared();
                Step step = progress.begin("check", input.bytes())) {
            long allowed = memory.applyAsLong(input.bytes());
            long text = Math.min(Math.min(input.bytes(), MAX_TEXT), allowed / TEXT_PART);
            RowReader reader = opening.open(NativeMemory.allocate(arena, text + EncodedSort.SLACK), step);
            do {
                try (Arena piece = Arena.ofShared()) {
                    KeyedRows rows = reader.next(allowed - text, (bytes, _) -> NativeMemory.allocate(piece, bytes));
                    for (int i = 0; i < rows.count(); i++) {
                        receiver.accept(new KeyedRow(reader, rows, i, kind, comparison));
                    }
                }
            } while (!reader.isAtEnd());
        }
    }

    private record KeyedRow(RowReader reader, KeyedRows rows, int index, String kind, Comparison comparison)
            implements Row {
        @Override
        public int compareLast() throws FileSortException {
            return comparison.compareLast(rows, index);
        }

        @Override
        public MemorySegment bytes() {
            MemorySegment bytes = rows.rows().row(index);
            return bytes.asSlice(0, bytes.byteSize() - reader.endLength(bytes));
        }

        @Override
        public String name(long number) {
            return RowBytes.name(kind, number, bytes());
        }

        @Override
        public UnsortedException disorder(boolean isEqual) {
            return reader.disorder(rows, index, isEqual);
        }
    }
}
