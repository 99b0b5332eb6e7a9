package io.github.tornadosort.files;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.sort.CheckedFixedRows;
import io.github.tornadosort.files.internal.sort.CheckedKeyedRows;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.sort.FixedFormat;
import io.github.tornadosort.files.internal.sort.KeyOrder;
import io.github.tornadosort.files.internal.sort.KeyedMerge;
import io.github.tornadosort.files.internal.sort.KeyedSort;
import io.github.tornadosort.files.internal.sort.RecordOrder;
import io.github.tornadosort.files.internal.sort.RowCheck;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.sort.SortTask;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.table.Dialect;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.TableFormat;
import io.github.tornadosort.files.internal.table.TableSpec;
import io.github.tornadosort.files.internal.text.LineFormat;
import io.github.tornadosort.files.internal.text.LineKey;
import io.github.tornadosort.files.internal.text.LineOrder;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Sorts, merges and checks files that may be larger than memory: the lines of texts, keys of one type, records of a fixed width,
 * or the rows of tables.
 *
 * <p>Several inputs are sorted as if they were one file. An output is written under a temporary name and renamed when it is
 * complete, so it may be one of the inputs, and a failure leaves it as it was. An output that has other names, an access control list or
 * extended attributes, or that cannot be replaced, is overwritten when the result is complete; whether it has such a list is known exactly
 * if this module may access native memory. Names that end with {@code .gz} or {@code .zst}
 * are compressed. If the thread is interrupted, a sort, merge or check ends at once with an
 * {@link java.io.InterruptedIOException} and leaves the output as it was; a step in memory may go on for a moment, and then frees
 * its memory. Objects of this class cannot be changed and may be shared by threads.
 */
public final class FileSorter {
    /** The name of streams in messages. */
    private static final Path STREAM = Path.of("stream");

    /** What the files hold. */
    private sealed interface Rows {}

    private record Lines() implements Rows {}

    private record Keys(KeyType type) implements Rows {}

    private record FixedWidth(int width) implements Rows {}

    private record Table(CsvFormat format) implements Rows {}

    /** What a sort needs to know. It is not changed after its sorter was created. */
    private static final class Settings implements Cloneable {
        private List<FileKey> keys = List.of();
        private boolean descending;
        private boolean unique;
        private boolean stable;
        private int separator = LineOrder.BLANKS;
        private byte lineEnd = '\n';
        private long limit = Long.MAX_VALUE;
        private long memory;
        private int threads = Integer.MAX_VALUE;
        private Path folder;
        private boolean compressed;
        private ProgressListener progress = ProgressListener.NONE;

        @Override
        public Settings clone() {
            try {
                return (Settings) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final Rows rows;
    private final Settings chosen;

    private FileSorter(Rows rows, Settings chosen) {
        this.rows = rows;
        this.chosen = chosen;
    }

    private static FileSorter of(Rows rows) {
        return new FileSorter(rows, new Settings());
    }

    private FileSorter with(Consumer<Settings> change) {
        Settings changed = chosen.clone();
        change.accept(changed);
        return new FileSorter(rows, changed);
    }

    /**
     * Returns a sorter of lines, which are compared as unsigned bytes without their ends. A CR before the end is a byte of the
     * line. A last line without an end gets one.
     *
     * @return a sorter of lines in ascending order
     */
    public static FileSorter lines() {
        return of(new Lines());
    }

    /**
     * Returns a sorter of keys. The names of files tell their format: {@code .npy}, {@code .txt} for a number per line, and
     * {@code .bin}, {@code .raw} or no extension for little-endian keys without anything else.
     *
     * @param type the type of the keys
     * @return a sorter of keys in ascending order
     */
    public static FileSorter keys(KeyType type) {
        return of(new Keys(Objects.requireNonNull(type)));
    }

    /**
     * Returns a sorter of records of a fixed width, without anything between them. They are compared by all bytes, unless
     * {@link #key} says otherwise.
     *
     * @param width the bytes of a record
     * @return a sorter of records in ascending order
     * @throws IllegalArgumentException if the width is not positive
     */
    public static FileSorter records(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("records: expected a width of at least 1 byte, found " + width);
        }
        return of(new FixedWidth(width));
    }

    /**
     * Returns a sorter of the rows of tables, which needs at least one {@link #key}. Rows are copied as they are.
     *
     * @param format how the rows are written
     * @return a sorter of rows in ascending order
     */
    public static FileSorter csv(CsvFormat format) {
        return of(new Table(Objects.requireNonNull(format)));
    }

    /**
     * Adds a key: it orders lines, records or rows that are equal by the keys before it. Lines that are equal by all keys are
     * ordered by their bytes, unless {@link #stable} was called.
     *
     * @param key a column of a table, bytes of records, or fields of lines
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files have no such keys
     */
    public FileSorter key(FileKey key) {
        switch (rows) {
            case FixedWidth records when key.isOfRecords() -> key.ofRecords(records.width());
            case Table _ when key.isColumn() -> {}
            case Lines _ when key.isOfLines() -> {}
            default ->
                throw new IllegalArgumentException("key: expected a column for tables, bytes for records, or fields for"
                        + " lines; keys are compared as a whole");
        }
        List<FileKey> all = new ArrayList<>(chosen.keys);
        all.add(key);
        return with(changed -> changed.keys = List.copyOf(all));
    }

    /**
     * Separates the fields of lines by a character. By default, a field begins with the blanks before it.
     *
     * @param character an ASCII character
     * @return a sorter with this setting
     * @throws IllegalArgumentException if it is no ASCII character, or the files are not lines
     */
    public FileSorter separator(char character) {
        requireLines("separator");
        if (character > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("separator: expected an ASCII character, found '" + character + "'");
        }
        return with(changed -> changed.separator = character);
    }

    /**
     * Lets lines with equal keys stay in the order of the inputs.
     *
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are not lines: records and rows always stay in their order
     */
    public FileSorter stable() {
        requireLines("stable");
        return with(changed -> changed.stable = true);
    }

    /**
     * Ends lines with a zero byte, so that lines may contain line feeds.
     *
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are not lines
     */
    public FileSorter zeroTerminated() {
        requireLines("zeroTerminated");
        return with(changed -> changed.lineEnd = 0);
    }

    private void requireLines(String setting) {
        if (!(rows instanceof Lines)) {
            throw new IllegalArgumentException(setting + ": only lines have this setting");
        }
    }

    /**
     * Sorts in descending order.
     *
     * @return a sorter with this setting
     */
    public FileSorter descending() {
        return with(changed -> changed.descending = true);
    }

    /**
     * Keeps only the first of equal lines or keys, or of records or rows with equal keys.
     *
     * @return a sorter with this setting
     */
    public FileSorter unique() {
        return with(changed -> changed.unique = true);
    }

    /**
     * Writes only the first lines, keys, records or rows of the sorted order.
     *
     * @param n how many to write, at most
     * @return a sorter with this setting
     * @throws IllegalArgumentException if {@code n} is negative
     */
    public FileSorter head(long n) {
        if (n < 0) {
            throw new IllegalArgumentException("head: expected a number from 0 on, found " + n);
        }
        return with(changed -> changed.limit = n);
    }

    /**
     * Limits the memory for the data and the sort. Files that do not fit are sorted in runs on disk. The default is half of the
     * free memory.
     *
     * @param bytes the limit
     * @return a sorter with this setting
     * @throws IllegalArgumentException if {@code bytes} is not positive
     */
    public FileSorter memory(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("memory: expected a positive number of bytes, found " + bytes);
        }
        return with(changed -> changed.memory = bytes);
    }

    /**
     * Limits the threads that sort. The default is one for each core.
     *
     * @param n the most threads
     * @return a sorter with this setting
     * @throws IllegalArgumentException if {@code n} is not positive
     */
    public FileSorter threads(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("threads: expected a number from 1 on, found " + n);
        }
        return with(changed -> changed.threads = n);
    }

    /**
     * Selects the folder for temporary files. The default is the folder of the output.
     *
     * @param path a folder
     * @return a sorter with this setting
     */
    public FileSorter temporaryFolder(Path path) {
        Objects.requireNonNull(path);
        return with(changed -> changed.folder = path);
    }

    /**
     * Compresses temporary files. They take less room, and longer to write and to read.
     *
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are keys or records, whose runs are not compressed
     */
    public FileSorter compressRuns() {
        if (!(rows instanceof Lines || rows instanceof Table)) {
            throw new IllegalArgumentException("compressRuns: only runs of lines and of tables are compressed");
        }
        return with(changed -> changed.compressed = true);
    }

    /**
     * Reports how far a sort has come.
     *
     * @param listener is told about the steps of a sort
     * @return a sorter with this setting
     */
    public FileSorter progress(ProgressListener listener) {
        Objects.requireNonNull(listener);
        return with(changed -> changed.progress = listener);
    }

    /**
     * Sorts files. The sort is stable.
     *
     * @param inputs the files, at least one
     * @param output the file to write; it may be one of the inputs
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     * @throws FileSortException if a file cannot be read or written, or the memory or the disk is too small; the output is as it
     *     was
     * @throws IOException if something else fails; the output is as it was
     */
    public void sort(List<Path> inputs, Path output) throws IOException {
        requireInputs(inputs);
        requireFormats(inputs, output);
        List<Path> all = List.copyOf(inputs);
        new SortTask(
                chosen.threads,
                task -> sort(settings(all, folder(output), () -> task.create(() -> OutputFile.create(output))), output))
                .await();
    }

    /**
     * Sorts a stream. All of it is read before the first byte is written. Streams of channels are made by
     * {@link java.nio.channels.Channels}.
     *
     * @param input the stream, which is not closed
     * @param output receives the sorted bytes, and is not closed. What it has received cannot be taken back.
     * @throws IllegalArgumentException if the sorter is one of keys, or a table has no key
     * @throws FileSortException if the memory or the disk is too small
     * @throws IOException if something else fails
     */
    public void sort(InputStream input, OutputStream output) throws IOException {
        if (rows instanceof Keys) {
            throw new IllegalArgumentException(
                    "keys: a stream has no name that tells its format; sort records, or write a file first");
        }
        requireFormats(List.of(), STREAM);
        WritableByteChannel channel = Channels.newChannel(new FilterOutputStream(output) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        });
        Path from = temporaryFolder();
        Path copy = Files.createTempFile(from, ".tornado-sort.", ".input");
        try {
            try (OutputStream file = Files.newOutputStream(copy)) {
                input.transferTo(file);
            }
            new SortTask(chosen.threads, task -> sort(
                    settings(List.of(copy), from, () -> task.create(() -> OutputFile.of(channel, STREAM))), STREAM)).await();
        } finally {
            Files.deleteIfExists(copy);
        }
        output.flush();
    }

    /**
     * Sorts files, and returns their rows. The sort begins when they are iterated, and is in the memory that was chosen.
     *
     * @param inputs the files, at least one
     * @return the rows, which must be closed
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     */
    public SortedRows open(List<Path> inputs) {
        requireInputs(inputs);
        requireFormats(inputs, STREAM);
        List<Path> all = List.copyOf(inputs);
        return new SortedRows(chosen.threads, () -> rows(settings(all, temporaryFolder(), null)),
                isFixed() ? null : format());
    }

    private RowCursor rows(SortSettings settings) throws IOException {
        try (Sorter sorter = Sorter.open()) {
            return isFixed() ? fixed(STREAM).rows(settings, sorter) : new KeyedSort(settings, format()).rows(sorter);
        }
    }

    private Path temporaryFolder() {
        return chosen.folder != null ? chosen.folder : TemporaryFile.folder();
    }

    /** Checks what a sort needs to know before it starts. */
    private void requireFormats(List<Path> inputs, Path output) {
        if (rows instanceof Keys) {
            inputs.forEach(KeyFormat::of);
            if (!output.equals(STREAM)) {
                KeyFormat.of(output);
            }
        } else if (rows instanceof Table table) {
            spec(table);
        }
    }

    private void sort(SortSettings settings, Path output) throws IOException {
        try (Sorter sorter = Sorter.open()) {
            if (isFixed()) {
                fixed(output).sort(settings, sorter);
            } else {
                new KeyedSort(settings, format()).sort(sorter);
            }
        }
    }

    /** Returns whether rows have a fixed width: whether they are keys or records. */
    private boolean isFixed() {
        return rows instanceof Keys || rows instanceof FixedWidth;
    }

    /** @param output tells how keys are written */
    private FixedFormat fixed(Path output) {
        if (rows instanceof Keys(KeyType type)) {
            KeyFormat written = output.equals(STREAM) ? KeyFormat.RAW : KeyFormat.of(output);
            return new FixedFormat(
                    new KeyOrder(type, options()), (input, temporary) -> KeyFormat.openNamed(input, type, temporary),
                    (file, count) -> written.writer(file, type, count));
        }
        int width = ((FixedWidth) rows).width();
        List<FileKey> compared = chosen.keys.isEmpty() ? List.of(FileKey.bytes(0, width)) : chosen.keys;
        return new FixedFormat(
                new RecordOrder(width, compared.stream().flatMap(key -> key.ofRecords(width).stream()).toList(), options()),
                (input, temporary) -> RowFile.open(input, width, "records", temporary), (file, _) -> RowFile.writer(file));
    }

    private RowFormat format() {
        return rows instanceof Table table ? new TableFormat(spec(table), _ -> {}) : LineFormat.of(lineOrder());
    }

    private SortSettings settings(List<Path> inputs, Path temporary, SortSettings.Output output) {
        return new SortSettings(
                inputs, output, this::memoryFor, temporary, chosen.unique, chosen.limit, RunMerge.MOST, chosen.compressed,
                chosen.progress);
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
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     * @throws FileSortException if a file cannot be read or written, or the memory or the disk is too small; the output is as it
     *     was
     * @throws IOException if something else fails; the output is as it was
     */
    public void merge(List<Path> inputs, Path output) throws IOException {
        requireInputs(inputs);
        requireFormats(inputs, output);
        List<Path> all = List.copyOf(inputs);
        new SortTask(
                chosen.threads,
                task -> merge(settings(all, folder(output), () -> task.create(() -> OutputFile.create(output))), output))
                .await();
    }

    private void merge(SortSettings settings, Path output) throws IOException {
        if (isFixed()) {
            fixed(output).merge(settings);
        } else if (rows instanceof Lines || !chosen.unique || chosen.keys.stream().allMatch(FileKey::hasType)) {
            new KeyedMerge(settings, format()).merge();
        } else {
            // Numbers whose type is guessed may be equal and their texts not. Such rows may be in any order.
            FileSorter checks = with(changed -> changed.unique = false);
            for (Path input : settings.inputs()) {
                checks.check(settings.folder(), false).requireOrder(List.of(input));
            }
            sort(settings, output);
        }
    }

    /**
     * Returns whether files, one after the other, are in order, and with {@link #unique} whether nothing occurs twice.
     *
     * @param inputs the files, at least one
     * @return whether they are
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     * @throws FileSortException if a file cannot be read
     * @throws IOException if something else fails
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
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     * @throws FileSortException if a file cannot be read
     * @throws IOException if something else fails
     */
    public long requireSorted(List<Path> inputs) throws IOException {
        requireInputs(inputs);
        long[] count = {0};
        new SortTask(
                chosen.threads,
                _ -> count[0] = check(folder(inputs.getFirst()), chosen.unique).requireOrder(List.copyOf(inputs))).await();
        return count[0];
    }

    private RowCheck check(Path temporary, boolean distinct) {
        CheckedRows checked = isFixed()
                ? new CheckedFixedRows(fixed(STREAM), temporary, chosen.progress)
                : new CheckedKeyedRows(format(), this::memoryFor, temporary, chosen.progress);
        return new RowCheck(checked, distinct);
    }

    /**
     * Checks that an output is in order and has the lines, keys, records or rows of the inputs. Whether the
     * rows are the same is decided by a hash of 128 bits.
     *
     * @param inputs the files before the sort, at least one
     * @param output the sorted file
     * @throws UnsortedException if the output is not in order; the message names the first line, key, record or row that is not
     * @throws IllegalStateException if {@link #unique} or {@link #head} was called: the output may have less than the inputs
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     * @throws FileSortException if the output has other content than the inputs, or a file cannot be read
     * @throws IOException if something else fails
     */
    public void verify(List<Path> inputs, Path output) throws IOException {
        requireInputs(inputs);
        if (chosen.unique || chosen.limit < Long.MAX_VALUE) {
            throw new IllegalStateException("verify: with unique or head, the output may have less than the inputs");
        }
        new SortTask(chosen.threads, _ -> check(folder(output), false).requireSorted(List.copyOf(inputs), output)).await();
    }

    private LineOrder lineOrder() {
        List<LineKey> compared = chosen.keys.isEmpty()
                ? List.of(LineKey.ofLine(chosen.descending ? "r" : ""))
                : chosen.keys.stream().map(key -> key.ofLines(chosen.descending)).toList();
        return new LineOrder(
                compared, chosen.separator, chosen.stable || chosen.unique, chosen.descending, chosen.lineEnd);
    }

    private TableSpec spec(Table table) {
        if (chosen.keys.isEmpty()) {
            throw new IllegalArgumentException("csv: expected at least one key, found none");
        }
        CsvFormat format = table.format();
        return new TableSpec(
                new Dialect((byte) format.delimiter(), format.quotes()), format.header(), format.nullsFirst(),
                chosen.keys.stream().map(key -> key.ofTable(chosen.descending)).toList(), chosen.unique);
    }

    private Order options() {
        return chosen.descending ? Order.DESCENDING : Order.ASCENDING;
    }

    private long memoryFor(long input) {
        return chosen.memory > 0 ? chosen.memory : SystemMemory.limit(input);
    }

    private Path folder(Path output) {
        return chosen.folder != null ? chosen.folder : TemporaryFile.folder(output);
    }

    private static void requireInputs(List<Path> inputs) {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("expected at least one input, found none");
        }
    }
}
