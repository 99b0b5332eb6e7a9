package io.github.tornadosort.cli;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.FileOptions;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeySortOptions;
import io.github.tornadosort.cli.options.SortOptions;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.KeyFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "sort",
        description = "Sorts keys, in ascending order by default: raw, in .npy files of one dimension, or one number per line in .txt"
                + " files. OUTPUT is written under a temporary name and renamed when complete, so it may be an INPUT. Files larger than"
                + " memory are sorted in runs on disk. 'tornado-sort lines' sorts lines of text, and 'tornado-sort csv' tables.")
final class SortCommand implements Callable<Integer> {
    @Option(
            names = "--values",
            paramLabel = "FILE",
            converter = InputPath.class,
            description = "Raw file of values of any width, one per key, which are reordered with the keys.")
    private Path values;

    @Option(
            names = {"-v", "--values-output"},
            paramLabel = "OUT",
            converter = FileOptions.Name.class,
            description = "File to write the reordered values to.")
    private Path valuesOutput;

    @Mixin
    private SortOptions options;

    @Mixin
    private KeySortOptions files;

    @Override
    public Integer call() throws IOException {
        options.requireCombination(values, valuesOutput);
        try (Sorter sorter = files.openSorter()) {
            FileSorter sort = files.files(sorter);
            if (!options.isCheck()) {
                files.requireNoTerminal();
            }
            if (values != null) {
                FileOptions.requireNoTerminal(valuesOutput, KeyFormat.RAW);
                sort.sort(files.inputs(), files.output(), values, valuesOutput);
            } else {
                options.run(sort, files.inputs(), files.output());
            }
            return 0;
        }
    }
}
