package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options for what is done with files of keys, lines or tables. */
public class OperationOptions {
    @Option(names = {"-m", "--merge"}, description = "Merges sorted files, and checks that they are sorted.")
    private boolean merge;

    @Option(
            names = {"-u", "--unique"},
            description = "Writes only the first of equal keys or lines, or of rows with equal keys.")
    private boolean unique;

    @Option(
            names = "--head",
            paramLabel = "K",
            converter = Count.class,
            description = "Writes only the first K keys, lines or rows of the sorted order.")
    private Long head;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns whether sorted files are merged. */
    public boolean isMerge() {
        return merge;
    }

    /** Returns whether files are sorted, and all of the result is written. */
    boolean isPlain() {
        return !merge && !unique && head == null;
    }

    /** Returns a sorter of a part of the result. */
    public FileSorter apply(FileSorter files) {
        FileSorter some = unique ? files.unique() : files;
        return head == null ? some : some.head(head);
    }

    /** Sorts or merges files, or checks their order. */
    public void run(FileSorter files, boolean check, List<Path> inputs, Path output) throws IOException {
        refuse(
                check && (merge || head != null || !output.equals(FileOptions.STANDARD)),
                "'--merge', '-o' and '--head' cannot be used with '--check'");
        if (check) {
            files.requireSorted(inputs);
        } else if (merge) {
            files.merge(inputs, output);
        } else {
            files.sort(inputs, output);
        }
    }

    /** Refuses a combination of options. */
    public void refuse(boolean isGiven, String message) {
        if (isGiven) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
