package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.options.DistinctFiles;
import io.github.tornadosort.cli.options.FormatOption;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.options.OutputOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.sort.WholeFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "lexsort",
        description = "Writes the indices that would sort rows by several columns,"
                + " as NumPy's lexsort does, but -0.0 comes before 0.0: int32, starting at 0. The last column is the primary key;"
                + " the columns before it break ties.")
final class LexsortCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "COLUMN", converter = InputPath.class,
            description = "Files of keys, all of the same length.")
    private List<Path> columns;

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            completionCandidates = KeyFileOptions.TypeLabels.class,
            description = "Type of all columns, or one type for each column: ${COMPLETION-CANDIDATES}. A .npy file"
                    + " names its type.")
    private List<KeyType> given = List.of();

    @Mixin
    private FormatOption formats;

    @Mixin
    private OrderOptions order;

    @Mixin
    private OutputOptions output;

    @Mixin
    private DeviceOptions devices;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (given.size() > 1 && given.size() != columns.size()) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '--type': expected one type, or one"
                    + " for each of the " + columns.size() + " columns, found " + given.size());
        }
        List<KeyType> types = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            types.add(type(i));
            order.options(types.get(i));
            new DistinctFiles(spec).require("COLUMN", columns.get(i), "-o", output.path());
        }
        KeyFormat outputFormat =
                formats.of(output.path().equals(StandardStreams.OUTPUT) ? columns.getFirst() : output.path());
        output.require(outputFormat);
        try (Sorter sorter = devices.openSorter(false);
                OutputFile file = OutputFile.create(output.path());
                Arena arena = Arena.ofShared()) {
            List<SortKey> keys = read(types, sorter, arena);
            int[] indices;
            try (Progress _ = Progress.ofUnknownLength("sort")) {
                indices = sorter.lexsort(keys);
            }
            WholeFile.writeIndices(indices, outputFormat, file, Progress.LISTENER);
        }
        return 0;
    }

    private List<SortKey> read(List<KeyType> types, Sorter sorter, Arena arena) throws IOException {
        List<SortKey> keys = new ArrayList<>();
        long read = 0;
        for (int i = 0; i < columns.size(); i++) {
            Path column = columns.get(i);
            KeyType type = types.get(i);
            try (KeyReader reader = formats.open(column, type, TemporaryFile.folder(output.path()))) {
                long n = reader.count();
                requireRows(column, n, keys);
                IndexLimit.require(column, n);
                long scratch = sorter.scratchBytes(n, type, KeyType.INT32).host();
                read += n * type.bytes();
                long needed = read + n * (type.bytes() + 3 * Integer.BYTES) + scratch;
                SystemMemory.require(column, "ordering rows by its " + n + " keys", needed);
                keys.add(new SortKey(WholeFile.readKeys(reader, type, arena, Progress.LISTENER), order.options(type)));
            }
        }
        return keys;
    }

    private void requireRows(Path column, long n, List<SortKey> before) {
        if (!before.isEmpty() && before.getFirst().keys().size() != n) {
            throw new CommandFailure(column + ": expected the " + before.getFirst().keys().size() + " keys of "
                    + columns.getFirst() + ", found " + n);
        }
    }

    private KeyType type(int column) throws IOException {
        if (!given.isEmpty()) {
            return given.get(given.size() == 1 ? 0 : column);
        }
        KeyType named = formats.typeIn(columns.get(column));
        if (named == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--type=TYPE'");
        }
        return named;
    }
}
