package io.github.tornadosort.files;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.FileSort;
import io.github.tornadosort.files.internal.sort.KeyOrder;
import io.github.tornadosort.files.internal.sort.KeyPieces;
import io.github.tornadosort.files.internal.sort.KeyRows;
import io.github.tornadosort.files.internal.sort.LineCheck;
import io.github.tornadosort.files.internal.sort.LineSort;
import io.github.tornadosort.files.internal.sort.OrderCheck;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Sorts files that may be larger than memory: the lines of texts, or keys of one type.
 *
 * <p>Several inputs are sorted as if they were one file. An output is written under a temporary name and renamed when it is complete, so
 * it may be one of the inputs, and a failure leaves it as it was. Names that end with {@code .gz} or {@code .zst} are compressed.
 * Objects of this class cannot be changed and may be shared by threads.
 */
public final class FileSorter {
    private final KeyType type;
    private final boolean descending;
    private final boolean unique;
    private final long limit;
    private final long memory;
    private final Path folder;
    private final ProgressListener progress;

    private FileSorter(
            KeyType type, boolean descending, boolean unique, long limit, long memory, Path folder,
            ProgressListener progress) {
        this.type = type;
        this.descending = descending;
        this.unique = unique;
        this.limit = limit;
        this.memory = memory;
        this.folder = folder;
        this.progress = progress;
    }

    private FileSorter(KeyType type) {
        this(type, false, false, Long.MAX_VALUE, 0, null, ProgressListener.NONE);
    }

    /**
     * Returns a sorter of lines, which are compared as unsigned bytes without their ends. If all lines end with CR LF, the CR is a part of
     * the end.
     *
     * @return a sorter of lines in ascending order
     */
    public static FileSorter lines() {
        return new FileSorter(null);
    }

    /**
     * Returns a sorter of keys. The names of files tell their format: {@code .npy}, {@code .txt} for a number per line, and {@code .bin},
     * {@code .raw} or no extension for little-endian keys without anything else.
     *
     * @param type the type of the keys
     * @return a sorter of keys in ascending order
     */
    public static FileSorter keys(KeyType type) {
        return new FileSorter(Objects.requireNonNull(type));
    }

    /**
     * Sorts in descending order.
     *
     * @return a sorter with this setting
     */
    public FileSorter descending() {
        return new FileSorter(type, true, unique, limit, memory, folder, progress);
    }

    /**
     * Keeps only the first of equal lines or keys.
     *
     * @return a sorter with this setting
     */
    public FileSorter unique() {
        return new FileSorter(type, descending, true, limit, memory, folder, progress);
    }

    /**
     * Writes only the first lines or keys of the sorted order.
     *
     * @param n how many to write, at most
     * @return a sorter with this setting
     * @throws IllegalArgumentException if {@code n} is negative
     */
    public FileSorter head(long n) {
        if (n < 0) {
            throw new IllegalArgumentException("head: expected a number from 0 on, found " + n);
        }
        return new FileSorter(type, descending, unique, n, memory, folder, progress);
    }

    /**
     * Limits the memory for the data and the sort. Files that do not fit are sorted in runs on disk. The default is half of the free
     * memory.
     *
     * @param bytes the limit
     * @return a sorter with this setting
     * @throws IllegalArgumentException if {@code bytes} is not positive
     */
    public FileSorter memory(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("memory: expected a positive number of bytes, found " + bytes);
        }
        return new FileSorter(type, descending, unique, limit, bytes, folder, progress);
    }

    /**
     * Selects the folder for temporary files. The default is the folder of the output.
     *
     * @param path a folder
     * @return a sorter with this setting
     */
    public FileSorter temporaryFolder(Path path) {
        return new FileSorter(type, descending, unique, limit, memory, Objects.requireNonNull(path), progress);
    }

    /**
     * Reports how far a sort has come.
     *
     * @param listener is told about the steps of a sort
     * @return a sorter with this setting
     */
    public FileSorter progress(ProgressListener listener) {
        return new FileSorter(type, descending, unique, limit, memory, folder, Objects.requireNonNull(listener));
    }

    /**
     * Sorts files. The sort is stable.
     *
     * @param inputs the files, at least one
     * @param output the file to write; it may be one of the inputs
     * @throws IllegalArgumentException if there is no input, or the name of a file of keys does not tell its format
     * @throws FileSortException if a file cannot be read or written, or the memory or the disk is too small; the output is as it was
     * @throws IOException if something else fails; the output is as it was
     */
    public void sort(List<Path> inputs, Path output) throws IOException {
        requireInputs(inputs);
        SortSettings settings = new SortSettings(
                List.copyOf(inputs), output, this::memoryFor, folder(output), unique, limit, options(), Sorter::open,
                false, progress);
        if (type == null) {
            new LineSort(settings, false).sort();
        } else {
            sortKeys(settings);
        }
    }

    private void sortKeys(SortSettings settings) throws IOException {
        KeyFormat format = KeyFormat.of(settings.output());
        try (Sorter sorter = Sorter.open();
                KeyReader reader = openKeys(settings.inputs(), settings.folder());
                OutputFile file = OutputFile.create(settings.output())) {
            KeyRows rows = new KeyRows(sorter, new KeyOrder(type, options()));
            new FileSort(rows, memoryFor(reader.bytes()), settings.folder(), unique, limit, progress)
                    .sort(settings.input(), reader, count -> format.writer(file, type, count));
            file.commitAfter(reader);
        }
    }

    /**
     * Checks that files, one after the other, are in order, and with {@link #unique} that nothing occurs twice.
     *
     * @param inputs the files, at least one
     * @return the number of lines or keys
     * @throws FileSortException if they are not in order; the message names the first line or key that is not. Also if a file cannot be
     *     read.
     * @throws IOException if something else fails
     */
    public long requireSorted(List<Path> inputs) throws IOException {
        requireInputs(inputs);
        Path temporary = folder(inputs.getFirst());
        if (type == null) {
            return new LineCheck(this::memoryFor, false, descending, unique, temporary, progress).requireOrder(inputs);
        }
        OrderCheck check = new OrderCheck(type, options(), unique);
        try (KeyReader reader = openKeys(inputs, temporary);
                ProgressListener.Step step = progress.begin("check", reader.bytes())) {
            KeyPieces.forEach(reader, type, step, check);
            if (check.violation() != null) {
                throw new FileSortException(Concatenation.name(inputs), check.violation());
            }
            return reader.count();
        }
    }

    private KeyReader openKeys(List<Path> inputs, Path temporary) throws IOException {
        inputs.forEach(KeyFormat::of);
        return Concatenation.of(inputs, type.bytes(), input -> KeyFormat.openNamed(input, type, temporary));
    }

    private SortOptions options() {
        return descending ? SortOptions.descending() : SortOptions.ascending();
    }

    private long memoryFor(long input) {
        return memory > 0 ? memory : SystemMemory.limit(input);
    }

    private Path folder(Path output) {
        return folder != null ? folder : TemporaryFile.folder(output);
    }

    private static void requireInputs(List<Path> inputs) {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("expected at least one input, found none");
        }
    }
}
