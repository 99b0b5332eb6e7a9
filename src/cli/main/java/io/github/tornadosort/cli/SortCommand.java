package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.DistinctFiles;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.OutputPath;
import io.github.tornadosort.cli.options.ResultOptions;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.options.TableOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.sort.CheckedFixedRows;
import io.github.tornadosort.files.internal.sort.CheckedKeyedRows;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.sort.FileSort;
import io.github.tornadosort.files.internal.sort.FixedFormat;
import io.github.tornadosort.files.internal.sort.KeyOrder;
import io.github.tornadosort.files.internal.sort.KeyedSort;
import io.github.tornadosort.files.internal.sort.RecordOrder;
import io.github.tornadosort.files.internal.sort.RowCheck;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.table.TableFormat;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "sort",
        description = "Sorts keys, records, or the rows of a table, in ascending order by default; with '--type text', lines: see"
                + " 'tornado-sort sort --type text --help'. OUTPUT is written under a"
                + " temporary name and renamed when complete, so it may be an INPUT. Files larger than memory are sorted in runs on"
                + " disk.")
final class SortCommand implements Callable<Integer> {
    @Option(
            names = "--stats",
            paramLabel = "FILE.json",
            converter = OutputPath.class,
            description = "File to write statistics to, including the time of each step.")
    private Path stats;

    @Option(
            names = "--values",
            paramLabel = "FILE",
            converter = InputPath.class,
            description = "Raw file of values of any width, one per key, which are reordered with the keys.")
    private Path values;

    @Option(
            names = {"-v", "--values-output"},
            paramLabel = "OUT",
            converter = OutputPath.class,
            description = "File to write the reordered values to.")
    private Path valuesOutput;

    @Option(
            names = "--records",
            paramLabel = "WIDTH",
            description = "Sorts records of WIDTH bytes each instead of keys.")
    private Integer width;

    @Option(
            names = {"-k", "--key"},
            paramLabel = "KEY",
            description = "Of a table: COLUMN[:TYPE][:DIRECTION], by the number of a column from 1 on, or its name, in quotes if that is a number. TYPE is text, decimal"
                    + " or a type of keys and is guessed by the first rows by default; DIRECTION is ascending or descending. N,N[n|g][r] as for"
                    + " GNU sort is accepted too. Further keys order rows that are equal so far. Of records: OFFSET:LENGTH, the"
                    + " bytes to compare as unsigned numbers; LENGTH is 1 to 64.")
    private List<String> keys = new ArrayList<>();

    @Option(
            names = {"-c", "--check"},
            description = "Checks that the keys, lines or rows are sorted, and with --unique that no two are equal. Writes"
                    + " nothing.")
    private boolean check;

    @Mixin
    private ResultOptions result;

    @Mixin
    private SortFileOptions files;

    @Mixin
    private TableOptions table;

    @Mixin
    private MemoryOptions memory;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkCombination();
        if (isTable()) {
            sortTable();
        } else if (check) {
            FixedFormat format = files.keyFormat(new KeyOrder(files.type(), files.options()));
            requireOrder(new CheckedFixedRows(format, memory.folder(files.output()), Progress.LISTENER));
        } else if (width != null) {
            sortRecords(files.optionsWith("--records", "; use '--key' to select bytes"));
        } else if (values != null) {
            new ValuesSort(files).sort(values, valuesOutput);
        } else {
            sortKeys(files.type(), files.options());
        }
        return 0;
    }

    /** Returns whether the input is a table. Records have a width and a key, tables a key alone. */
    private boolean isTable() {
        return width == null && table.isTable(files.inputs().getFirst(), keys, files.keys());
    }

    private void sortTable() throws IOException {
        Order sortOrder = files.optionsOnHost("--key COLUMN");
        TableSpec rows = table.of(files.inputs().getFirst(), keys, sortOrder.isDescending(), result.isUnique());
        Consumer<String> messages = Main.notices(spec.commandLine());
        TableFormat format = new TableFormat(rows, messages);
        if (check) {
            requireOrder(new CheckedKeyedRows(
                    format, memory::bytes, memory.folder(files.output()), Progress.LISTENER));
            return;
        }
        table.checkOutput(files.inputs().getFirst(), files.output());
        try (Sorter sorter = files.openSorter()) {
            new KeyedSort(settings(), format).sort(sorter);
        }
    }

    private void checkCombination() throws IOException {
        boolean records = width != null;
        if (records) {
            requireTogether("--records", true, "--key", !keys.isEmpty());
            refuse("--records", "--delimiter', '--header', '--no-quotes' and '--nulls", table.areGiven());
        }
        if (isTable()) {
            files.keys().refuseForTable();
            refuse("--key COLUMN", "--input-format' and '--output-format", files.hasTwoFormats());
            refuse("--key COLUMN", "--values", values != null);
            refuse("--key COLUMN", "--stats", stats != null);
        }
        if (memory.compressed() && !isTable()) {
            throw invalid("'--compress-runs' is for the runs of lines and of rows of a table of text");
        }
        requireTogether("--values", values != null, "-v", valuesOutput != null);
        if (records) {
            refuse("--records", "--type", files.keys().hasType());
            refuse("--records", "--format npy' and '--format text", files.keys().formats().isOtherThanRaw());
            refuse("--records", "--input-format' and '--output-format", files.hasTwoFormats());
            refuse("--records", "--values", values != null);
            refuse("--records", "--stats", stats != null);
        }
        if (check) {
            refuse("--check", "-o", !files.output().equals(StandardStreams.OUTPUT));
            refuse("--check", "--records", records);
            refuse("--check", "--values", values != null);
            refuse("--check", "--head", result.hasHead());
            refuse("--check", "--stats", stats != null);
        }
        if (values != null) {
            refuse("--values", "--unique", result.isUnique());
            refuse("--values", "--head", result.hasHead());
            refuse("--values", "--stats", stats != null);
            refuse("--values", "--memory' and '--tmp", memory.areGiven());
        }
        if (result.hasHead()) {
            refuse("--head", "--stats", stats != null);
        }
        DistinctFiles distinct = files.distinctFiles()
                .require("-o", files.output(), "-v", valuesOutput)
                .require("-o", files.output(), "--stats", stats)
                .require("--values", values, "-o", files.output());
        for (Path input : files.inputs()) {
            distinct.require("INPUT", input, "--stats", stats).require("INPUT", input, "-v", valuesOutput);
        }
        memory.requireFolder();
    }

    private void requireTogether(String one, boolean oneGiven, String other, boolean otherGiven) {
        if (oneGiven != otherGiven) {
            throw invalid("'" + (oneGiven ? one : other) + "' requires '" + (oneGiven ? other : one) + "'");
        }
    }

    private void refuse(String option, String other, boolean isGiven) {
        if (isGiven) {
            throw invalid("'" + other + "' cannot be used with '" + option + "'");
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private RecordOrder recordOrder(Order sortOrder) {
        if (width < 1) {
            throw invalid("Invalid value for option '--records': expected a width of at least 1 byte, found " + width);
        }
        return new RecordOrder(width, keys.stream().map(this::recordKey).toList(), sortOrder);
    }

    private RecordOrder.Key recordKey(String key) {
        boolean valid = key.matches("[0-9]{1,9}:[0-9]{1,9}");
        String[] parts = valid ? key.split(":") : new String[] {"0", "0"};
        int offset = Integer.parseInt(parts[0]);
        int length = Integer.parseInt(parts[1]);
        if (length < 1 || length > Records.LONGEST_KEY || offset > width - length) {
            throw invalid("Invalid value for option '--key': expected OFFSET:LENGTH with 1 <= LENGTH <= "
                    + Records.LONGEST_KEY + " and OFFSET + LENGTH <= " + width + ", found '" + key + "'");
        }
        return new RecordOrder.Key(offset, length);
    }

    private void requireOrder(CheckedRows rows) throws IOException {
        new RowCheck(rows, result.isUnique()).requireOrder(files.inputs());
    }

    private SortSettings settings() {
        return files.settings(memory, result, RunMerge.MOST);
    }

    private void sortRecords(Order sortOrder) throws IOException {
        FixedFormat format = files.recordFormat(recordOrder(sortOrder));
        files.keys().formats().checkRows(files.output(), "records");
        files.requireNoTerminal(files.output());
        try (Sorter sorter = files.openSorter()) {
            format.sort(settings(), sorter);
        }
    }

    private void sortKeys(KeyType type, Order sortOrder) throws IOException {
        files.checkOutput();
        try (Sorter sorter = stats == null ? files.openSorter() : files.openTimedSorter();
                OutputFile statsFile = stats == null ? null : OutputFile.create(stats)) {
            FileSort.Result sorted = files.keyFormat(new KeyOrder(type, sortOrder)).sort(settings(), sorter);
            if (statsFile != null) {
                SortReport.write(type, sorter, sorted, statsFile);
            }
        }
    }
}
