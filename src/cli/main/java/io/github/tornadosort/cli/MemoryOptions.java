package io.github.tornadosort.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How much memory a command takes, and where it writes what does not fit. */
final class MemoryOptions {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Count.class,
            description = "Bytes of memory for the sort, for instance 512M or 4G; what does not fit is sorted by runs on"
                    + " the disk, which are merged. Default: half of what is free.")
    private Long memory;

    @Option(
            names = "--tmp",
            paramLabel = "FOLDER",
            description = "Where runs are written, and removed again. Default: beside OUTPUT.")
    private Path folder;

    boolean areGiven() {
        return memory != null || folder != null;
    }

    long bytes() {
        return memory != null ? memory : SystemMemory.free() / 2;
    }

    /**
     * Checks that the folder for runs is one, if it was given, even if no runs are written.
     *
     * @throws CommandFailure if it is not
     */
    void requireFolder() {
        if (folder != null && !Files.isDirectory(folder)) {
            throw new CommandFailure(folder + ": expected a folder for temporary files");
        }
    }

    /** Where runs go, unless somewhere was named beside this file. */
    Path folder(Path output) {
        return folder != null ? folder : output.toAbsolutePath().getParent();
    }
}
