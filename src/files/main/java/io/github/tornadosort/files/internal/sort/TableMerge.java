package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.files.internal.table.GuessedTypes;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.files.internal.table.TableFiles;
import io.github.tornadosort.files.internal.table.TableReader;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Merges sorted tables with the same columns. The output has the header of the first one, and each of its rows has an end. */
public final class TableMerge implements InputMerge.Inputs {
    private final SortSettings settings;
    private final TableSpec spec;
    private final GuessedTypes types;
    /** The first table that is not empty, or null if there is none. */
    private TableReader first;

    public TableMerge(SortSettings settings, TableSpec spec) {
        this.settings = settings;
        this.spec = spec;
        this.types = new GuessedTypes(spec.keys());
    }

    /**
     * Merges the tables.
     *
     * @throws io.github.tornadosort.files.UnsortedException if a table is not sorted; the message names the row
     */
    public void merge() throws IOException {
        WrongGuessException.repeat(settings.inputs(), _ -> {
            first = null;
            types.restart();
            new InputMerge(settings, null, this).merge();
        });
    }

    @Override
    public KeyReader open(Path file) throws IOException {
        return TableFiles.open(List.of(file), spec, settings.folder());
    }

    @Override
    public RowReader rows(Path file, KeyReader input, MemorySegment buffer, LongConsumer progress)
            throws FileSortException {
        TableReader reader = new TableReader((TableFiles) input, spec, types, buffer, progress);
        if (first == null) {
            first = reader;
        }
        reader.requireColumnsOf(first);
        return reader;
    }

    @Override
    public byte[] preamble() {
        return first == null ? new byte[0] : first.preamble();
    }
}
