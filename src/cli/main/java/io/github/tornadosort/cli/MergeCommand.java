package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.options.OutputOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.sort.CheckedFixedRows;
import io.github.tornadosort.files.internal.sort.FileMerge;
import io.github.tornadosort.files.internal.sort.FileRuns;
import io.github.tornadosort.files.internal.sort.KeyOrder;
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
        SortOptions options = order.options(type);
        KeyFormat outputFormat = files.outputFormat(output.path(), first);
        output.require(outputFormat);
        try (KeyReader a = open(first, type, options);
                KeyReader b = open(second, type, options);
                OutputFile file = OutputFile.create(output.path())) {
            Path folder = TemporaryFile.folder(output.path());
            new FileMerge(folder, false, Long.MAX_VALUE, RunMerge.MOST, Progress.LISTENER)
                    .merge(new FileRuns(first, folder, new KeyOrder(type, options), List.of(a, b)), BUFFER,
                            count -> outputFormat.writer(file, type, count));
            file.commit();
        }
        return 0;
    }

    private KeyReader open(Path file, KeyType type, SortOptions options) throws IOException {
        KeyReader reader = files.formats().open(file, type, TemporaryFile.folder(output.path()));
        return CheckedFixedRows.checked(new KeyOrder(type, options), file, reader);
    }
}
