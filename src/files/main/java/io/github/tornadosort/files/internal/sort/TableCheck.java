package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.RowEnd;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.table.GuessedTypes;
import io.github.tornadosort.files.internal.table.OtherTypeException;
import io.github.tornadosort.files.internal.table.RowOrderCheck;
import io.github.tornadosort.files.internal.table.TableFiles;
import io.github.tornadosort.files.internal.table.TableReader;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * Checks that tables of delimited text are sorted. It shares with the sorts how rows and fields are found, and not how they are
 * compared.
 *
 * @param folder the folder for temporary files
 * @param messages receives a line about what was guessed
 */
public record TableCheck(
        TableSpec spec, LongUnaryOperator memory, Path folder, Consumer<String> messages, ProgressListener progress) {
    /** The parts of the memory that hold text. The keys of its rows need the rest. */
    private static final int TEXT_PART = 4;
    private static final long MAX_TEXT = 256 << 20;

    /** Receives the rows of a table, some at a time. */
    private interface Receiver {
        void accept(TableReader reader, KeyedRows rows) throws FileSortException;
    }

    /** Creates a receiver for each time that the table is read. */
    private interface Receivers {
        Receiver create();
    }

    /**
     * Checks the order of the rows of a table.
     *
     * @return the number of rows
     * @throws FileSortException if they are not in order; the message names the line
     */
    public long requireOrder(List<Path> files) throws IOException {
        long[] count = {0};
        read(files, () -> {
            RowOrderCheck order = new RowOrderCheck();
            count[0] = 0;
            return (reader, rows) -> {
                order.accept(reader, rows);
                count[0] += rows.count();
            };
        });
        return count[0];
    }

    /**
     * Checks that a table is in order and has the rows of others.
     *
     * @return the number of rows
     * @throws IOException if it is not
     */
    public long requireSorted(List<Path> inputs, Path sorted) throws IOException {
        Path input = Concatenation.name(inputs);
        RowMultiset[] before = {null};
        RowMultiset[] after = {null};
        byte[] header = read(inputs, () -> {
            before[0] = new RowMultiset("rows");
            return (_, rows) -> addAll(rows, before[0]);
        });
        byte[] sortedHeader = read(List.of(sorted), () -> {
            RowOrderCheck order = new RowOrderCheck();
            after[0] = new RowMultiset("rows");
            return (reader, rows) -> {
                order.accept(reader, rows);
                addAll(rows, after[0]);
            };
        });
        String problem = Arrays.equals(header, sortedHeader)
                ? after[0].difference(before[0], input)
                : "expected the header of " + input;
        if (problem != null) {
            throw new FileSortException(sorted, problem);
        }
        return after[0].count();
    }

    /** Adds rows without their ends: the end of the last row of a file may be missing. */
    private static void addAll(KeyedRows rows, RowMultiset to) {
        for (int row = 0; row < rows.count(); row++) {
            MemorySegment bytes = rows.rows().buffer().asSlice(rows.rows().offset(row), rows.rows().length(row));
            to.add(bytes.asSlice(0, bytes.byteSize() - RowEnd.length(bytes)).asByteBuffer());
        }
    }

    /** Reads a table, and returns the bytes of its header. */
    private byte[] read(List<Path> files, Receivers receivers) throws IOException {
        byte[][] header = {null};
        TableAttempt.repeat(spec, files, types -> header[0] = read(files, types, receivers.create()));
        return header[0];
    }

    private byte[] read(List<Path> files, GuessedTypes types, Receiver receiver) throws IOException, OtherTypeException {
        try (TableFiles input = TableFiles.open(files, spec, folder);
                Arena arena = Arena.ofShared();
                Step step = progress.begin("check", input.bytes())) {
            long allowed = memory.applyAsLong(input.bytes());
            long text = Math.min(Math.min(input.bytes(), MAX_TEXT), allowed / TEXT_PART);
            MemorySegment buffer = NativeMemory.allocate(arena, text + TableReader.SLACK);
            TableReader reader = new TableReader(input, spec, types, buffer, step);
            do {
                try (Arena piece = Arena.ofShared()) {
                    receiver.accept(
                            reader,
                            reader.next(allowed - text, (bytes, _) -> NativeMemory.allocate(piece, bytes)));
                }
            } while (!reader.isAtEnd());
            String guesses = reader.guesses();
            if (guesses != null) {
                messages.accept(files.getFirst() + ": " + guesses);
            }
            return reader.preamble();
        }
    }
}
