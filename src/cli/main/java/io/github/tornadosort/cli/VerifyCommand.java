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
import io.github.tornadosort.files.internal.sort.CheckedLines;
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
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = "--bytes",
            description = "Compares all bytes of lines. By default, if all lines end with CR LF, the CR is not compared.")
    private boolean everyByte;

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
        if (files.isText()) {
            verifyLines();
            return 0;
        }
        if (everyByte) {
            throw new ParameterException(spec.commandLine(), "'--bytes' requires '--type text'");
        }
        if (table.isTable(names.getLast(), keys, files)) {
            verifyTable();
        } else {
            verifyKeys();
        }
        return 0;
    }

    private void verifyLines() throws IOException {
        files.refuseForText();
        if (!keys.isEmpty() || table.areGiven()) {
            throw new ParameterException(spec.commandLine(),
                    "'--key' and the options of tables cannot be used with '--type text'");
        }
        check(
                new CheckedLines(
                        new MemoryOptions()::bytes, everyByte, order.textOptions().isDescending(),
                        TemporaryFile.folder(StandardStreams.OUTPUT), Progress.LISTENER),
                "lines", "");
    }

    private void check(CheckedRows rows, String what, String type) throws IOException {
        RowCheck check = new RowCheck(rows, what, false);
        Path sorted = names.getLast();
        boolean isAlone = names.size() == 1;
        report(isAlone ? check.requireOrder(names) : check.requireSorted(names.subList(0, 1), sorted), what, type);
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
                    names.size() == 1
                            ? check.requireOrder(names, false)
                            : check.requireSorted(names.getFirst(), sorted),
                    "rows", "");
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

    /** @param type the type of the keys, followed by a space, or nothing */
    private void report(long count, String what, String type) {
        requireInput(count, what);
        spec.commandLine().getOut().println(names.getLast() + ": " + count + " " + type + what + " in order"
                + (names.size() == 1
                        ? " (not compared with those before the sort)"
                        : ", the same " + what + " as " + names.getFirst() + " (" + RowMultiset.ASSURANCE + ")"));
    }

    /** Throws an exception if nothing was checked: a pipe is also empty if the program that writes to it has failed. */
    private void requireInput(long count, String what) {
        if (count == 0 && names.stream().noneMatch(Files::isRegularFile)) {
            throw new CommandFailure(
                    names.getLast() + ": no " + what + " were written to this pipe; look at the program that writes to it");
        }
    }
}
