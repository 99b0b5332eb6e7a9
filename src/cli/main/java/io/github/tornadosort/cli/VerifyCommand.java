package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.options.TableOptions;
import io.github.tornadosort.cli.options.VerifiedFiles;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.CheckedFixedRows;
import io.github.tornadosort.files.internal.sort.CheckedKeyedRows;
import io.github.tornadosort.files.internal.sort.FixedFormat;
import io.github.tornadosort.files.internal.sort.KeyOrder;
import io.github.tornadosort.files.internal.table.TableFormat;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "verify",
        description = "Checks that SORTED is in order and contains exactly the keys, lines or rows of INPUT. Without INPUT, checks the"
                + " order alone.")
final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private VerifiedFiles names;

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
        if (table.isTable(names.sorted(), keys, files)) {
            verifyTable();
        } else {
            verifyKeys();
        }
        return 0;
    }

    private void verifyTable() throws IOException {
        files.refuseForTable();
        TableSpec rows = table.of(names.first(), keys, order.withoutBits("--key COLUMN", "").isDescending(), false);
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        names.check(
                new CheckedKeyedRows(
                        new TableFormat(rows, Main.notices(spec.commandLine())), new MemoryOptions()::bytes, folder,
                        Progress.LISTENER),
                "");
    }

    private void verifyKeys() throws IOException {
        KeyType type = files.type(names.first(), null);
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        FixedFormat format = new FixedFormat(
                new KeyOrder(type, order.options(type)),
                (input, temporary) -> files.formats().open(input, type, temporary), null);
        names.check(new CheckedFixedRows(format, folder, Progress.LISTENER), type.label() + " ");
    }
}
