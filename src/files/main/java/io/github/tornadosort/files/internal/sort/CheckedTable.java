package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.files.internal.table.GuessedTypes;
import io.github.tornadosort.files.internal.table.TableFiles;
import io.github.tornadosort.files.internal.table.TableReader;
import io.github.tornadosort.files.internal.table.TableSpec;
import io.github.tornadosort.files.internal.table.ValueOrder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Reads the rows of tables of delimited text. It shares with the sorts how rows and fields are found, and not how they are compared.
 */
public final class CheckedTable extends CheckedKeyedRows {
    private final TableSpec spec;
    private final Path folder;
    private final Consumer<String> messages;

    /**
     * @param memory returns the limit of the memory for an input of a number of bytes
     * @param folder the folder for temporary files
     * @param messages receives a line about what was guessed
     */
    public CheckedTable(
            TableSpec spec, LongUnaryOperator memory, Path folder, Consumer<String> messages, ProgressListener progress) {
        super(memory, progress);
        this.spec = spec;
        this.folder = folder;
        this.messages = messages;
    }

    @Override
    public Frame read(List<Path> files, Supplier<Receiver> receivers) throws IOException {
        String[] header = {null};
        GuessedTypes types = new GuessedTypes(spec.keys());
        WrongGuessException.repeat(files, _ -> {
            types.restart();
            header[0] = read(files, types, receivers.get());
        });
        return new Frame(header[0], "the header");
    }

    /** Reads a table, and returns its header. */
    private String read(List<Path> files, GuessedTypes types, Receiver receiver) throws IOException {
        try (TableFiles input = TableFiles.open(files, spec, folder)) {
            TableReader[] reader = {null};
            Values last = new Values();
            read(
                    input, (buffer, progress) -> reader[0] = new TableReader(input, spec, types, buffer, progress), "row",
                    (rows, row) -> last.compare(reader[0].values(rows, row)), receiver);
            String guesses = reader[0].guesses();
            if (guesses != null) {
                messages.accept(files.getFirst() + ": " + guesses);
            }
            return new String(reader[0].preamble(), StandardCharsets.ISO_8859_1);
        }
    }

    /** The values of the keys of the row that was compared last. */
    private final class Values {
        private final ValueOrder order = new ValueOrder(spec.keys(), spec.emptyFirst());
        private List<Comparable<Object>> last;
        /** What tells rows apart whose keys are equal to the last ones. */
        private final Set<List<Comparable<Object>>> equal = new HashSet<>();

        private int compare(List<Comparable<Object>> values) {
            int comparison = last == null ? -1 : order.compare(last, values);
            last = values;
            if (comparison != 0) {
                equal.clear();
            }
            boolean repeats = spec.unique() && !equal.add(values.subList(spec.keys().size(), values.size()));
            return comparison == 0 && !repeats ? -1 : comparison;
        }
    }
}
