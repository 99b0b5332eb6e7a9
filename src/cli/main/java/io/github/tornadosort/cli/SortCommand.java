package io.github.tornadosort.cli;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.CsvOptions;
import io.github.tornadosort.cli.options.FileOptions;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.KeySortOptions;
import io.github.tornadosort.cli.options.SortOptions;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "sort",
        description = "Sorts keys, in ascending order by default: raw, in .npy files of one dimension, or one number per line in .txt"
                + " files. OUTPUT is written under a temporary name and renamed when complete, so it may be an INPUT. Files larger than"
                + " memory are sorted in runs on disk. 'tornado-sort lines' sorts lines of text, and 'tornado-sort csv' tables.")
final class SortCommand implements Callable<Integer> {
    @Option(
            names = "--stats",
            paramLabel = "FILE.json",
            converter = FileOptions.Name.class,
            description = "File to write statistics to, including the time of each step.")
    private Path stats;

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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if ((values == null) != (valuesOutput == null)) {
            throw new ParameterException(spec.commandLine(), "'--values' and '-v' require each other");
        }
        options.requireCombination(values != null, stats != null);
        try (Sorter sorter = files.openSorter(stats != null)) {
            FileSorter sort = files.files(sorter);
            if (!options.isCheck()) {
                files.requireNoTerminal();
            }
            Path output = files.output();
            if (values != null) {
                FileOptions.requireNoTerminal(valuesOutput);
                sort.sort(files.inputs(), output, values, valuesOutput);
            } else if (stats != null) {
                new SortReport(stats, files.type(), sorter).run(options.apply(sort), files.inputs(), output);
            } else {
                options.run(sort, files.inputs(), output);
            }
            return 0;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage() + advice(e), e);
        } catch (FileSortException e) {
            String advice = advice(e);
            throw advice.isEmpty() ? e : new IOException(e.getMessage() + advice, e);
        }
    }

    /** Names the command for files that have no keys. */
    private String advice(Exception e) {
        Path input = files.inputs().getFirst();
        if (CsvOptions.isTable(input)) {
            return "; 'tornado-sort csv' sorts tables";
        }
        boolean isText = e.getMessage().matches(".*: line \\d+: expected an? \\w+( \\(.*\\))?, found '(?s).*");
        return isText ? "; 'tornado-sort lines' sorts lines of text" : "";
    }
}
