package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of sorts of keys and tables. Those of lines have GNU sort's names. */
public final class SortOptions extends OperationOptions {
    @Option(
            names = {"-c", "--check"},
            description = "Checks that the files are sorted, and with --unique that nothing occurs twice. Writes nothing.")
    private boolean check;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Count.class,
            description = "Memory limit of the sort in bytes, for example 512M or 4G. Larger inputs are sorted in runs on"
                    + " disk, which are then merged. Default: half of the free memory.")
    private Long memory;

    @Option(
            names = "--tmp",
            paramLabel = "FOLDER",
            description = "Folder for temporary files. Default: the folder of OUTPUT, or TMPDIR if that is a pipe.")
    private Path folder;

    /** Returns whether files are checked, so that nothing is written. */
    public boolean isCheck() {
        return check;
    }

    /** Sorts, merges or checks files. */
    public void run(FileSorter files, List<Path> inputs, Path output) throws IOException {
        FileSorter limited = memory == null ? apply(files) : apply(files).memory(memory);
        run(folder == null ? limited : limited.temporaryFolder(folder), check, inputs, output);
    }

    /** Refuses options that do not go with {@code --values}. */
    public void requireCombination(Path values, Path valuesOutput) {
        refuse((values == null) != (valuesOutput == null), "'--values' and '-v' require each other");
        boolean isPlain = !check && memory == null && folder == null && isPlain();
        refuse(
                values != null && !isPlain,
                "'--check', '--merge', '--unique', '--head', '--memory' and '--tmp' cannot be used with '--values'");
    }
}
