package io.github.tornadosort.files;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.records.RecordFormat;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.sort.FileCheck;
import io.github.tornadosort.files.internal.sort.RawKeys;
import io.github.tornadosort.files.internal.sort.RowMerge;
import io.github.tornadosort.files.internal.sort.RowSort;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.sort.SortTask;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.sort.ValuesSort;
import io.github.tornadosort.files.internal.sort.WholeFile;
import io.github.tornadosort.files.internal.table.Dialect;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.TableFormat;
import io.github.tornadosort.files.internal.table.TableSpec;
import io.github.tornadosort.files.internal.text.LineFormat;
import io.github.tornadosort.files.internal.text.LineKey;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.internal.policy.Stats;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
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
        private int batch = RunMerge.MOST;
        private String letters = "";
        private Order order;
        private KeyFormat inputFormat;
        private KeyFormat outputFormat;
        private Sorter sorter;
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
     * Returns a sorter of keys. The names of files tell their format, see {@link KeyFormat#of}, unless it is given.
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
     * Orders lines that have no key, and by keys that have no letters.
     *
     * @param order the letters of {@link FileKey#fields}, but {@code r}
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are not lines. Whether there is such an order is checked when it is used.
     */
    public FileSorter letters(String order) {
        requireLines("letters");
        Objects.requireNonNull(order);
        return with(changed -> changed.letters = order);
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
     * Says what format the input files of keys have, whatever their names are.
     *
     * @param format the format
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are not keys
     */
    public FileSorter inputFormat(KeyFormat format) {
        requireKeys("inputFormat");
        return with(changed -> changed.inputFormat = Objects.requireNonNull(format));
    }

    /**
     * Says what format the output file of keys has, whatever its name is. Standard output has that of the first input by default.
     *
     * @param format the format
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are not keys
     */
    public FileSorter outputFormat(KeyFormat format) {
        requireKeys("outputFormat");
        return with(changed -> changed.outputFormat = Objects.requireNonNull(format));
    }

    /**
     * Says how keys are sorted, whether or not {@link #descending} is called.
     *
     * @param sortOrder the order of the keys
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are not keys, or their type has no such order
     */
    public FileSorter order(Order sortOrder) {
        sortOrder.bitMask(requireKeys("order"));
        return with(changed -> changed.order = sortOrder);
    }

    /**
     * Lets another sorter sort keys, for example one on a device that was chosen. It is not closed.
     *
     * @param other the sorter
     * @return a sorter with this setting
     * @throws IllegalArgumentException if the files are not keys
     */
    public FileSorter sorter(Sorter other) {
        requireKeys("sorter");
        return with(changed -> changed.sorter = Objects.requireNonNull(other));
    }

    private KeyType requireKeys(String setting) {
        if (rows instanceof Keys(KeyType type)) {
            return type;
        }
        throw new IllegalArgumentException(setting + ": only keys have this setting");
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
     * @throws IllegalArgumentException if the files are keys, whose runs are not compressed
     */
    public FileSorter compressRuns() {
        if (areKeys()) {
            throw new IllegalArgumentException("compressRuns: runs of keys are not compressed");
        }
        return with(changed -> changed.compressed = true);
    }

    /**
     * Limits the files and runs that are merged at the same time.
     *
     * @param most how many, at most
     * @return a sorter with this setting
     * @throws IllegalArgumentException if {@code most} is less than 2
     */
    public FileSorter mergeAtOnce(int most) {
        if (most < 2) {
            throw new IllegalArgumentException("mergeAtOnce: expected a number from 2 on, found " + most);
        }
        return with(changed -> changed.batch = most);
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
     * Reads names of files, as GNU sort's option {@code --files0-from} does.
     *
     * @param list a file of names in UTF-8, each of which ends with a zero byte; {@code -} is standard input
     * @return the files, at least one
     * @throws FileSortException if the list cannot be read, or has other content
     */
    public static List<Path> namesIn(Path list) throws FileSortException {
        try (InputStream bytes = StandardStreams.open(list)) {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.readAllBytes())).toString();
            if (text.indexOf('\ufffd') >= 0) { // as the JVM shows bytes that it cannot read
                throw new CharacterCodingException();
            }
            if (text.isEmpty() || text.contains("\0\0") || text.startsWith("\0")) {
                throw new FileSortException(
                        list, "expected names of files, found " + (text.isEmpty() ? "none" : "an empty one"));
            }
            return Stream.of(text.split("\0")).map(name -> name.equals("-") ? StandardStreams.INPUT : Path.of(name))
                    .toList();
        } catch (FileSortException e) {
            throw e;
        } catch (CharacterCodingException e) {
            throw new FileSortException(list, "expected names of files in UTF-8, found other bytes; rename the files", e);
        } catch (InvalidPathException e) {
            throw new FileSortException(list, "expected names of files, found '" + e.getInput() + "': " + e.getReason(), e);
        } catch (IOException e) {
            throw FileSortException.of(list, "cannot be opened", e);
        }
    }

    /**
     * Sorts files. The sort is stable.
     *
     * @param inputs the files, at least one
     * @param output the file to write; it may be one of the inputs
     * @return what the sorts of keys have done; nothing is known of the others
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     * @throws FileSortException if a file cannot be read or written, or the memory or the disk is too small; the output is as it
     *     was
     * @throws IOException if something else fails; the output is as it was
     */
    public SortStats sort(List<Path> inputs, Path output) throws IOException {
        require(inputs, output);
        List<Path> all = List.copyOf(inputs);
        SortStats[] stats = new SortStats[1];
        new SortTask(
                chosen.threads,
                task -> stats[0] =
                        sort(settings(all, folder(output), () -> task.create(() -> OutputFile.create(output))), output))
                .await();
        return stats[0];
    }

    /**
     * Sorts keys in memory, and moves a value with each of them. Both outputs are complete, or both are as they were.
     *
     * @param inputs the files of keys, at least one
     * @param output the file of sorted keys to write; it may be one of the inputs
     * @param values a file of values of any width, one per key, without anything between them
     * @param valuesOutput the file of values to write
     * @return what the sort has done
     * @throws IllegalArgumentException if the files are not keys, one is written twice, or has a name that does not tell its format
     * @throws IllegalStateException if {@link #unique} or {@link #head} was called
     * @throws FileSortException if a file cannot be read or written, or the memory is too small; the outputs are as they were
     * @throws IOException if something else fails; the outputs are as they were
     */
    public SortStats sort(List<Path> inputs, Path output, Path values, Path valuesOutput) throws IOException {
        require(inputs, output);
        requireWhole("sort with values");
        requireOther("values", values, output);
        requireOther("the output of values", valuesOutput, output);
        inputs.forEach(input -> requireOther("the output of values", valuesOutput, input));
        Path name = Parts.name(inputs);
        KeyType type = requireKeys("sort with values");
        if (chosen.inputFormat != KeyFormat.RAW) {
            RowFile.checkName(values, "values");
        }
        if (chosen.outputFormat != KeyFormat.RAW) {
            RowFile.checkName(valuesOutput, "values");
        }
        RawKeys format = rawKeys(output, inputs);
        return withSorter(sorter -> {
            try (KeyReader keys = format.open(inputs, folder(output));
                    KeyReader bytes = chosen.inputFormat == KeyFormat.RAW
                            ? RowFile.open(values, 1, "values", folder(output))
                            : RowFile.openChecked(values, 1, "values", folder(output));
                    OutputFile keyFile = OutputFile.create(output);
                    OutputFile valueFile = OutputFile.create(valuesOutput)) {
                return new ValuesSort(name, type, options(), sorter, chosen.progress).sort(
                        keys, values, bytes, (sorted, moved) -> {
                            WholeFile.write(sorted.segment(), format.writer(keyFile, sorted.size()), chosen.progress);
                            WholeFile.write(moved, RowFile.writer(valueFile), chosen.progress);
                            OutputFile.commitAll(keyFile, valueFile);
                        });
            }
        });
    }

    /**
     * Writes the indices that would sort keys: int32, from 0 on. Equal keys stay in their order.
     *
     * @param inputs the files of keys, at least one
     * @param output the file of indices to write
     * @throws IllegalArgumentException if the files are not keys, the output is an input, or a name does not tell a format
     * @throws IllegalStateException if {@link #unique} or {@link #head} was called
     * @throws FileSortException if a file cannot be read or written, or the memory is too small; the output is as it was
     * @throws IOException if something else fails; the output is as it was
     */
    public void argsort(List<Path> inputs, Path output) throws IOException {
        require(inputs, output);
        requireWhole("argsort");
        inputs.forEach(input -> requireOther("the output of indices", output, input));
        KeyType type = requireKeys("argsort");
        RawKeys format = rawKeys(output, inputs);
        withSorter(sorter -> {
            try (KeyReader keys = format.open(inputs, folder(output)); OutputFile file = OutputFile.create(output)) {
                int[] indices = new ValuesSort(Parts.name(inputs), type, options(), sorter, chosen.progress)
                        .argsort(keys);
                WholeFile.writeIndices(indices, outputFormat(inputs, output), file, chosen.progress);
                return null;
            }
        });
    }

    private void requireWhole(String what) {
        if (chosen.unique || chosen.limit < Long.MAX_VALUE) {
            throw new IllegalStateException(what + ": unique and head leave keys out");
        }
    }

    private static void requireOther(String what, Path file, Path other) {
        if (OutputFile.isSame(file, other)) {
            throw new IllegalArgumentException(what + ": " + file + " is a file of keys of this sort; choose another one");
        }
    }

    /** What is done with the sorter. */
    private interface Sorting<R> {
        R by(Sorter sorter) throws IOException;
    }

    private <R> R withSorter(Sorting<R> sorting) throws IOException {
        if (chosen.sorter != null) {
            return sorting.by(chosen.sorter);
        }
        try (Sorter sorter = Sorter.open()) {
            return sorting.by(sorter);
        }
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
        requireNames(List.of(), STREAM);
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
        require(inputs, STREAM);
        List<Path> all = List.copyOf(inputs);
        return new SortedRows(chosen.threads, () -> rows(settings(all, temporaryFolder(), null)),
                areKeys() ? null : format());
    }

    private RowCursor rows(SortSettings settings) throws IOException {
        return withSorter(sorter -> areKeys()
                ? rawKeys(STREAM, settings.inputs()).rows(settings, sorter)
                : new RowSort(settings, format()).rows(sorter));
    }

    private Path temporaryFolder() throws FileSortException {
        return chosen.folder != null ? folder(chosen.folder) : TemporaryFile.folder();
    }

    /** Checks what a sort needs to know before it starts. */
    private void require(List<Path> inputs, Path output) {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("expected at least one input, found none");
        }
        requireNames(inputs, output);
    }

    private void requireNames(List<Path> inputs, Path output) {
        switch (rows) {
            case Keys _ -> {
                inputs.forEach(this::inputFormat);
                outputFormat(inputs, output);
            }
            case Table table -> {
                spec(table);
                RowFile.requireText(output);
            }
            case Lines _ -> {
                lineOrder();
                RowFile.requireText(output);
            }
            case FixedWidth _ -> {}
        }
    }

    private KeyFormat inputFormat(Path input) {
        return chosen.inputFormat != null ? chosen.inputFormat : KeyFormat.of(input);
    }

    private KeyFormat outputFormat(List<Path> inputs, Path output) {
        if (chosen.outputFormat != null) {
            return chosen.outputFormat;
        }
        boolean isUnnamed = output.equals(StandardStreams.OUTPUT) && !inputs.isEmpty();
        return output.equals(STREAM) ? KeyFormat.RAW : isUnnamed ? inputFormat(inputs.getFirst()) : KeyFormat.of(output);
    }

    private SortStats sort(SortSettings settings, Path output) throws IOException {
        return withSorter(sorter -> {
            if (areKeys()) {
                return rawKeys(output, settings.inputs()).sort(settings, sorter);
            }
            new RowSort(settings, format()).sort(sorter);
            return Stats.of(0);
        });
    }

    private boolean areKeys() {
        return rows instanceof Keys;
    }

    /** @param output tells how keys are written */
    private RawKeys rawKeys(Path output, List<Path> inputs) {
        KeyType type = ((Keys) rows).type();
        return new RawKeys(new KeyOrder(type, options()), chosen.inputFormat, outputFormat(inputs, output));
    }

    private RowFormat format() {
        return switch (rows) {
            case Table table -> new TableFormat(spec(table), chosen.progress::note);
            case FixedWidth(int width) -> new RecordFormat(
                    width, (chosen.keys.isEmpty() ? List.of(FileKey.bytes(0, width)) : chosen.keys).stream()
                            .map(key -> key.ofRecords(width)).toList(),
                    chosen.descending);
            default -> LineFormat.of(lineOrder());
        };
    }

    private SortSettings settings(List<Path> inputs, Path temporary, SortSettings.Output output) {
        return new SortSettings(
                inputs, output, this::memoryFor, temporary, chosen.unique, chosen.limit, chosen.batch, chosen.compressed,
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
        require(inputs, output);
        List<Path> all = List.copyOf(inputs);
        new SortTask(
                chosen.threads,
                task -> merge(settings(all, folder(output), () -> task.create(() -> OutputFile.create(output))), output))
                .await();
    }

    private void merge(SortSettings settings, Path output) throws IOException {
        if (areKeys()) {
            rawKeys(output, settings.inputs()).merge(settings);
        } else if (!(rows instanceof Table) || !chosen.unique || chosen.keys.stream().allMatch(FileKey::hasType)) {
            new RowMerge(settings, format()).merge();
        } else {
            // Numbers whose type is guessed may be equal and their texts not. Such rows may be in any order.
            FileSorter checks = with(changed -> changed.unique = false);
            for (Path input : settings.inputs()) {
                checks.check(settings.folder()).requireOrder(List.of(input));
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
        require(inputs, STREAM);
        long[] count = {0};
        new SortTask(
                chosen.threads,
                _ -> count[0] = check(folder(inputs.getFirst())).requireOrder(List.copyOf(inputs))).await();
        return count[0];
    }

    private FileCheck check(Path temporary) {
        SortSettings settings = settings(List.of(), temporary, null);
        return areKeys() ? FileCheck.of(settings, rawKeys(STREAM, List.of())) : FileCheck.of(settings, format());
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
     * @throws IllegalArgumentException if there is no input, a table has no key, or the name of a file of keys does not tell its
     *     format
     * @throws FileSortException if the output has other content than the inputs, or a file cannot be read
     * @throws IOException if something else fails
     */
    public long verify(List<Path> inputs, Path output) throws IOException {
        require(inputs, STREAM);
        if (rows instanceof Keys) {
            inputFormat(output);
        }
        if (chosen.unique || chosen.limit < Long.MAX_VALUE) {
            throw new IllegalStateException("verify: with unique or head, the output may have less than the inputs");
        }
        long[] count = {0};
        new SortTask(
                chosen.threads,
                _ -> count[0] = check(folder(output)).requireSorted(List.copyOf(inputs), output)).await();
        return count[0];
    }

    private LineOrder lineOrder() {
        String letters = chosen.letters + (chosen.descending ? "r" : "");
        List<LineKey> compared = chosen.keys.isEmpty()
                ? List.of(LineKey.ofLine(letters))
                : chosen.keys.stream().map(key -> key.ofLines(letters)).toList();
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
        if (chosen.order != null) {
            return chosen.order;
        }
        return chosen.descending ? Order.DESCENDING : Order.ASCENDING;
    }

    private long memoryFor(long input) {
        return chosen.memory > 0 ? chosen.memory : SystemMemory.limit(input);
    }

    private Path folder(Path output) throws FileSortException {
        if (chosen.folder != null && !Files.isDirectory(chosen.folder)) {
            throw new FileSortException(chosen.folder, "expected a folder for temporary files");
        }
        return chosen.folder != null ? chosen.folder : TemporaryFile.folder(output);
    }
}
