package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.runs.Budget;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Rows of tables of delimited text. Types of keys that were not given are guessed, for all inputs together. */
public final class TableFormat implements RowFormat {
    private final TableSpec spec;
    private final Consumer<String> messages;
    private final GuessedTypes types;
    /** The first input that is not empty, or null before one was read. */
    private TableReader first;

    /** @param messages receives a line about what was guessed */
    public TableFormat(TableSpec spec, Consumer<String> messages) {
        this.spec = spec;
        this.messages = messages;
        this.types = new GuessedTypes(spec.keys());
    }

    @Override
    public String kind() {
        return "row";
    }

    @Override
    public int endLength(MemorySegment row) {
        long size = row.byteSize();
        return size > 1 && row.get(ValueLayout.JAVA_BYTE, size - 2) == '\r' ? 2 : 1;
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.ofTable(files, spec, temporary);
    }

    @Override
    public RowReader read(Parts input, Budget budget, Arena arena, LongConsumer progress) throws FileSortException {
        TableReader reader = new TableReader(input, spec, types, budget, arena, progress);
        if (!input.isEmpty()) {
            first = first == null ? reader : first;
            reader.requireColumnsOf(first);
        }
        return reader;
    }

    @Override
    public void end(List<Path> inputs) {
        String guesses = first == null ? null : first.guesses();
        if (guesses != null) {
            messages.accept(Parts.name(inputs) + ": " + guesses);
        }
    }
}
