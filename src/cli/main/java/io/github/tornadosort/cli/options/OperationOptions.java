package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options for what is done with the files, if they are not sorted. */
public final class OperationOptions {
    @Option(
            names = {"-c", "--check"},
            description = "Checks that the files are sorted, and with --unique that nothing occurs twice. Writes nothing.")
    private boolean check;

    @Option(names = {"-m", "--merge"}, description = "Merges sorted files, and checks that they are sorted.")
    private boolean merge;

    public boolean isCheck() {
        return check;
    }

    public boolean isMerge() {
        return merge;
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
}
