package io.github.tornadosort.arrow;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortOrder;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.file.ArrowFileCheck;
import io.github.tornadosort.arrow.internal.file.ArrowFileSort;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.RowCheck;
import io.github.tornadosort.files.internal.sort.SortTask;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.table.TableKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sorts and checks files of Arrow's IPC format, which may be larger than memory: {@code .arrow} and {@code .feather}, and
 * streams. It needs neither Arrow's vectors nor JVM flags.
 *
 * <p>Several inputs with the same columns are sorted as one file. An output is written under a temporary name and renamed when it
 * is complete, so it may be one of the inputs, and a failure leaves it as it was. If the thread is interrupted, a sort ends at
 * once with an {@link java.io.InterruptedIOException}. All sorts are stable. Objects of this class cannot be changed and may be
 * shared by threads.
 *
 * @see <a href="https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc">the
 *     format</a>
 */
public final class ArrowFileSorter {
    private final List<TableKey> keys;
    private final boolean nullsFirst;
    private final boolean unique;
    private final long limit;
    private final long memory;
    private final @Nullable Path folder;

    private ArrowFileSorter(
            List<TableKey> keys, boolean nullsFirst, boolean unique, long limit, long memory, @Nullable Path folder) {
        this.keys = keys;
        this.nullsFirst = nullsFirst;
        this.unique = unique;
        this.limit = limit;
        this.memory = memory;
        this.folder = folder;
    }

    /**
     * Returns a sorter of rows by columns.
     *
     * @param keys the columns, of which the first is the primary key; at least one
     * @return a sorter
     * @throws IllegalArgumentException if there is no key, a key names no column, or nulls come first for some of the keys only
     */
    public static ArrowFileSorter by(ArrowKey... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException("no key to sort by");
        }
        for (ArrowKey key : keys) {
            if (key.column() == null || key.column().isEmpty()) {
                throw new IllegalArgumentException("a key of a file needs the name of a column");
            }
            if (key.nullsFirst() != keys[0].nullsFirst()) {
                throw new IllegalArgumentException("nulls of a file come first for all keys, or for none");
            }
        }
        List<TableKey> columns = Arrays.stream(keys)
                .map(key -> new TableKey(key.column(), null, key.order() == SortOrder.DESCENDING)).toList();
        return new ArrowFileSorter(columns, keys[0].nullsFirst(), false, Long.MAX_VALUE, 0, null);
    }

    /** {@return a sorter that keeps only the first of rows with equal keys} */
    public ArrowFileSorter unique() {
        return new ArrowFileSorter(keys, nullsFirst, true, limit, memory, folder);
    }

    /**
     * {@return a sorter that writes only the first rows of the sorted order}
     *
     * @param rows how many to write, at most
     * @throws IllegalArgumentException if {@code rows} is negative
     */
    public ArrowFileSorter head(long rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("head: expected a number from 0 on, found " + rows);
        }
        return new ArrowFileSorter(keys, nullsFirst, unique, rows, memory, folder);
    }

    /**
     * {@return a sorter that uses at most an amount of memory} Files that do not fit are sorted in runs on disk. The default is
     * half of the free memory.
     *
     * @param bytes the limit for the data and the sort
     * @throws IllegalArgumentException if {@code bytes} is not positive
     */
    public ArrowFileSorter memory(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("memory: expected a positive number of bytes, found " + bytes);
        }
        return new ArrowFileSorter(keys, nullsFirst, unique, limit, bytes, folder);
    }

    /**
     * {@return a sorter with another folder for temporary files} The default is that of the output.
     *
     * @param path a folder
     */
    public ArrowFileSorter temporaryFolder(Path path) {
        return new ArrowFileSorter(keys, nullsFirst, unique, limit, memory, Objects.requireNonNull(path));
    }

    /**
     * Sorts files. An output whose name ends with {@code .arrows} has the stream format; {@code .csv}, {@code .tsv} and
     * {@code .tab} are delimited text; others have the file format, which is that of Feather version 2. The inputs are recognized
     * by their content.
     *
     * @param inputs the files, at least one
     * @param output the file to write; it may be one of the inputs
     * @throws IllegalArgumentException if there is no input
     * @throws IOException if a file cannot be read or written, is damaged or has other columns, a key does not suit it, or the
     *     memory is too small; the message names the file, and the output is as it was
     */
    public void sort(List<Path> inputs, Path output) throws IOException {
        requireInputs(inputs);
        ArrowFileSort sort = new ArrowFileSort(
                List.copyOf(inputs), folder(output), keys, nullsFirst, unique, limit, SortOptions.ascending(),
                bytes -> memory > 0 ? memory : SystemMemory.limit(bytes));
        new SortTask(Integer.MAX_VALUE, task -> {
            try (Sorter sorter = Sorter.open()) {
                sort.sort(sorter, output, () -> task.create(() -> OutputFile.create(output)));
            }
        }).await();
    }

    /**
     * Checks that files, one after the other, are in order, and with {@link #unique} that no two rows have equal keys.
     *
     * @param inputs the files, at least one
     * @return the number of rows
     * @throws IllegalArgumentException if there is no input
     * @throws UnsortedException if they are not in order; the message names the row
     * @throws IOException if a file cannot be read
     */
    public long requireSorted(List<Path> inputs) throws IOException {
        requireInputs(inputs);
        return check(inputs.getFirst(), unique).requireOrder(inputs);
    }

    /**
     * Checks that an output is in order and has the rows, the schema and the dictionaries of an input. Whether the rows are the
     * same is decided by a hash of 128 bits.
     *
     * @param input the file before the sort
     * @param output the sorted file
     * @return the number of rows
     * @throws IOException if it is not; the message says what is wrong
     */
    public long verify(Path input, Path output) throws IOException {
        return check(output, false).requireSorted(List.of(input), output);
    }

    private RowCheck check(Path file, boolean distinct) {
        return new RowCheck(new ArrowFileCheck(keys, nullsFirst, folder(file)), distinct);
    }

    private Path folder(Path file) {
        return folder != null ? folder : TemporaryFile.folder(file);
    }

    private static void requireInputs(List<Path> inputs) {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("expected at least one input, found none");
        }
    }
}
