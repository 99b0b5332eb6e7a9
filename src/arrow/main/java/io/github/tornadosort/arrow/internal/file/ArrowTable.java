package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.Layout.Order;
import io.github.tornadosort.arrow.internal.file.ArrowFile.Column;
import io.github.tornadosort.files.internal.io.RowMultiset.Hash;
import io.github.tornadosort.files.internal.table.TableKey;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A table in one or more files of Arrow's IPC format, one file after the other. The files have the same columns. */
final class ArrowTable implements Closeable {
    private final List<ArrowFile> files;
    private final List<Position> batches = new ArrayList<>();
    /** How the columns of each file are read, or null if all files have the same dictionaries. */
    private final List<Dictionaries.Columns> columns;
    /** The unified dictionaries, or null if all files have the same ones. */
    private final Dictionaries unified;

    /**
     * Where a record batch is.
     *
     * @param index its index in the file
     */
    private record Position(int file, int index, ArrowFile.Position inFile) {}

    private ArrowTable(List<ArrowFile> files, Arena arena) throws ArrowFileException {
        this.files = files;
        for (int i = 0; i < files.size(); i++) {
            files.get(i).requireColumnsOf(first());
            List<ArrowFile.Position> inFile = files.get(i).batches();
            for (int index = 0; index < inFile.size(); index++) {
                batches.add(new Position(i, index, inFile.get(index)));
            }
        }
        if (files.stream().allMatch(file -> file == first() || file.hasDictionariesOf(first()))) {
            this.columns = null;
            this.unified = null;
            return;
        }
        this.columns = new ArrayList<>();
        this.unified = new Dictionaries(first(), arena);
        for (ArrowFile file : files) {
            columns.add(unified.add(file));
        }
    }

    /**
     * Opens files.
     *
     * @param paths at least one
     * @param temporary the folder for temporary files, if they are needed
     * @param arena unmaps the metadata
     * @throws ArrowFileException if a file is not an Arrow file, is damaged, has something that is not supported, or has other
     *     columns than the first one
     */
    static ArrowTable open(List<Path> paths, Path temporary, Arena arena) throws IOException {
        List<ArrowFile> files = new ArrayList<>();
        try {
            for (Path path : paths) {
                files.add(ArrowFile.open(path, temporary, arena));
            }
            return new ArrowTable(files, arena);
        } catch (Throwable e) {
            closeAll(files);
            throw e;
        }
    }

    /** Returns the hashes of the schema, with its metadata, and of the dictionaries. */
    String header() {
        StringBuilder header = new StringBuilder().append(Hash.of(first().schemaMessage().metadata()));
        first().dictionaries().forEach(dictionary -> header.append(Hash.of(dictionary.bytes())));
        return header.toString();
    }

    /** Returns the first file, whose schema and compression the result has. */
    ArrowFile first() {
        return files.getFirst();
    }

    /**
     * Returns the index of the column of a key.
     *
     * @throws ArrowFileException if there is none, or it has no order or another type
     */
    private int keyColumn(TableKey key) throws ArrowFileException {
        int index = index(key);
        Column column = first().columns().get(index);
        Layout layout = column.layout();
        if (layout.order() == Order.NONE) {
            throw new ArrowFileException(first().path(), "column '" + column.name() + "' of type " + layout.name()
                    + " cannot be a key; it has no order");
        }
        if (key.type() != null && !isOfType(layout, key)) {
            throw new ArrowFileException(first().path(), "column '" + column.name() + "' is of type " + layout.name()
                    + ", not " + key.type().label() + "; the type of a key may be omitted");
        }
        return index;
    }

    private static boolean isOfType(Layout layout, TableKey key) {
        return key.type().number() != null
                ? key.type().number() == layout.keyType()
                : layout.order() == (key.type().isText() ? Order.BYTES : Order.DECIMAL);
    }

    /** Returns the index of a column by its name or else by its number. */
    private int index(TableKey key) throws ArrowFileException {
        List<String> names = first().names();
        int index = names.indexOf(key.column());
        if (index != names.lastIndexOf(key.column())) {
            throw new ArrowFileException(
                    first().path(), "several columns have the name '" + key.column() + "'; use a number");
        }
        index = index < 0 ? key.index() : index;
        if (index < 0 || index >= names.size()) {
            throw new ArrowFileException(first().path(), "no column '" + key.column() + "'; the columns are "
                    + String.join(", ", names));
        }
        return index;
    }

    /** Returns the indices of the columns of keys; see {@link #keyColumn}. */
    int[] keyColumns(List<TableKey> keys) throws ArrowFileException {
        int[] columns = new int[keys.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = keyColumn(keys.get(i));
        }
        return columns;
    }

    /** Returns the messages with the dictionaries, or none if they are unified. */
    List<IpcMessage> dictionaries() {
        return unified == null ? first().dictionaries() : List.of();
    }

    /** Returns the unified dictionaries by their ids, or none if all files have the same ones. */
    Map<Long, ArrowArray> unifiedDictionaries() {
        return unified == null ? Map.of() : unified.values();
    }

    /** Returns the number of record batches. */
    int batches() {
        return batches.size();
    }

    /** Returns the file of a record batch. */
    Path file(int batch) {
        return files.get(batches.get(batch).file).path();
    }

    /** Returns the index of a record batch in its file. */
    int indexInFile(int batch) {
        return batches.get(batch).index;
    }

    /** Returns the number of rows of a record batch. */
    int rows(int batch) {
        return batches.get(batch).inFile.rows();
    }

    /** Returns the number of bytes of some columns of a record batch, or of all columns if none are given. */
    long bytes(int batch, int... columns) {
        long[] bytes = batches.get(batch).inFile.columnBytes();
        return columns.length == 0 ? Arrays.stream(bytes).sum() : Arrays.stream(columns).mapToLong(i -> bytes[i]).sum();
    }

    /** Returns the number of rows. */
    long rows() {
        return batches.stream().mapToLong(batch -> batch.inFile.rows()).sum();
    }

    /**
     * Reads record batches.
     *
     * @param from the index of the first one
     * @param to the index after the last one
     * @param arena unmaps the files, and allocates buffers that are decompressed
     * @throws ArrowFileException if a record batch is damaged
     */
    List<Batch> read(int from, int to, Arena arena) throws IOException {
        List<Batch> read = new ArrayList<>();
        ArrowFile.Reader reader = null;
        int file = -1;
        for (Position batch : batches.subList(from, to)) {
            if (batch.file != file) {
                file = batch.file;
                reader = files.get(file).new Reader(arena);
            }
            read.add(reader.read(batch.inFile, columns == null ? null : columns.get(file)));
        }
        return read;
    }

    private static void closeAll(List<ArrowFile> files) throws IOException {
        for (ArrowFile file : files) {
            file.close();
        }
    }

    @Override
    public void close() throws IOException {
        closeAll(files);
    }
}
