package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.StandardStreams;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options for the type and the format of the keys that a command reads and writes. */
public final class KeyFileOptions {
    @Option(
            names = "--type",
            paramLabel = "TYPE",
            completionCandidates = FileTypeLabels.class,
            description = "Type of the keys: ${COMPLETION-CANDIDATES}. Only 'sort' and 'verify' take text: the"
                    + " lines of a file. A .npy file"
                    + " names its type.")
    private FileType type;

    @Mixin
    private FormatOption format;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns the given type.
     *
     * @throws ParameterException if none was given, or text. The option is not marked as required because
     *     {@code sort --records} does not need it.
     */
    public KeyType type() {
        if (isText()) {
            throw new ParameterException(spec.commandLine(),
                    "'--type text' is for the lines of a file, which only 'sort' and 'verify' take");
        }
        if (type == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--type=TYPE'");
        }
        return type.keys();
    }

    /**
     * Returns the given type, or if there is none, the type that a file names.
     *
     * @param fileFormat the format of the file, or null if that is not given
     * @throws ParameterException if there is neither, or if the given type is text
     */
    public KeyType type(Path file, KeyFormat fileFormat) throws FileSortException {
        KeyType found = type == null ? format.or(fileFormat).typeIn(file) : null;
        return found != null ? found : type();
    }

    /** Returns whether the type is text. */
    public boolean isText() {
        return FileType.TEXT.equals(type);
    }

    /** Returns whether a type was given. */
    public boolean hasType() {
        return type != null;
    }

    /**
     * Checks that these options were not given, which are not for tables.
     *
     * @throws ParameterException if one was given
     */
    public void refuseForTable() {
        if (type != null || format.isGiven()) {
            throw new ParameterException(spec.commandLine(),
                    "'--" + (type != null ? "type" : "format") + "' cannot be used with '--key COLUMN'");
        }
    }

    /**
     * Checks that the format is suitable for lines of text.
     *
     * @throws ParameterException if another one was given
     */
    public void refuseForText() {
        if (format.isOtherThanText()) {
            throw new ParameterException(
                    spec.commandLine(), "'--format raw' and '--format npy' cannot be used with '--type text'");
        }
    }

    public FormatOption formats() {
        return format;
    }

    /** Returns the format of an output. Standard output has the format of the input. */
    public KeyFormat outputFormat(Path output, Path input) {
        return format.of(output.equals(StandardStreams.OUTPUT) ? input : output);
    }

    private static final class FileTypeLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(FileType.values()).map(FileType::label).iterator();
        }
    }
}
