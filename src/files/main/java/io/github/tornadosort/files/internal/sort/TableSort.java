package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.files.internal.table.GuessedTypes;
import io.github.tornadosort.files.internal.table.TableFiles;
import io.github.tornadosort.files.internal.table.TableReader;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Sorts the rows of a table.
 *
 * @param messages receives a line about what was guessed
 */
public record TableSort(SortSettings settings, TableSpec spec, Consumer<String> messages) {
    /** Sorts the input. */
    public void sort() throws IOException {
        GuessedTypes types = new GuessedTypes(spec.keys());
        WrongGuessException.repeat(settings.inputs(), _ -> {
            types.restart();
            sort(types);
        });
    }

    private void sort(GuessedTypes types) throws IOException {
        TableReader[] reader = {null};
        try (Sorter sorter = settings.sorter().get();
                TableFiles input = TableFiles.open(settings.inputs(), spec, settings.folder());
                OutputFile file = settings.output().create()) {
            EncodedSort.keyed(settings, null).sort(
                    input,
                    (buffer, progress) -> reader[0] = new TableReader(input, spec, types, buffer, progress),
                    sorter,
                    file);
            file.commit();
        }
        String guesses = reader[0].guesses();
        if (guesses != null) {
            messages.accept(settings.input() + ": " + guesses);
        }
    }
}
