package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileSorter;
import picocli.CommandLine.Option;

/** The options for a part of the sorted result. */
public final class ResultOptions {
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

    /** Returns whether only the first of equal rows is wanted. */
    public boolean isUnique() {
        return unique;
    }

    /** Returns whether only the first rows are wanted. */
    public boolean hasHead() {
        return head != null;
    }

    /** Returns a sorter with these options. */
    public FileSorter apply(FileSorter files) {
        FileSorter some = unique ? files.unique() : files;
        return head == null ? some : some.head(head);
    }
}
