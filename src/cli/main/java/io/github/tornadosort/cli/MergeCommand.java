package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.options.OutputOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.sort.FixedFormat;
import io.github.tornadosort.files.internal.sort.KeyOrder;
import io.github.tornadosort.files.internal.sort.SortSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "merge",
        description = "Merges two sorted files of any size into one. Of equal keys, those of A come first. - as A or B is standard input.")
final class MergeCommand implements Callable<Integer> {
    /** Bytes of keys that are merged at a time, large enough to keep both the disk and the cores busy. */
    private static final long BUFFER = 256 << 20;

    @Parameters(index = "0", paramLabel = "A", converter = InputPath.class, description = "Sorted keys.")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", converter = InputPath.class, description = "Sorted keys.")
    private Path second;

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OutputOptions output;

    @Mixin
    private OrderOptions order;

    @Override
    public Integer call() throws IOException {
        KeyType type = files.type(first, null);
        Order sortOrder = order.options(type);
        KeyFormat outputFormat = files.outputFormat(output.path(), first);
        output.require(outputFormat);
        FixedFormat format = new FixedFormat(
                new KeyOrder(type, sortOrder), (input, temporary) -> files.formats().open(input, type, temporary),
                (file, count) -> outputFormat.writer(file, type, count));
        // Half of the memory is for the merge.
        format.merge(new SortSettings(
                List.of(first, second), () -> OutputFile.create(output.path()), _ -> 2 * BUFFER,
                TemporaryFile.folder(output.path()), false, Long.MAX_VALUE, RunMerge.MOST, false,
                Progress.LISTENER));
        return 0;
    }
}
