package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileSorter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options for the memory limit of a sort and the folder for its temporary files. */
public final class MemoryOptions {
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

    public boolean areGiven() {
        return memory != null || folder != null;
    }

    /** Returns a sorter with these options. */
    public FileSorter apply(FileSorter files) {
        FileSorter limited = memory == null ? files : files.memory(memory);
        return folder == null ? limited : limited.temporaryFolder(folder);
    }
}
