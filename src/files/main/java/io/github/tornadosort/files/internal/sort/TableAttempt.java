package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.internal.table.GuessedTypes;
import io.github.tornadosort.files.internal.table.OtherTypeException;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads a table with types of keys that may turn out to be wrong. */
interface TableAttempt {
    void run(GuessedTypes types) throws IOException, OtherTypeException;

    /**
     * Reads a table, again with wider types each time that a field does not have the type that was guessed.
     *
     * @throws IOException also if a field does not have that type, and a file cannot be read again
     */
    static void repeat(TableSpec spec, List<Path> files, TableAttempt attempt) throws IOException {
        GuessedTypes types = new GuessedTypes(spec.keys());
        boolean isRead = false;
        while (!isRead) {
            try {
                attempt.run(types);
                isRead = true;
            } catch (OtherTypeException e) {
                // The types are wider now. A pipe cannot be read again.
                if (!files.stream().allMatch(Files::isRegularFile)) {
                    throw e.failure();
                }
            }
        }
    }
}
