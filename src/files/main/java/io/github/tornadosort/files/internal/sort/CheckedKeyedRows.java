package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowFormat.Comparison;
import io.github.tornadosort.files.internal.table.RowReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Reads rows with their keys, some at a time.
 *
 * @param memory returns the limit of the memory for an input of a number of bytes
 * @param folder the folder for temporary files
 */
public record CheckedKeyedRows(RowFormat format, LongUnaryOperator memory, Path folder, ProgressListener progress)
        implements CheckedRows {
    /** The parts of the memory that hold text. The keys of its rows need the rest. */
    private static final int TEXT_PART = 4;
    private static final long MAX_TEXT = 256 << 20;

    @Override
    public String kind() {
        return format.kind();
    }

    @Override
    public String read(List<Path> files, Supplier<Receiver> receivers) throws IOException {
        String[] header = {""};
        format.attempt(files, () -> {
            Receiver receiver = receivers.get();
            Comparison comparison = format.comparison();
            header[0] = "";
            for (Path file : files) {
                byte[] found = read(file, files.size() == 1, comparison, receiver);
                header[0] = header[0].isEmpty() ? new String(found, StandardCharsets.ISO_8859_1) : header[0];
            }
        });
        return header[0];
    }

    /** Reads a file, and returns what comes before its rows. An empty file among others need not have their columns. */
    private byte[] read(Path file, boolean isAlone, Comparison comparison, Receiver receiver) throws IOException {
        try (KeyReader input = format.open(List.of(file), folder);
                Arena arena = Arena.ofShared();
                Step step = progress.begin("check", input.bytes())) {
            if (format.isEmpty(input) && !isAlone) {
                return new byte[0];
            }
            long allowed = memory.applyAsLong(input.bytes());
            long text = Math.min(Math.min(input.bytes(), MAX_TEXT), allowed / TEXT_PART);
            RowReader reader = format.read(file, input, NativeMemory.allocate(arena, text + RowFormat.SLACK), step);
            do {
                try (Arena piece = Arena.ofShared()) {
                    KeyedRows rows = reader.next(allowed - text, (bytes, _) -> NativeMemory.allocate(piece, bytes));
                    for (int i = 0; i < rows.count(); i++) {
                        receiver.accept(new KeyedRow(reader, rows, i, format.kind(), comparison));
                    }
                }
            } while (!reader.isAtEnd());
            return reader.preamble();
        }
    }

    private record KeyedRow(RowReader reader, KeyedRows rows, int index, String kind, Comparison comparison)
            implements Row {
        @Override
        public int compareLast() throws FileSortException {
            return comparison.compareLast(reader, rows, index);
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
