package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options for what is done with files of keys or tables, and in what memory. */
public final class OperationOptions {
    @Option(
            names = {"-c", "--check"},
            description = "Checks that the files are sorted, and with --unique that nothing occurs twice. Writes nothing.")
    private boolean check;

    @Option(names = {"-m", "--merge"}, description = "Merges sorted files, and checks that they are sorted.")
    private boolean merge;

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

    @Mixin
    private ResultOptions result;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns whether files are checked, so that nothing is written. */
    public boolean isCheck() {
        return check;
    }

    /** Returns whether files are sorted, and all of the result is written. */
    public boolean isWholeSort() {
        return !check && !merge && !result.hasHead();
    }

    /** Returns whether nothing but the order of a whole result is chosen. */
    public boolean isPlainSort() {
        return isWholeSort() && !result.isUnique() && memory == null && folder == null;
    }

    /** Returns a sorter with these options. */
    public FileSorter apply(FileSorter files) {
        FileSorter limited = memory == null ? result.apply(files) : result.apply(files).memory(memory);
        return folder == null ? limited : limited.temporaryFolder(folder);
    }

    /** Sorts, merges or checks files. */
    public void run(FileSorter files, List<Path> inputs, Path output) throws IOException {
        if (check) {
            files.requireSorted(inputs);
        } else if (merge) {
            files.merge(inputs, output);
        } else {
            files.sort(inputs, output);
        }
    }

    /** Refuses options that a check would ignore. */
    public void requireCombination(Path output) {
        refuse(check && (merge || result.hasHead() || !output.equals(OutputPath.STANDARD)),
                "'--merge', '-o' and '--head' cannot be used with '--check'");
    }

    /** Refuses a combination of options. */
    public void refuse(boolean isGiven, String message) {
        if (isGiven) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
