package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyReader;
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

    /** Reads all rows of an input. */
    final RowReader read(KeyReader input, EncodedSort.Opening opening, KeyedRow row, Receiver receiver)
            throws IOException {
        try (Arena arena = Arena.ofShared();
                Step step = progress.begin("check", input.bytes())) {
            long allowed = memory.applyAsLong(input.bytes());
            long text = Math.min(Math.min(input.bytes(), MAX_TEXT), allowed / TEXT_PART);
            RowReader reader = opening.open(NativeMemory.allocate(arena, text + EncodedSort.SLACK), step);
            do {
                try (Arena piece = Arena.ofShared()) {
                    row.read(
                            reader,
                            reader.next(allowed - text, (bytes, _) -> NativeMemory.allocate(piece, bytes)),
                            receiver);
                }
            } while (!reader.isAtEnd());
            return reader;
        }
    }

    /** The row that was read last. */
    abstract static class KeyedRow implements Row {
        private RowReader reader;
        private KeyedRows rows;
        private int index;

        private void read(RowReader from, KeyedRows piece, Receiver receiver) throws FileSortException {
            reader = from;
            rows = piece;
            for (index = 0; index < piece.count(); index++) {
                receiver.accept(this);
            }
        }

        final KeyedRows rows() {
            return rows;
        }

        /** Returns the index of the row in its piece. */
        final int index() {
            return index;
        }

        @Override
        public MemorySegment bytes() {
            MemorySegment bytes = rows.rows().row(index);
            return bytes.asSlice(0, bytes.byteSize() - reader.endLength(bytes));
        }

        @Override
        public UnsortedException disorder(boolean isEqual) {
            return reader.disorder(rows, index, isEqual);
        }
    }
}
