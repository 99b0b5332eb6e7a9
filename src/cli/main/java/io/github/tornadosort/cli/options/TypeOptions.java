package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.KeyFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options for the type and the format of keys. */
public final class TypeOptions {
    @Option(
            names = "--type",
            paramLabel = "TYPE",
            completionCandidates = Labels.class,
            description = "Type of the keys: ${COMPLETION-CANDIDATES}. A .npy file names its type.")
    private KeyType type;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Format of the files: ${COMPLETION-CANDIDATES}. By default, the file name extension decides: .npy,"
                    + " .txt for text, and raw (little-endian) for .bin, .raw and names without an extension.")
    private KeyFormat format;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns the given format, or that of the name of a file. */
    public KeyFormat format(Path file) {
        return format != null ? format : KeyFormat.of(file);
    }

    /**
     * Returns the given type, or if there is none, the type that a file names.
     *
     * @param known the format of the file
     * @throws ParameterException if there is neither
     */
    public KeyType type(Path file, KeyFormat known) throws FileSortException {
        KeyType found = type != null ? type : known.typeIn(file);
        if (found == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--type=TYPE'"
                    + (known == KeyFormat.TEXT ? "; lines of text are sorted by 'tornado-sort lines'" : ""));
        }
        return found;
    }

    /** Returns a sorter of keys of a type in an order, and in the given format if there is one. */
    public FileSorter sorter(KeyType keys, Order order) {
        FileSorter files = FileSorter.keys(keys).order(order).progress(Progress.LISTENER);
        return format == null ? files : files.inputFormat(format).outputFormat(format);
    }

    private static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(KeyType.values()).map(KeyType::label).iterator();
        }
    }
}
