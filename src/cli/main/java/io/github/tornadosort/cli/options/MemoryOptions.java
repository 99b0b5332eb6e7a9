package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import java.nio.file.Files;
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

    @Option(
            names = "--compress-runs",
            description = "Compresses the runs of lines or of rows of a table of text by zstd: they take less room and more time.")
    private boolean compressed;

    public boolean areGiven() {
        return memory != null || folder != null;
    }

    public boolean isLimited() {
        return memory != null;
    }

    public boolean hasFolder() {
        return folder != null;
    }

    /** Returns whether runs are compressed. */
    public boolean compressed() {
        return compressed;
    }

    /** Sets what other options of the same meaning have said; null or false for those that were not given. */
    public void set(Long bytes, Path temporary, boolean compressRuns) {
        memory = bytes == null ? memory : bytes;
        folder = temporary == null ? folder : temporary;
        compressed |= compressRuns;
    }

    /** Returns the limit for an input of this length. */
    public long bytes(long input) {
        if (memory != null) {
            return memory;
        }
        return SystemMemory.limit(input);
    }

    /**
     * Checks that the given folder for runs, if any, is a directory, even if no runs will be written.
     *
     * @throws CommandFailure if it is not a directory
     */
    public void requireFolder() {
        if (folder != null && !Files.isDirectory(folder)) {
            throw new CommandFailure(folder + ": expected a folder for temporary files");
        }
    }

    /** Returns the folder for runs: the given one, or the default for this output. */
    public Path folder(Path output) {
        return folder != null ? folder : TemporaryFile.folder(output);
    }
}
