package io.github.tornadosort.cli;

import io.github.tornadosort.cli.options.CsvOptions;
import io.github.tornadosort.cli.options.FileOptions;
import io.github.tornadosort.cli.options.SortOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "csv",
        description = "Sorts the rows of tables by their columns. Rows are copied as they are. OUTPUT may be an INPUT. Files larger than"
                + " memory are sorted in runs on disk.")
final class CsvCommand implements Callable<Integer> {
    @Option(names = "--compress-runs", description = "Compresses runs by zstd: they take less room and more time.")
    private boolean compressed;

    @Mixin
    private FileOptions files;

    @Mixin
    private CsvOptions table;

    @Mixin
    private SortOptions sort;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path first = files.inputs().getFirst();
        if (!sort.isCheck()) {
            table.requireSameDelimiter(first, files.output());
        }
        FileSorter sorter = table.sorter(first).progress(new Progress(Failures.notices(spec.commandLine())));
        sort.run(compressed ? sorter.compressRuns() : sorter, files.inputs(), files.output());
        return 0;
    }
}
