package io.github.tornadosort.cli;

import io.github.tornadosort.cli.doctor.Version;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.LineOptions;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.CheckedKeyedLines;
import io.github.tornadosort.files.internal.sort.CheckedLines;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.text.LineOrder;
import java.io.IOException;
import java.nio.file.Path;
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
        usageHelpAutoWidth = true,
        versionProvider = Version.class,
        description = "Checks that SORTED is in the order that the options of 'sort --type text' name, and contains exactly the lines of"
                + " INPUT. Without INPUT, checks the order alone.")
final class TextVerifyCommand implements Callable<Integer> {
    @SuppressWarnings("UnusedVariable") // picocli shows the help.
    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    private boolean help;

    @SuppressWarnings("UnusedVariable") // picocli shows the version.
    @Option(names = "--version", versionHelp = true, description = "Shows the version.")
    private boolean version;

    @Parameters(
            arity = "1..2",
            paramLabel = "[INPUT] SORTED",
            hideParamSyntax = true,
            converter = InputPath.class,
            description = "File before the sort, and sorted file. - is standard input.")
    private List<Path> names;

    @Option(
            names = "--bytes",
            description = "Compares all bytes of lines. By default, if all lines end with CR LF and no key is given, the CR is not"
                    + " compared.")
    private boolean everyByte;

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OrderOptions order;

    @Mixin
    private LineOptions lines;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        files.refuseForText();
        boolean descending = order.textOptions().isDescending();
        LineOrder keyed = lines.order(descending, false);
        if (everyByte && keyed != null) {
            throw new ParameterException(
                    spec.commandLine(), "'--bytes' is for whole lines; with keys, every byte is compared");
        }
        MemoryOptions memory = new MemoryOptions();
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        CheckedRows rows = keyed == null
                ? new CheckedLines(memory::bytes, everyByte, descending, folder, Progress.LISTENER)
                : new CheckedKeyedLines(keyed, memory::bytes, folder, Progress.LISTENER);
        VerifyCommand.check(names, rows, "lines", "", spec);
        return 0;
    }
}
