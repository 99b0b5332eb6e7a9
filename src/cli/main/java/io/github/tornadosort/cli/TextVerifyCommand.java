package io.github.tornadosort.cli;

import io.github.tornadosort.cli.doctor.Version;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.LineOptions;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.options.VerifiedFiles;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.CheckedKeyedRows;
import io.github.tornadosort.files.internal.text.LineFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "verify",
        usageHelpAutoWidth = true,
        versionProvider = Version.class,
        description = "Checks that SORTED is in the order that the options of 'sort --type text' name, and contains exactly the lines of"
                + " INPUT. Without INPUT, checks the order alone.")
final class TextVerifyCommand implements Callable<Integer> {
    @Mixin
    private VerifiedFiles names;

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OrderOptions order;

    @Mixin
    private LineOptions lines;

    @Override
    public Integer call() throws IOException {
        files.refuseForText();
        boolean descending = order.withoutBits("--type text", "").isDescending();
        Path folder = TemporaryFile.folder(StandardStreams.OUTPUT);
        names.check(
                new CheckedKeyedRows(
                        LineFormat.of(lines.order(descending, false)), new MemoryOptions()::bytes, folder,
                        Progress.LISTENER),
                "");
        return 0;
    }
}
