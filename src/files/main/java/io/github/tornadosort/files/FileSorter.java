package io.github.tornadosort.files;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSettings.Kind;
import io.github.tornadosort.files.internal.io.ForeignFormat;
import io.github.tornadosort.files.internal.io.Replacement;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.sort.RowSort;
import io.github.tornadosort.files.internal.sort.ValuesSort;
import io.github.tornadosort.files.internal.table.RowFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Sorts, merges and checks files that may be larger than memory: the lines of texts, keys of one type, records of a fixed width,
 * or the rows of tables. The paths {@code /dev/stdin} and {@code /dev/stdout} are standard input and output on every system.
 *
 * <p>Several inputs are sorted as if they were one file. An output is written under a temporary name and renamed when it is
 * complete, so it may be one of the inputs, and a failure leaves it as it was. An output that has other names, an access control list or
 * extended attributes, or that cannot be replaced, is overwritten when the result is complete; whether it has such a list is known exactly
 * if this module may access native memory. Names that end with {@code .gz} or {@code .zst} are compressed. If the thread is interrupted, a
 * sort, merge or check ends at once with an {@link java.io.InterruptedIOException} and leaves the output as it was; a step in memory may
 * go on for a moment, and then frees its memory. Objects of this class cannot be changed and may be shared by threads.
 *
 * <p>All operations throw an {@link IllegalArgumentException} if there is no input, a table has no key, or the name of a file of keys does
 * not tell its format; a {@link FileSortException}, which is an {@link IOException}, if a file cannot be read or written, or the memory or
 * the disk is too small; and another {@link IOException} if something else fails.
 */
public final class FileSorter {
    private final FileSettings chosen;

    private FileSorter(FileSettings chosen) {
        this.chosen = chosen;
    }

    private FileSorter with(Consumer<FileSettings> change) {
        return new FileSorter(chosen.with(change));
    }

    private FileSorter with(Kind only, String setting, Consumer<FileSettings> change) {
        chosen.require(only, setting);
        return with(change);
    }

    private static void require(boolean isValid, String message) {
        if (!isValid) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Returns a sorter of lines, which are compared as unsigned bytes without their ends. A CR before the end is a byte of the
     * line. A last line without an end gets one.
     *
     * @return a sorter of lines in ascending order
     */
    public static FileSorter lines() {
        return new FileSorter(new FileSettings(Kind.LINES));
    }

    /**
     * Returns a sorter of keys. The names of files tell their format, see {@link KeyFormat#of}, unless it is given.
     *
     * @param type the type of the keys
     * @return a sorter of keys in ascending order
     */
    public static FileSorter keys(KeyType type) {
        Objects.requireNonNull(type);
        return new FileSorter(new FileSettings(Kind.KEYS)).with(changed -> changed.type = type);
    }

    /**
     * Returns a sorter of records of a fixed width, without anything between them. They are compared by all bytes, unless
     * {@link #key} says otherwise.
     *
     * @param width the bytes of a record, at least 1
     * @return a sorter of records in ascending order
     */
    public static FileSorter records(int width) {
        require(width > 0, "records: expected a width of at least 1 byte, found " + width);
        return new FileSorter(new FileSettings(Kind.RECORDS)).with(changed -> changed.width = width);
    }

    /**
     * Returns a sorter of the rows of tables, which needs at least one {@link #key}. Rows are copied as they are.
     *
     * @param format how the rows are written
     * @return a sorter of rows in ascending order
     */
    public static FileSorter csv(CsvFormat format) {
        Objects.requireNonNull(format);
        return new FileSorter(new FileSettings(Kind.TABLES)).with(changed -> changed.table = format);
    }

    /**
     * Adds a key: it orders lines, records or rows that are equal by the keys before it. Lines that are equal by all keys are
     * ordered by their bytes, unless {@link #stable} was called.
     *
     * @param key a column of a table, bytes of records, or fields of lines
     * @return a sorter with this key
     * @throws IllegalArgumentException if the files have no such keys
     */
    public FileSorter key(FileKey key) {
        boolean isKnown =
                switch (chosen.kind) {
                    case RECORDS -> key.isOfRecords();
                    case TABLES -> key.isColumn();
                    case LINES -> key.isOfLines();
                    case KEYS -> false;
                };
        require(isKnown,
                "key: expected a column for tables, bytes for records, or fields for lines; keys are compared as a whole");
        if (chosen.kind == Kind.RECORDS) {
            key.ofRecords(chosen.width);
        }
        return with(changed -> changed.keys = Stream.concat(chosen.keys.stream(), Stream.of(key)).toList());
    }

    /**
     * {@return a sorter of lines whose fields are separated by a character; by default, a field begins with the blanks before it}
     *
     * @param character an ASCII character
     */
    public FileSorter separator(char character) {
        require(character <= Byte.MAX_VALUE, "separator: expected an ASCII character, found '" + character + "'");
        return with(Kind.LINES, "separator", changed -> changed.separator = character);
    }

    /**
     * {@return a sorter that orders lines by these letters if they have no key, or if their keys have none}
     *
     * @param order the letters of {@link FileKey#fields}, but {@code r}. Whether there is such an order is checked when it is used.
     */
    public FileSorter letters(String order) {
        Objects.requireNonNull(order);
        return with(Kind.LINES, "letters", changed -> changed.letters = order);
    }

    /** {@return a sorter that lets lines with equal keys stay in the order of the inputs, as records and rows always do} */
    public FileSorter stable() {
        return with(Kind.LINES, "stable", changed -> changed.stable = true);
    }

    /** {@return a sorter of lines that end with a zero byte, so that they may contain line feeds} */
    public FileSorter zeroTerminated() {
        return with(Kind.LINES, "zeroTerminated", changed -> changed.lineEnd = 0);
    }

    /**
     * {@return a sorter of keys that reads files of this format, whatever their names are}
     *
     * @param format the format of all inputs
     */
    public FileSorter inputFormat(KeyFormat format) {
        Objects.requireNonNull(format);
        return with(Kind.KEYS, "inputFormat", changed -> changed.inputFormat = format);
    }

    /**
     * {@return a sorter of keys that writes this format, whatever the name of the output is; by default, standard output has that of the
     * first input}
     *
     * @param format the format of the output
     */
    public FileSorter outputFormat(KeyFormat format) {
        Objects.requireNonNull(format);
        return with(Kind.KEYS, "outputFormat", changed -> changed.outputFormat = format);
    }

    /**
     * {@return a sorter of keys in this order, whether or not {@link #descending} is called}
     *
     * @param order the order of the keys
     * @throws IllegalArgumentException if the files are not keys, or their type has no such order
     */
    public FileSorter order(Order order) {
        FileSorter ordered = with(Kind.KEYS, "order", changed -> changed.order = order);
        order.bitMask(chosen.type);
        return ordered;
    }

    /**
     * {@return a sorter of keys that lets another one sort what is in memory, for example on a device that was chosen}
     *
     * @param other the sorter, which is not closed
     */
    public FileSorter sorter(Sorter other) {
        Objects.requireNonNull(other);
        return with(Kind.KEYS, "sorter", changed -> changed.sorter = other);
    }

    /** {@return a sorter in descending order} */
    public FileSorter descending() {
        return with(changed -> changed.descending = true);
    }

    /** {@return a sorter that keeps only the first of equal lines or keys, or of records or rows with equal keys} */
    public FileSorter unique() {
        return with(changed -> changed.unique = true);
    }

    /**
     * {@return a sorter that writes only the first lines, keys, records or rows of the sorted order}
     *
     * @param n how many to write, at most; at least 0
     */
    public FileSorter head(long n) {
        require(n >= 0, "head: expected a number from 0 on, found " + n);
        return with(changed -> changed.limit = n);
    }

    /**
     * {@return a sorter with a limit of the memory for the data and the sort, by default half of the free memory; files that do not fit are
     * sorted in runs on disk}
     *
     * @param bytes the limit, at least 1
     */
    public FileSorter memory(long bytes) {
        require(bytes > 0, "memory: expected a positive number of bytes, found " + bytes);
        return with(changed -> changed.memory = bytes);
    }

    /**
     * {@return a sorter with a limit of the threads that sort, by default one for each core}
     *
     * @param n the most threads, at least 1
     */
    public FileSorter threads(int n) {
        require(n > 0, "threads: expected a number from 1 on, found " + n);
        return with(changed -> changed.threads = n);
    }

    /**
     * {@return a sorter with another folder for temporary files than that of the output}
     *
     * @param path a folder
     */
    public FileSorter temporaryFolder(Path path) {
        Objects.requireNonNull(path);
        return with(changed -> changed.folder = path);
    }

    /** {@return a sorter of lines, records or rows that compresses temporary files: they take less room, and more time} */
    public FileSorter compressRuns() {
        require(!chosen.areKeys(), "compressRuns: runs of keys are not compressed");
        return with(changed -> changed.compressed = true);
    }

    /**
     * {@return a sorter with a limit of the files and runs that are merged at the same time}
     *
     * @param most how many, at most; at least 2
     */
    public FileSorter mergeAtOnce(int most) {
        require(most > 1, "mergeAtOnce: expected a number from 2 on, found " + most);
        return with(changed -> changed.batch = most);
    }

    /**
     * {@return a sorter that reports how far it has come}
     *
     * @param listener is told about the steps of a sort
     */
    public FileSorter progress(ProgressListener listener) {
        Objects.requireNonNull(listener);
        return with(changed -> changed.progress = listener);
    }

    /**
     * Reads names of files, as GNU sort's option {@code --files0-from} does.
     *
     * @param list a file of names in UTF-8, each of which ends with a zero byte; {@code -} is standard input
     * @return the files, at least one
     * @throws FileSortException if the list cannot be read, or has other content
     */
    public static List<Path> namesIn(Path list) throws FileSortException {
        return StandardStreams.namesIn(list);
    }

    /**
     * Sorts files. The sort is stable.
     *
     * @param inputs the files, at least one
     * @param output the file to write; it may be one of the inputs
     * @return what the sorts of keys have done; nothing is known of the others
     * @throws IOException if the sort fails; the output is as it was
     */
    public SortStats sort(List<Path> inputs, Path output) throws IOException {
        List<Path> all = chosen.require(inputs, output);
        return chosen.run(task -> chosen.sort(chosen.settings(task, all, output), output));
    }

    /**
     * Sorts keys in memory, and moves a value with each of them. Both outputs are complete, or both are as they were.
     *
     * @param inputs the files of keys, at least one
     * @param output the file of sorted keys to write; it may be one of the inputs
     * @param values a file of values of any width, one per key, without anything between them
     * @param valuesOutput the file of values to write
     * @return what the sort has done
     * @throws IllegalArgumentException if the files are not keys, or one is written twice
     * @throws IllegalStateException if {@link #unique} or {@link #head} was called
     * @throws IOException if the sort fails; the outputs are as they were
     */
    public SortStats sort(List<Path> inputs, Path output, Path values, Path valuesOutput) throws IOException {
        List<Path> all = chosen.require(inputs, output);
        chosen.requireWhole("sort with values");
        requireOther("values", values, output);
        requireOther("the output of values", valuesOutput, output);
        all.forEach(input -> requireOther("the output of values", valuesOutput, input));
        chosen.require(Kind.KEYS, "sort with values");
        if (chosen.inputFormat != KeyFormat.RAW) {
            ForeignFormat.requireRaw(values, "values");
        }
        if (chosen.outputFormat != KeyFormat.RAW) {
            ForeignFormat.requireRaw(valuesOutput, "values");
        }
        return withValues(all, output, sort -> sort.sort(all, output, values, valuesOutput));
    }

    /**
     * Writes the indices that would sort keys: int32, from 0 on. Equal keys stay in their order.
     *
     * @param inputs the files of keys, at least one
     * @param output the file of indices to write
     * @throws IllegalArgumentException if the files are not keys, or the output is an input
     * @throws IllegalStateException if {@link #unique} or {@link #head} was called
     * @throws IOException if the sort fails; the output is as it was
     */
    public void argsort(List<Path> inputs, Path output) throws IOException {
        List<Path> all = chosen.require(inputs, output);
        chosen.requireWhole("argsort");
        all.forEach(input -> requireOther("the output of indices", output, input));
        chosen.require(Kind.KEYS, "argsort");
        withValues(all, output, sort -> {
            sort.argsort(all, output);
            return null;
        });
    }

    private <R> R withValues(List<Path> inputs, Path output, FileSettings.Work<ValuesSort, R> work) throws IOException {
        return chosen.withSorter(sorter -> work.by(
                new ValuesSort(chosen.rawKeys(inputs, output), sorter, chosen.folder(output), chosen.progress)));
    }

    private static void requireOther(String what, Path file, Path other) {
        require(!Replacement.isSame(file, other),
                what + ": " + file + " is a file of keys of this sort; choose another one");
    }

    /**
     * Sorts lines, records or rows, and returns them. The sort begins when they are iterated, and is in the memory that was chosen.
     *
     * @param inputs the files, at least one
     * @return the rows, which must be closed
     * @throws IllegalArgumentException if the files are keys: sort them to a file, and map that
     */
    public SortedRows open(List<Path> inputs) {
        require(!chosen.areKeys(), "open: sort keys to a file, and map that");
        List<Path> all = chosen.require(inputs, FileSettings.NONE);
        RowFormat format = chosen.format();
        return new SortedRows(
                chosen.threads, format,
                () -> chosen.withSorter(
                        sorter -> RowSort.rows(chosen.settings(null, all, FileSettings.NONE), format, sorter)));
    }

    /**
     * Merges sorted files. Of equal lines, keys, records or rows, those of an earlier file come first.
     *
     * <p>Files are merged as they are read. Tables have the same header, which is that of the output. Only tables with
     * {@link #unique} and a key without a type are checked first and then sorted together.
     *
     * @param inputs the sorted files, at least one
     * @param output the file to write; it may be one of the inputs
     * @throws UnsortedException if an input is not sorted; the output is as it was
     * @throws IOException if the merge fails; the output is as it was
     */
    public void merge(List<Path> inputs, Path output) throws IOException {
        List<Path> all = chosen.require(inputs, output);
        chosen.run(task -> {
            chosen.merge(chosen.settings(task, all, output), output);
            return null;
        });
    }

    /**
     * Returns whether files, one after the other, are in order, and with {@link #unique} whether nothing occurs twice.
     *
     * @param inputs the files, at least one
     * @return whether they are
     * @throws IOException if a file cannot be read
     */
    public boolean isSorted(List<Path> inputs) throws IOException {
        try {
            requireSorted(inputs);
            return true;
        } catch (UnsortedException _) {
            return false;
        }
    }

    /**
     * Checks that files, one after the other, are in order, and with {@link #unique} that nothing occurs twice.
     *
     * @param inputs the files, at least one
     * @return the number of lines, keys, records or rows
     * @throws UnsortedException if they are not in order; the message names the first line, key, record or row that is not
     * @throws IOException if a file cannot be read
     */
    public long requireSorted(List<Path> inputs) throws IOException {
        List<Path> all = chosen.require(inputs, FileSettings.NONE);
        return chosen.run(_ -> chosen.check(all.getFirst()).requireOrder(all));
    }

    /**
     * Checks that an output is in order and has the lines, keys, records or rows of the inputs. Whether the
     * rows are the same is decided by a hash of 128 bits.
     *
     * @param inputs the files before the sort, at least one
     * @param output the sorted file
     * @return the number of lines, keys, records or rows
     * @throws UnsortedException if the output is not in order; the message names the first line, key, record or row that is not
     * @throws IllegalStateException if {@link #unique} or {@link #head} was called: the output may have less than the inputs
     * @throws IOException if the output has other content than the inputs, or a file cannot be read
     */
    public long verify(List<Path> inputs, Path output) throws IOException {
        List<Path> all = chosen.require(inputs, FileSettings.NONE);
        if (chosen.areKeys()) {
            chosen.inputFormat(output);
        }
        chosen.requireWhole("verify");
        return chosen.run(_ -> chosen.check(output).requireSorted(all, output));
    }
}
