package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * What a sort of files needs to know, whatever the files hold.
 *
 * @param memory returns the limit of the memory for an input of a number of bytes
 * @param folder the folder for temporary files
 * @param unique whether to keep only the first of equal rows
 * @param limit the maximum number of rows to write, counted from the start of the sorted order
 * @param batch the most runs that are merged at once
 * @param compressed whether runs are compressed
 * @param sorter opens the sorter, which the sort closes
 * @param onDevice whether a device has to sort; otherwise the host sorts strings
 */
public record SortSettings(
        List<Path> inputs,
        Output output,
        LongUnaryOperator memory,
        Path folder,
        boolean unique,
        long limit,
        SortOptions options,
        int batch,
        boolean compressed,
        Supplier<Sorter> sorter,
        boolean onDevice,
        ProgressListener progress) {
    /** Creates the output. */
    @FunctionalInterface
    public interface Output {
        OutputFile create() throws FileSortException;
    }

    /** Returns these settings with another output. */
    public SortSettings withOutput(Output other) {
        return new SortSettings(
                inputs, other, memory, folder, unique, limit, options, batch, compressed, sorter, onDevice, progress);
    }

    /** Returns the name of the inputs for messages. */
    public Path input() {
        return Concatenation.name(inputs);
    }
}
