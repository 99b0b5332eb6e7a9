package io.github.tornadosort.files.internal.sort;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.Amount;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.KeyMerge;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.table.Parts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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

    /** Returns the name of the inputs for messages. */
    public Path input() {
        return Parts.name(inputs);
    }

    /** Returns a merge of runs of rows, or of inputs. */
    RunMerge merge() {
        return new RunMerge(input(), folder, unique, limit, most());
    }

    /** Returns a merge of runs of keys, or of inputs. */
    KeyMerge merge(KeyOrder order) {
        return new KeyMerge(order, input(), folder, unique, limit, most());
    }

    /** Returns how many runs or inputs are merged at once: at most as many as the process may open. */
    private int most() {
        return Parts.areMany(inputs.size()) ? Math.clamp(freeDescriptors() / 2, 2, batch) : batch;
    }

    private static long freeDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount()
                : Integer.MAX_VALUE;
    }

    /**
     * Checks that the folder has room for runs.
     *
     * @param allowed the memory of the sort
     * @throws FileSortException if it has not
     */
    void requireDisk(long bytes, long allowed) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        // A file system that says 0 may keep files in memory, or set no limit.
        if (bytes > free && free > 0) {
            throw new FileSortException(
                    input(),
                    "sorting it in %s of memory needs %s of disk space, but only %s is free in %s"
                            .formatted(
                                    Amount.available(allowed),
                                    Amount.needed(bytes),
                                    Amount.available(free),
                                    folder));
        }
    }
}
