package io.github.tornadosort.cli;

import io.github.tornadosort.cli.options.CsvOptions;
import io.github.tornadosort.cli.options.Inputs;
import io.github.tornadosort.cli.options.OperationOptions;
import io.github.tornadosort.cli.options.OutputPath;
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
    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            converter = OutputPath.class,
            description = "File to write the result to. - is standard output, which is the default.")
    private Path output = OutputPath.STANDARD;

    @Option(names = "--compress-runs", description = "Compresses runs by zstd: they take less room and more time.")
    private boolean compressed;

    @Mixin
    private Inputs inputs;

    @Mixin
    private CsvOptions table;

    @Mixin
    private OperationOptions operation;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        operation.requireCombination(output);
        Path first = inputs.files().getFirst();
        table.requireSameDelimiter(first, output);
        FileSorter sorter = operation.apply(table.sorter(first))
                .progress(new Progress(Main.notices(spec.commandLine())));
        operation.run(compressed ? sorter.compressRuns() : sorter, inputs.files(), output);
        return 0;
    }
}
