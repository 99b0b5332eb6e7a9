package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.RunMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * What a sort or merge of files needs to know, whatever the files hold.
 *
 * @param memory returns the limit of the memory for an input of a number of bytes
 * @param folder the folder for temporary files
 * @param unique whether to keep only the first of equal rows
 * @param limit the maximum number of rows to write, counted from the start of the sorted order
 * @param batch the most runs that are merged at once
 * @param compressed whether runs of rows of any length are compressed
 */
public record SortSettings(
        List<Path> inputs,
        Output output,
        LongUnaryOperator memory,
        Path folder,
        boolean unique,
        long limit,
        int batch,
        boolean compressed,
        ProgressListener progress) {
    /** Creates the output. */
    @FunctionalInterface
    public interface Output {
        OutputFile create() throws FileSortException;
    }

    /** Returns these settings with another output. */
    public SortSettings withOutput(Output other) {
        return new SortSettings(
                inputs, other, memory, folder, unique, limit, batch, compressed, progress);
    }

    /** Returns the name of the inputs for messages. */
    public Path input() {
        return Concatenation.name(inputs);
    }

    /** Returns a merge of runs. */
    RunMerge merge() {
        return new RunMerge(input(), folder, unique, limit, batch);
    }

    /**
     * Checks that the folder has room for runs.
     *
     * @param allowed the memory of the sort
     * @throws FileSortException if it has not
     */
    void requireDisk(long bytes, long allowed) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (bytes > free) {
            throw new FileSortException(
                    input(),
                    "sorting it in %s of memory needs %s of disk space, but only %s is free in %s"
                            .formatted(
                                    SystemMemory.gibibytes(allowed),
                                    SystemMemory.gibibytes(bytes),
                                    SystemMemory.gibibytes(free),
                                    folder));
        }
    }
}
