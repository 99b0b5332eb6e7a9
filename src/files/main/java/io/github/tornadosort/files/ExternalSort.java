package io.github.tornadosort.files;

import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.OrderedRows;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.runs.RowStack;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.sort.IoIterator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Sorts objects, as many as a disk has room for, in bounded memory. Objects are kept as bytes. When the memory is full, they are
 * sorted and written to a temporary file as a run; {@link #iterator} merges the runs. Objects with equal keys stay in the order
 * in which they were added.
 *
 * {@snippet :
 * try (ExternalSort<Event> sort = ExternalSort.byLong(new EventSerializer(), Event::time)) {
 *     for (Event event : events) {
 *         sort.add(event);
 *     }
 *     for (Event event : sort) {
 *         handle(event);
 *     }
 * }
 * }
 *
 * <p>One thread may use a sort. It is iterated once, and then takes no more objects. It must be closed; that deletes its temporary file.
 *
 * @param <T> the type of the objects
 */
public final class ExternalSort<T> implements Iterable<T>, AutoCloseable {
    private static final long DEFAULT_MEMORY = 256 << 20;
    private static final long LEAST_MEMORY = 1 << 16;
    /** Bytes per object in addition to its bytes and its key: two offsets, and what a sort needs. */
    private static final int BYTES_PER_OBJECT = 2 * Long.BYTES + 2 * Long.BYTES + Integer.BYTES;
    /** The part of the memory for the copies of sorted rows. */
    private static final int COPY_PART = 16;
    /** The part of the memory that is worth objects with equal keys. On the heap, they take a multiple of their bytes. */
    private static final int TIES_PART = 32;

    private static final Path NAME = Path.of("objects");

    /**
     * Writes objects as bytes, and reads them.
     *
     * @param <T> the type of the objects
     */
    public interface Serializer<T> {
        /**
         * Writes an object.
         *
         * @param object what to write
         * @param output where to write it
         * @throws IOException if that is not possible
         */
        void write(T object, DataOutput output) throws IOException;

        /**
         * Reads an object.
         *
         * @param input the bytes that {@link #write} has written for one object
         * @return the object
         * @throws IOException if that is not possible
         */
        T read(DataInput input) throws IOException;
    }

    private final Serializer<T> serializer;
    private final Function<T, byte[]> key;
    /** Orders objects with equal keys, or null. */
    private final Comparator<T> ties;
    private long memory = DEFAULT_MEMORY;
    private Path folder = TemporaryFile.folder();

    private final Bytes bytes = new Bytes();
    private Arena arena;
    private Sorter sorter;
    private RowStack rows;
    private RowStack keys;
    private long longest;
    private SortedRuns runs;
    private RowCursor merged;
    private boolean isIterated;
    private boolean isClosed;

    private ExternalSort(Serializer<T> serializer, Function<T, byte[]> key, Comparator<T> ties) {
        this.serializer = Objects.requireNonNull(serializer);
        this.key = key;
        this.ties = ties;
    }

    /**
     * Returns a sort by a number, in ascending order.
     *
     * @param serializer writes and reads the objects
     * @param key returns the number of an object
     * @param <T> the type of the objects
     * @return a sort without objects
     */
    public static <T> ExternalSort<T> byLong(Serializer<T> serializer, ToLongFunction<T> key) {
        Objects.requireNonNull(key);
        return new ExternalSort<>(serializer, object -> bytes(key.applyAsLong(object)), null);
    }

    /**
     * Returns a sort by a string, in the order of {@link String#compareTo}.
     *
     * @param serializer writes and reads the objects
     * @param key returns the string of an object, which is not null
     * @param <T> the type of the objects
     * @return a sort without objects
     */
    public static <T> ExternalSort<T> byString(Serializer<T> serializer, Function<T, String> key) {
        Objects.requireNonNull(key);
        return new ExternalSort<>(serializer, object -> bytes(key.apply(object)), null);
    }

    /**
     * Returns a sort by a comparator, which is called for objects with equal prefixes only.
     *
     * @param serializer writes and reads the objects
     * @param prefix returns a number of an object. If that of one object is less than that of another, the comparator must say
     *     the same of the objects; the more objects differ in it, the faster is the sort.
     * @param comparator the order
     * @param <T> the type of the objects
     * @return a sort without objects
     */
    public static <T> ExternalSort<T> by(Serializer<T> serializer, ToLongFunction<T> prefix, Comparator<T> comparator) {
        Objects.requireNonNull(prefix);
        return new ExternalSort<>(
                serializer, object -> bytes(prefix.applyAsLong(object)), Objects.requireNonNull(comparator));
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array();
    }

    /** Encodes each UTF-16 code unit as UTF-8 does a character, which has the order of the code units. */
    private static byte[] bytes(String text) {
        byte[] bytes = new byte[3 * text.length()];
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes[at++] = (byte) unit;
            } else if (unit < 0x800) {
                bytes[at++] = (byte) (0xc0 | unit >> 6);
                bytes[at++] = (byte) (0x80 | unit & 0x3f);
            } else {
                bytes[at++] = (byte) (0xe0 | unit >> 12);
                bytes[at++] = (byte) (0x80 | unit >> 6 & 0x3f);
                bytes[at++] = (byte) (0x80 | unit & 0x3f);
            }
        }
        return Arrays.copyOf(bytes, at);
    }

    /**
     * Limits the memory for objects and the sort. The default is 256 MiB.
     *
     * @param limit the limit in bytes, at least 64 KiB
     * @return this sort
     * @throws IllegalStateException if an object was added
     */
    public ExternalSort<T> memory(long limit) {
        requireEmpty();
        if (limit < LEAST_MEMORY) {
            throw new IllegalArgumentException("memory: expected at least " + LEAST_MEMORY + " bytes, found " + limit);
        }
        memory = limit;
        return this;
    }

    /**
     * Selects the folder for the temporary file. The default is that in {@code TMPDIR}, or else the system's.
     *
     * @param path a folder
     * @return this sort
     * @throws IllegalStateException if an object was added
     */
    public ExternalSort<T> temporaryFolder(Path path) {
        requireEmpty();
        folder = Objects.requireNonNull(path);
        return this;
    }

    private void requireEmpty() {
        requireOpen();
        if (arena != null) {
            throw new IllegalStateException("choose the memory and the folder before the first object is added");
        }
    }

    private void requireOpen() {
        if (isClosed || isIterated) {
            throw new IllegalStateException(
                    isClosed ? "the sort is closed" : "the sort was iterated, which is possible once");
        }
    }

    /**
     * Adds an object.
     *
     * @param object what to sort
     * @throws FileSortException if the object is too large for the memory, or the temporary file cannot be written
     * @throws IOException if the serializer fails
     */
    public void add(T object) throws IOException {
        requireOpen();
        if (arena == null) {
            allocate();
        }
        bytes.reset();
        try (DataOutputStream output = new DataOutputStream(bytes)) {
            serializer.write(object, output);
        }
        byte[] keyBytes = key.apply(object);
        long size = bytes.size() + (long) keyBytes.length + BYTES_PER_OBJECT;
        if (size > room()) {
            throw new FileSortException(
                    NAME, "an object of " + bytes.size() + " bytes, with a key of " + keyBytes.length
                            + ", needs more memory than half of " + memory + " bytes; choose more by memory(bytes)");
        }
        if (rows.end() + keys.end() + (long) rows.count() * BYTES_PER_OBJECT + size > room()) {
            spill();
        }
        rows.add(bytes.array(), bytes.size());
        keys.add(keyBytes, keyBytes.length);
        longest = Math.max(longest, size);
    }

    private long room() {
        return memory / 2;
    }

    private void allocate() {
        arena = Arena.ofShared();
        long most = room() / BYTES_PER_OBJECT + 1;
        rows = new RowStack(arena, room(), most);
        keys = new RowStack(arena, room(), most);
        sorter = Sorter.open();
        runs = new SortedRuns(
                NAME, folder, new RunOrder(KeyedRows.KEYED, false, ties == null ? null : this::compare));
    }

    private KeyedRows table() {
        return new KeyedRows(rows.rows(), keys.rows(), longest, KeyedRows.KEYED);
    }

    private void spill() throws IOException {
        KeyedRows table = table();
        runs.makeRoom(longest);
        try (Arena copies = Arena.ofShared()) {
            long copied = Math.max(memory / COPY_PART, longest);
            runs.add(new OrderedRows(table, order(table), rows.count(), copies, copied)::into);
        }
        rows.clear();
        keys.clear();
    }

    /** Returns the indices of the objects in memory in their order. */
    private int[] order(KeyedRows table) throws IOException {
        int[] order = sorter.strings().argsort(table.keys().strings(), Order.ASCENDING);
        int from = 0;
        for (int to = 1; ties != null && to <= order.length; to++) {
            if (to == order.length || !table.keys().areEqual(order[from], order[to])) {
                sortTies(order, from, to, table.rows());
                from = to;
            }
        }
        return order;
    }

    /** Sorts objects with equal keys: some at a time, which are then merged, so that few of them are on the heap. */
    private void sortTies(int[] order, int from, int to, RowBytes objects) throws IOException {
        if (to - from == 1) {
            return;
        }
        if (objects.length(order, from, to) <= memory / TIES_PART) {
            sortFew(order, from, to, objects);
            return;
        }
        int middle = from + to >>> 1;
        sortTies(order, from, middle, objects);
        sortTies(order, middle, to, objects);
        merge(order, from, middle, to, objects);
    }

    private void sortFew(int[] order, int from, int to, RowBytes objects) throws IOException {
        record Tied<T>(T object, int row) {}
        Tied<?>[] tied = new Tied<?>[to - from];
        for (int i = 0; i < tied.length; i++) {
            tied[i] = new Tied<>(object(objects.row(order[from + i])), order[from + i]);
        }
        @SuppressWarnings("unchecked") // All objects are of this type.
        Comparator<Tied<?>> compared = (one, other) -> ties.compare((T) one.object, (T) other.object);
        Arrays.sort(tied, compared);
        for (int i = 0; i < tied.length; i++) {
            order[from + i] = tied[i].row;
        }
    }

    private void merge(int[] order, int from, int middle, int to, RowBytes objects) throws IOException {
        int[] left = Arrays.copyOfRange(order, from, middle);
        int right = middle;
        int next = 0;
        T one = object(objects.row(left[0]));
        T other = object(objects.row(order[right]));
        for (int at = from; next < left.length; at++) {
            if (right == to || ties.compare(one, other) <= 0) {
                order[at] = left[next++];
                one = next < left.length ? object(objects.row(left[next])) : one;
            } else {
                order[at] = order[right++];
                other = right < to ? object(objects.row(order[right])) : other;
            }
        }
    }

    private T object(MemorySegment row) throws IOException {
        byte[] object = row.toArray(ValueLayout.JAVA_BYTE);
        return serializer.read(new DataInputStream(new ByteArrayInputStream(object)));
    }

    /** Compares the objects of two rows of runs. */
    private int compare(MemorySegment row, MemorySegment other) {
        try {
            return ties.compare(object(row), object(other));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sorts the objects, and returns them in order. No object can be added any more.
     *
     * @return the objects, once
     * @throws UncheckedIOException if the temporary file cannot be written or read, or the serializer fails; the iterator throws
     *     it too
     */
    @Override
    public Iterator<T> iterator() {
        requireOpen();
        try {
            if (arena == null) {
                allocate();
            }
            merged = sorted();
            Iterator<T> all = new IoIterator<>(this::next);
            isIterated = true;
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RowCursor sorted() throws IOException {
        if (runs.count() == 0) {
            KeyedRows table = table();
            return new OrderedRows(table, order(table), rows.count(), arena, 0);
        }
        if (rows.count() > 0) {
            spill();
        }
        RunMerge merge = new RunMerge(NAME, folder, false, Long.MAX_VALUE, RunMerge.MOST);
        return merge.rows(runs.all(), room(), arena, _ -> {});
    }

    private T next() throws IOException {
        if (isClosed) {
            throw new IllegalStateException("the sort is closed");
        }
        MemorySegment row = merged.next();
        return row == null ? null : object(row);
    }

    /**
     * Frees the memory and deletes the temporary file. May be called again.
     *
     * @throws IOException if the temporary file cannot be closed
     */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try (Arena _ = arena; Sorter _ = sorter; SortedRuns _ = runs; RowCursor _ = merged) {
            arena = null;
        }
    }

    /** Bytes of an object, in an array that is not copied. */
    private static final class Bytes extends ByteArrayOutputStream {
        private byte[] array() {
            return buf;
        }
    }
}
