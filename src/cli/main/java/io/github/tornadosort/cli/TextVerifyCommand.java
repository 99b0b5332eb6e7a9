package io.github.tornadosort.cli;

import io.github.tornadosort.cli.doctor.Version;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.LineOptions;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.text.LineOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "verify",
        usageHelpAutoWidth = true,
        versionProvider = Version.class,
        description = "Checks that SORTED is in the order that the options of 'sort --type text' name, and contains exactly the lines of"
                + " INPUT. Without INPUT, checks the order alone.")
final class TextVerifyCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..2",
            paramLabel = "[INPUT] SORTED",
            hideParamSyntax = true,
            converter = InputPath.class,
            description = "File before the sort, and sorted file. - is standard input.")
    private List<Path> names;

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
        lines.refuseBytesOfKeys(keyed);
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        VerifyCommand.check(names, lines.checked(keyed, descending, new MemoryOptions()::bytes, folder), "lines", "", spec);
        return 0;
    }
}
