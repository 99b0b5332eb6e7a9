package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowSequence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Reads rows with their keys, some at a time.
 *
 * @param memory returns the limit of the memory for an input of a number of bytes
 * @param folder the folder for temporary files
 */
public record CheckedKeyedRows(RowFormat format, LongUnaryOperator memory, Path folder, ProgressListener progress)
        implements CheckedRows {
    private static final long MAX_MEMORY = 1 << 30;

    @Override
    public String kind() {
        return format.kind();
    }

    @Override
    public String read(List<Path> files, Receiver receiver) throws IOException {
        RowSequence sequence = new RowSequence(format.ties(), format.order(false).descending());
        String header = "";
        for (Path file : files) {
            byte[] found = read(file, files.size() == 1, sequence, receiver);
            header = header.isEmpty() ? new String(found, StandardCharsets.ISO_8859_1) : header;
        }
        format.end(files);
        return header;
    }

    /** Reads a file, and returns what comes before its rows. An empty file among others need not have their columns. */
    private byte[] read(Path file, boolean isAlone, RowSequence sequence, Receiver receiver) throws IOException {
        KeyReader opened = format.open(List.of(file), folder);
        long allowed = Math.min(MAX_MEMORY, memory.applyAsLong(opened.bytes()));
        try (Step step = progress.begin("check", opened.bytes());
                KeyedInput input = new KeyedInput(0, format, file, opened, sequence, !isAlone, new Budget(allowed), step)) {
            while (input.advance()) {
                receiver.accept(input);
            }
            return input.preamble();
        }
    }
}
