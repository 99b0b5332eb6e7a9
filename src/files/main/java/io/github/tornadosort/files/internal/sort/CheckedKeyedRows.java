package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
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
        Parts opened = format.open(files, folder);
        long allowed = Math.min(MAX_MEMORY, memory.applyAsLong(opened.bytes()));
        try (Step step = progress.begin("check", opened.bytes());
                KeyedInput input = new KeyedInput(0, format, opened, files.size() > 1, new Budget(allowed), step)) {
            while (input.advance()) {
                receiver.accept(input);
            }
            format.end(files);
            return new String(input.preamble(), StandardCharsets.ISO_8859_1);
        }
    }
}
