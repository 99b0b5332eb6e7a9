package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowFile;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option for the format of the files that a command reads and writes. */
public final class FormatOption {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Format of the files: ${COMPLETION-CANDIDATES}. By default, the file name extension decides: .npy,"
                    + " .txt for text, and raw (little-endian) for .bin, .raw and names without an extension.")
    private KeyFormat format;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns an option with another format, or this one if the other is null. */
    FormatOption or(KeyFormat other) {
        if (other == null) {
            return this;
        }
        FormatOption option = new FormatOption();
        option.format = other;
        option.spec = spec;
        return option;
    }

    /**
     * Returns the format of a file: the given one, or the one of its file name extension.
     *
     * @throws ParameterException if no format was given and the extension is unknown
     */
    public KeyFormat of(Path file) {
        return format != null ? format : checked(() -> KeyFormat.of(file));
    }

    /** Returns the type of the keys that a file names, or null if it names none. */
    public KeyType typeIn(Path file) throws FileSortException {
        return of(file).typeIn(file);
    }

    /**
     * Opens a file of keys.
     *
     * @param temporary the folder for a temporary file, if one is needed
     * @throws ParameterException if no format was given and the extension is unknown
     */
    public KeyReader open(Path file, KeyType type, Path temporary) throws FileSortException {
        of(file);
        return format != null ? format.open(file, type, temporary) : KeyFormat.openNamed(file, type, temporary);
    }

    /**
     * Opens a raw file of rows.
     *
     * @param what what the rows are, for a message: {@code records}
     * @param temporary the folder for a temporary file, if one is needed
     * @throws ParameterException if the extension is that of another format and {@code --format raw} was not given
     */
    public KeyReader openRows(Path file, int width, String what, Path temporary) throws FileSortException {
        checkRows(file, what);
        return format == KeyFormat.RAW
                ? RowFile.open(file, width, what, temporary)
                : RowFile.openChecked(file, width, what, temporary);
    }

    /**
     * Checks the name of a raw file of rows.
     *
     * @param what what the rows are, for a message: {@code records}
     * @throws ParameterException if the extension is that of another format and {@code --format raw} was not given
     */
    public void checkRows(Path file, String what) {
        if (format != KeyFormat.RAW) {
            checked(() -> {
                RowFile.checkName(file, what);
                return null;
            });
        }
    }

    /**
     * Checks that the name of an output of text is not that of other formats.
     *
     * @throws ParameterException if it is
     */
    public void checkText(Path file) {
        if (RowFile.isNamedBinary(file)) {
            throw new ParameterException(
                    spec.commandLine(), file + ": the extension ." + KeyFormat.extension(file)
                            + " is not that of text, which would be written to it");
        }
    }

    /** Returns whether a format was given. */
    boolean isGiven() {
        return format != null;
    }

    /** Returns whether a format other than raw was given. */
    public boolean isOtherThanRaw() {
        return format != null && format != KeyFormat.RAW;
    }

    /** Returns whether a format other than text was given. */
    boolean isOtherThanText() {
        return format != null && format != KeyFormat.TEXT;
    }

    private <T> T checked(Supplier<T> result) {
        try {
            return result.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
