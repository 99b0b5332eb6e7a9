package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.io.KeyFileException;
import io.github.tornadosort.cli.io.KeyFormat;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.RowFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How keys lie in the files that a command reads and writes. */
final class FormatOption {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = FormatLabels.class,
            description = "Format of the files: ${COMPLETION-CANDIDATES}. Unless given, each file's name tells: .npy,"
                    + " .txt, and raw (little-endian) for .bin, .raw and names without an extension.")
    private KeyFormat format;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * The format of a file, as it was given or its name tells.
     *
     * @throws ParameterException if neither says it
     */
    KeyFormat of(Path file) {
        return format != null ? format : checked(() -> KeyFormat.of(file));
    }

    /**
     * Opens a file of keys.
     *
     * @throws ParameterException if its format was not given and its name does not tell
     */
    KeyReader open(Path file, KeyType type) throws KeyFileException {
        of(file);
        return format != null ? format.open(file, type) : KeyFormat.openNamed(file, type);
    }

    /**
     * Opens a file of rows, which are raw.
     *
     * @param what the rows are, for a message: {@code records}
     * @throws ParameterException if its name is that of a file of another format and {@code --format raw} was not given
     */
    KeyReader openRows(Path file, int width, String what) throws KeyFileException {
        checkRows(file, what);
        return format == KeyFormat.RAW ? RowFile.open(file, width, what) : RowFile.openChecked(file, width, what);
    }

    /**
     * Checks the name of a file of rows, which are raw.
     *
     * @param what the rows are, for a message: {@code records}
     * @throws ParameterException if the name is that of a file of another format and {@code --format raw} was not given
     */
    void checkRows(Path file, String what) {
        if (format != KeyFormat.RAW) {
            checked(() -> {
                RowFile.checkName(file, what);
                return null;
            });
        }
    }

    /** Whether another format than raw was given. */
    boolean isOtherThanRaw() {
        return format != null && format != KeyFormat.RAW;
    }

    private <T> T checked(Supplier<T> result) {
        try {
            return result.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static final class FormatLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(KeyFormat.values()).map(KeyFormat::label).iterator();
        }
    }
}
