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
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.KeyCheck;
import io.github.tornadosort.files.internal.sort.LineCheck;
import io.github.tornadosort.files.internal.sort.TableCheck;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.io.PrintWriter;
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
    private static final String NOT_COMPARED = " (not compared with those before the sort)";

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
        Path input = names.size() == 1 ? null : names.getFirst();
        if (files.isText()) {
            verifyLines(input);
            return 0;
        }
        if (everyByte) {
            throw new ParameterException(spec.commandLine(), "'--bytes' requires '--type text'");
        }
        if (table.isTable(names.getLast(), keys, files)) {
            verifyTable(input);
        } else {
            verifyKeys();
        }
        return 0;
    }

    private void verifyLines(Path input) throws IOException {
        files.refuseForText();
        if (!keys.isEmpty() || table.areGiven()) {
            throw new ParameterException(spec.commandLine(),
                    "'--key' and the options of tables cannot be used with '--type text'");
        }
        Path sorted = names.getLast();
        LineCheck check = new LineCheck(
                new MemoryOptions()::bytes, everyByte, order.textOptions().isDescending(), false,
                TemporaryFile.folder(StandardStreams.OUTPUT), Progress.LISTENER);
        long count = input == null ? check.requireOrder(List.of(sorted)) : check.requireSorted(List.of(input), sorted);
        report(count, "lines", input);
    }

    private void verifyTable(Path input) throws IOException {
        files.refuseForTable();
        Path sorted = names.getLast();
        TableSpec rows = table.of(names.getFirst(), keys, order.areTablesDescending(), false);
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        long count;
        if (TableOptions.isArrow(sorted)) {
            table.refuseForArrow();
            ArrowFileCheck check = new ArrowFileCheck(rows.keys(), rows.emptyFirst(), folder);
            count = input == null ? check.requireOrder(List.of(sorted), false) : check.requireSorted(input, sorted);
        } else {
            TableCheck check = new TableCheck(
                    rows, new MemoryOptions()::bytes, folder,
                    message -> spec.commandLine().getErr().println("tornado-sort: " + message), Progress.LISTENER);
            count = input == null ? check.requireOrder(List.of(sorted)) : check.requireSorted(List.of(input), sorted);
        }
        report(count, "rows", input);
    }

    private void report(long count, String what, Path input) {
        requireInput(count, what);
        spec.commandLine().getOut().println(names.getLast() + ": " + count + " " + what + " in order" + (input == null
                ? NOT_COMPARED
                : ", the same " + what + " as " + input + " (" + RowMultiset.ASSURANCE + ")"));
    }

    private void verifyKeys() throws IOException {
        KeyType type = type();
        Path sorted = names.getLast();
        try (KeyReader after = open(sorted)) {
            String assurance = names.size() == 1 ? checkOrder(after) : compare(names.getFirst(), after);
            requireInput(after.count(), "keys");
            PrintWriter out = spec.commandLine().getOut();
            out.println(sorted + ": " + after.count() + " " + type.label() + " keys in order" + assurance);
        }
    }

    /** Throws an exception if nothing was checked: a pipe is also empty if the program that writes to it has failed. */
    private void requireInput(long count, String what) {
        if (count == 0 && names.stream().noneMatch(Files::isRegularFile)) {
            throw new CommandFailure(
                    names.getLast() + ": no " + what + " were written to this pipe; look at the program that writes to it");
        }
    }

    private KeyType type() throws IOException {
        return files.type(names.getFirst(), null);
    }

    private KeyReader open(Path file) throws IOException {
        return files.formats().open(file, type(), TemporaryFile.folder(StandardStreams.OUTPUT));
    }

    private KeyCheck check() throws IOException {
        return new KeyCheck(type(), order.options(type()), false, Progress.LISTENER);
    }

    private String checkOrder(KeyReader after) throws IOException {
        check().requireOrder(names.getLast(), after);
        return NOT_COMPARED;
    }

    private String compare(Path input, KeyReader after) throws IOException {
        try (KeyReader before = open(input)) {
            return ", the same keys as " + input + " ("
                    + check().requireSorted(input, before, names.getLast(), after) + ")";
        }
    }
}
