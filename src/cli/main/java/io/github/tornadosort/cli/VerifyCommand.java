package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.arrow.internal.file.ArrowFileCheck;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.options.TableOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.CheckedFixedRows;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.sort.CheckedTable;
import io.github.tornadosort.files.internal.sort.KeyOrder;
import io.github.tornadosort.files.internal.sort.RowCheck;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "verify",
        description = "Checks that SORTED is in order and contains exactly the keys, lines or rows of INPUT. Without INPUT, checks the"
                + " order alone. The sorts and this check compare keys by different code.")
final class VerifyCommand implements Callable<Integer> {
    @Parameters(
            index = "0..1",
            arity = "1..2",
            paramLabel = "[INPUT] SORTED",
            hideParamSyntax = true,
            converter = InputPath.class,
            description = "File before the sort, and sorted file. - is standard input.")
    private List<Path> names;

    @Option(
            names = {"-k", "--key"},
            paramLabel = "KEY",
            description = "Of a table: COLUMN[:TYPE][:DIRECTION], as of 'sort'.")
    private List<String> keys = new ArrayList<>();

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OrderOptions order;

    @Mixin
    private TableOptions table;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (table.isTable(names.getLast(), keys, files)) {
            verifyTable();
        } else {
            verifyKeys();
        }
        return 0;
    }

    /** @param type the type of keys, followed by a space, or nothing */
    private void check(CheckedRows rows, String what, String type) throws IOException {
        check(names, rows, what, type, spec);
    }

    /** Checks one file, or the second one of two against the first one. */
    static void check(List<Path> names, CheckedRows rows, String what, String type, CommandSpec spec) throws IOException {
        RowCheck check = new RowCheck(rows, what, false);
        long count = names.size() == 1
                ? check.requireOrder(names)
                : check.requireSorted(names.subList(0, 1), names.getLast());
        report(names, count, what, type, spec);
    }

    private void verifyTable() throws IOException {
        files.refuseForTable();
        Path sorted = names.getLast();
        TableSpec rows = table.of(names.getFirst(), keys, order.areTablesDescending(), false);
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        if (TableOptions.isArrow(sorted)) {
            table.refuseForArrow();
            ArrowFileCheck check = new ArrowFileCheck(rows.keys(), rows.emptyFirst(), folder);
            report(
                    names, names.size() == 1
                            ? check.requireOrder(names, false)
                            : check.requireSorted(names.getFirst(), sorted),
                    "rows", "", spec);
            return;
        }
        check(
                new CheckedTable(
                        rows, new MemoryOptions()::bytes, folder,
                        message -> spec.commandLine().getErr().println("tornado-sort: " + message), Progress.LISTENER),
                "rows", "");
    }

    private void verifyKeys() throws IOException {
        KeyType type = files.type(names.getFirst(), null);
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        check(
                new CheckedFixedRows(
                        new KeyOrder(type, order.options(type)),
                        inputs -> files.formats().open(inputs.getFirst(), type, folder), Progress.LISTENER),
                "keys", type.label() + " ");
    }

    private static void report(List<Path> names, long count, String what, String type, CommandSpec spec) {
        requireInput(names, count, what);
        spec.commandLine().getOut().println(names.getLast() + ": " + count + " " + type + what + " in order"
                + (names.size() == 1
                        ? " (not compared with those before the sort)"
                        : ", the same " + what + " as " + names.getFirst() + " (" + RowMultiset.ASSURANCE + ")"));
    }

    /** Throws an exception if nothing was checked: a pipe is also empty if the program that writes to it has failed. */
    private static void requireInput(List<Path> names, long count, String what) {
        if (count == 0 && names.stream().noneMatch(Files::isRegularFile)) {
            throw new CommandFailure(
                    names.getLast() + ": no " + what + " were written to this pipe; look at the program that writes to it");
        }
    }
}
