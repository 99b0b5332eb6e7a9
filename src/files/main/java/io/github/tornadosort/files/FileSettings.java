package io.github.tornadosort.files;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.ForeignFormat;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.sort.FileCheck;
import io.github.tornadosort.files.internal.sort.RawKeys;
import io.github.tornadosort.files.internal.sort.RawSort;
import io.github.tornadosort.files.internal.sort.RowMerge;
import io.github.tornadosort.files.internal.sort.RowSort;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.sort.SortTask;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.table.RecordFormat;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.TableFormat;
import io.github.tornadosort.files.internal.text.LineFormat;
import io.github.tornadosort.files.internal.text.LineKey;
import io.github.tornadosort.internal.policy.Stats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** What was chosen for a {@link FileSorter}, and the sorts that follow from it. It is not changed after its sorter was created. */
final class FileSettings implements Cloneable {
    /** What the files hold. */
    enum Kind {
        LINES,
        KEYS,
        RECORDS,
        TABLES
    }

    /** Stands for the output of what has none. */
    static final Path NONE = Path.of("none");

    final Kind kind;
    /** The type of keys, or null. */
    KeyType type;
    /** The width of records, or 0. */
    int width;
    /** The format of tables, or null. */
    CsvFormat table;

    List<FileKey> keys = List.of();
    boolean descending;
    boolean unique;
    boolean stable;
    int separator = LineKey.BLANKS;
    byte lineEnd = '\n';
    long limit = Long.MAX_VALUE;
    long memory;
    int threads = Integer.MAX_VALUE;
    Path folder;
    boolean compressed;
    int batch = RunMerge.MOST;
    String letters = "";
    Order order;
    KeyFormat inputFormat;
    KeyFormat outputFormat;
    Sorter sorter;
    ProgressListener progress = ProgressListener.NONE;

    FileSettings(Kind kind) {
        this.kind = kind;
    }

    /** Returns a copy with a change. */
    FileSettings with(Consumer<FileSettings> change) {
        try {
            FileSettings changed = (FileSettings) clone();
            change.accept(changed);
            return changed;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    boolean areKeys() {
        return kind == Kind.KEYS;
    }

    /** Checks that files of this kind have a setting. */
    void require(Kind expected, String setting) {
        if (kind != expected) {
            throw new IllegalArgumentException(
                    setting + ": only " + expected.name().toLowerCase(Locale.ROOT) + " have this setting");
        }
    }

    void requireWhole(String what) {
        if (unique || limit < Long.MAX_VALUE) {
            throw new IllegalStateException(what + ": unique and head leave " + (areKeys() ? "keys" : "rows") + " out");
        }
    }

    /** Checks what a sort needs to know before it starts, and returns the inputs. */
    List<Path> require(List<Path> inputs, Path output) {
        List<Path> all = List.copyOf(inputs);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("expected at least one input, found none");
        }
        if (areKeys()) {
            all.forEach(this::inputFormat);
            outputFormat(all, output);
        } else {
            format();
            if (kind != Kind.RECORDS) {
                ForeignFormat.requireText(output);
            }
        }
        return all;
    }

    KeyFormat inputFormat(Path input) {
        return inputFormat != null ? inputFormat : KeyFormat.of(input);
    }

    private KeyFormat outputFormat(List<Path> inputs, Path output) {
        if (outputFormat != null) {
            return outputFormat;
        }
        return output.equals(StandardStreams.OUTPUT) ? inputFormat(inputs.getFirst()) : KeyFormat.of(output);
    }

    RawKeys rawKeys(List<Path> inputs, Path output) {
        Order chosen = order != null ? order : descending ? Order.DESCENDING : Order.ASCENDING;
        return new RawKeys(new KeyOrder(type, chosen), inputFormat, outputFormat(inputs, output), progress);
    }

    RowFormat format() {
        return switch (kind) {
            case TABLES -> tableFormat();
            case RECORDS -> new RecordFormat(
                    width,
                    (keys.isEmpty() ? List.of(FileKey.bytes(0, width)) : keys).stream().map(key -> key.ofRecords(width))
                            .toList(),
                    descending);
            default -> lineFormat();
        };
    }

    private LineFormat lineFormat() {
        String all = letters + (descending ? "r" : "");
        List<LineKey> compared =
                keys.isEmpty() ? List.of(LineKey.ofLine(all)) : keys.stream().map(key -> key.ofLines(all)).toList();
        return new LineFormat(compared, separator, stable || unique, descending, lineEnd);
    }

    private TableFormat tableFormat() {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("csv: expected at least one key, found none");
        }
        return new TableFormat(
                table, keys.stream().map(key -> key.ofTable(descending)).toList(), unique, progress::note);
    }

    /** Returns the folder for temporary files of a sort with an output. */
    Path folder(Path output) throws FileSortException {
        if (folder != null && !Files.isDirectory(folder)) {
            throw new FileSortException(folder, "expected a folder for temporary files");
        }
        return folder != null ? folder : output.equals(NONE) ? TemporaryFile.folder() : TemporaryFile.folder(output);
    }

    /** @param task creates the output, or is null if there is none */
    SortSettings settings(SortTask task, List<Path> inputs, Path output) throws FileSortException {
        return new SortSettings(
                inputs, () -> task.create(output), bytes -> memory > 0 ? memory : SystemMemory.limit(bytes), folder(output),
                unique,
                limit, batch, compressed, progress);
    }

    /** What is done with something. */
    interface Work<T, R> {
        R by(T tool) throws IOException;
    }

    /** Does something on a thread of its own, which is ended if this one is interrupted. */
    <R> R run(Work<SortTask, R> work) throws IOException {
        Object[] result = new Object[1];
        new SortTask(threads, task -> result[0] = work.by(task)).await();
        @SuppressWarnings("unchecked") R typed = (R) result[0];
        return typed;
    }

    <R> R withSorter(Work<Sorter, R> sorting) throws IOException {
        if (sorter != null) {
            return sorting.by(sorter);
        }
        try (Sorter opened = Sorter.open()) {
            return sorting.by(opened);
        }
    }

    SortStats sort(SortSettings settings, Path output) throws IOException {
        return withSorter(by -> {
            if (areKeys()) {
                return new RawSort(settings, rawKeys(settings.inputs(), output), by).sort();
            }
            RowSort.sort(settings, format(), by);
            return Stats.of(0);
        });
    }

    void merge(SortSettings settings, Path output) throws IOException {
        if (areKeys()) {
            new RawSort(settings, rawKeys(settings.inputs(), output), null).merge();
        } else if (kind != Kind.TABLES || !unique || keys.stream().allMatch(FileKey::hasType)) {
            new RowMerge(settings, format()).merge();
        } else {
            // Numbers whose type is guessed may be equal and their texts not. Such rows may be in any order.
            FileSettings checks = with(changed -> changed.unique = false);
            for (Path input : settings.inputs()) {
                checks.check(output).requireOrder(List.of(input));
            }
            sort(settings, output);
        }
    }

    FileCheck check(Path place) throws FileSortException {
        SortSettings settings = settings(null, List.of(), place);
        return new FileCheck(settings, areKeys() ? rawKeys(List.of(), NONE) : null, areKeys() ? null : format());
    }
}
