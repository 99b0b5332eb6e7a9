package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.files.internal.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/** A file of Arrow's IPC format: its schema, its dictionaries, and where its record batches are. */
final class ArrowFile implements Closeable {
    /** What a file of the file format begins and ends with. */
    static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] FEATHER_1 = "FEA1".getBytes(StandardCharsets.US_ASCII);
    /** Bytes after which the pages that have been read are given back. */
    private static final long WINDOW = 16 << 20;

    private final Path path;
    private final InputFile file;
    private final MemorySegment mapped;
    private final IpcMessage schema;
    private final List<Column> columns = new ArrayList<>();
    private final List<IpcMessage> dictionaries = new ArrayList<>();
    /** The number of values of each dictionary, by its id. */
    private final Map<Long, Long> dictionaryLengths = new HashMap<>();
    private final ColumnCheck check = new ColumnCheck(dictionaryLengths);
    /** The columns that have dictionaries, depth first. */
    private final List<Field> encoded = new ArrayList<>();
    private final List<Position> batches = new ArrayList<>();
    private BufferCodec codec;

    /**
     * Where a record batch is.
     *
     * @param columnBytes bytes of the buffers of each column, after decompression
     */
    record Position(long offset, int rows, long[] columnBytes) {}

    /**
     * A column of the schema.
     *
     * @param type its type as text, see {@link FieldType}
     */
    record Column(String name, String type, Layout layout) {
        @Override
        public String toString() {
            return "'" + name + "' of type " + type;
        }
    }

    private ArrowFile(Path path, InputFile file, Arena arena) throws IOException {
        this.path = path;
        this.file = file;
        this.mapped = file.map(arena);
        boolean stream = !startsWith(MAGIC);
        if (stream && startsWith(FEATHER_1)) {
            throw new IllegalArgumentException("a Feather file of version 1; write it again as version 2, or as .arrow");
        }
        Footer footer = stream ? null : footer();
        this.schema = schema(stream ? 0 : IpcMessage.ALIGNMENT);
        Schema found = schema();
        if (found.endianness() != Endianness.Little) {
            throw new IllegalArgumentException("big-endian Arrow files are not supported");
        }
        // All of the schema is read, since the output has a copy of it. Readers use the schema of the start or that of the footer.
        List<String> described = describe(found);
        if (footer != null && !described.equals(describe(footer.schema()))) {
            throw new IllegalArgumentException("the file is damaged: its footer has another schema than its start");
        }
        for (int i = 0; i < found.fieldsLength(); i++) {
            Field field = found.fields(i);
            columns.add(new Column(String.valueOf(field.name()), FieldType.of(field), Layout.of(field)));
            addEncoded(field);
        }
        try (Window window = new Window()) {
            if (stream) {
                addStream(window);
            } else {
                addBlocks(footer, window);
            }
        }
        requireDictionaries();
    }

    /**
     * Opens a file and reads its metadata. A stream or a compressed file is read to its end first.
     *
     * @param temporary the folder for a temporary file, if one is needed
     * @param arena unmaps the schema and the dictionaries
     * @throws ArrowFileException if it is not an Arrow file, is damaged, or has something that is not supported
     */
    static ArrowFile open(Path path, Path temporary, Arena arena) throws IOException {
        InputFile file = InputFile.open(path, temporary);
        try {
            return new ArrowFile(path, file, arena);
        } catch (RuntimeException e) {
            file.close();
            throw ArrowFileException.damaged(path, "", e);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    private boolean startsWith(byte[] start) {
        return mapped.byteSize() >= start.length
                && mapped.asSlice(0, start.length).mismatch(MemorySegment.ofArray(start)) < 0;
    }

    private void addEncoded(Field field) {
        if (field.dictionary() != null) {
            encoded.add(field);
        }
        for (int i = 0; i < field.childrenLength(); i++) {
            addEncoded(field.children(i));
        }
    }

    /** Returns the ids of the dictionaries of columns. */
    private List<Long> idsOfColumns() {
        return encoded.stream().map(field -> field.dictionary().id()).toList();
    }

    /** Dictionaries are copied without being read, so that they are checked first. */
    private void requireDictionaries() {
        for (long id : dictionaryLengths.keySet()) {
            if (!idsOfColumns().contains(id)) {
                throw new IllegalArgumentException("dictionary " + id + " belongs to no column");
            }
        }
        for (Field field : encoded) {
            try (Arena arena = Arena.ofShared()) {
                values(field, arena);
            }
        }
    }

    /**
     * Returns the values of the dictionary of a column: one array per message.
     *
     * @param arena allocates buffers that are decompressed
     * @throws IllegalArgumentException if they are damaged
     */
    List<ArrowArray> values(Field field, Arena arena) {
        List<Column> column = List.of(new Column(String.valueOf(field.name()), FieldType.of(field), Layout.ofValues(field)));
        List<ArrowArray> values = new ArrayList<>();
        for (IpcMessage dictionary : dictionaries) {
            Message metadata = dictionary.message();
            DictionaryBatch batch = (DictionaryBatch) metadata.header(new DictionaryBatch());
            if (batch.id() == field.dictionary().id()) {
                values.add(new BatchReader(metadata, batch.data(), dictionary.body(), arena)
                        .read(column, check::require).columns().getFirst());
            }
        }
        return values;
    }

    /** Returns all that a schema says. */
    private static List<String> describe(Schema schema) {
        List<String> text = new ArrayList<>(List.of(Endianness.name(schema.endianness())));
        for (int i = 0; i < schema.fieldsLength(); i++) {
            describe(schema.fields(i), text);
        }
        for (int i = 0; i < schema.customMetadataLength(); i++) {
            describe(schema.customMetadata(i), text);
        }
        for (int i = 0; i < schema.featuresLength(); i++) {
            text.add("feature " + schema.features(i));
        }
        return text;
    }

    private static void describe(Field field, List<String> text) {
        text.add(field.name() + ": " + FieldType.of(field));
        if (field.dictionary() != null) {
            text.add("dictionary " + field.dictionary().id());
        }
        for (int i = 0; i < field.customMetadataLength(); i++) {
            describe(field.customMetadata(i), text);
        }
        for (int i = 0; i < field.childrenLength(); i++) {
            describe(field.children(i), text);
        }
    }

    private static void describe(KeyValue pair, List<String> text) {
        text.add(pair.key() + "=" + pair.value());
    }

    private IpcMessage schema(long offset) {
        IpcMessage message = mapped.byteSize() <= offset ? null : IpcMessage.read(mapped.asSlice(offset));
        if (message == null || message.message().headerType() != MessageHeader.Schema) {
            throw new IllegalArgumentException(
                    offset == 0 ? "expected an Arrow file or stream" : "expected a schema at byte " + offset);
        }
        return message;
    }

    private Footer footer() {
        long trailer = mapped.byteSize() - MAGIC.length - Integer.BYTES;
        boolean complete = trailer >= IpcMessage.ALIGNMENT
                && mapped.asSlice(mapped.byteSize() - MAGIC.length).mismatch(MemorySegment.ofArray(MAGIC)) < 0;
        int length = complete ? IpcMessage.buffer(mapped.asSlice(trailer, Integer.BYTES)).getInt() : 0;
        if (length <= 0 || length > trailer) {
            throw new IllegalArgumentException("the file is truncated: it does not end with a footer");
        }
        return Footer.getRootAsFooter(IpcMessage.buffer(mapped.asSlice(trailer - length, length)));
    }

    private void addStream(Window window) throws IOException {
        long at = schema.bytes().byteSize();
        for (IpcMessage next = window.message(at); next != null; next = window.message(at)) {
            add(at, next);
            at += next.bytes().byteSize();
        }
        // A stream may end without its mark, and zeros may follow the mark.
        for (long i = at + IpcMessage.PREFIX; i < mapped.byteSize(); i++) {
            if (mapped.get(ValueLayout.JAVA_BYTE, i) != 0) {
                throw new IllegalArgumentException("more bytes follow the end of the stream at byte " + at
                        + "; give several streams as several files");
            }
        }
    }

    /** The blocks of a footer say where the messages are. */
    private void addBlocks(Footer footer, Window window) throws IOException {
        for (int i = 0; i < footer.dictionariesLength(); i++) {
            add(footer.dictionaries(i), window);
        }
        for (int i = 0; i < footer.recordBatchesLength(); i++) {
            add(footer.recordBatches(i), window);
        }
    }

    private void add(Block block, Window window) throws IOException {
        if (block.offset() < 0 || block.offset() >= mapped.byteSize()) {
            throw new IllegalArgumentException("a message at byte " + block.offset() + " of " + mapped.byteSize());
        }
        IpcMessage message = window.message(block.offset());
        if (message == null) {
            throw new IllegalArgumentException("no message at byte " + block.offset());
        }
        add(block.offset(), message);
    }

    private void add(long offset, IpcMessage message) {
        Message metadata = message.message();
        switch (metadata.headerType()) {
            case MessageHeader.RecordBatch -> {
                RecordBatch batch = (RecordBatch) metadata.header(new RecordBatch());
                codec = batches.isEmpty() ? BufferCodec.of(batch.compression()) : codec;
                BatchReader reader = new BatchReader(metadata, batch, message.body(), null);
                batches.add(new Position(offset, reader.rows(), reader.columnBytes(columns)));
            }
            case MessageHeader.DictionaryBatch -> {
                DictionaryBatch batch = (DictionaryBatch) metadata.header(new DictionaryBatch());
                if (dictionaryLengths.containsKey(batch.id()) && !batch.isDelta()) {
                    throw new IllegalArgumentException("dictionary " + batch.id()
                            + " is replaced in the middle of the file, which is not supported");
                }
                dictionaryLengths.merge(batch.id(), batch.data().length(), Long::sum);
                dictionaries.add(IpcMessage.read(mapped.asSlice(offset)));
            }
            default -> throw new IllegalArgumentException(
                    "a message of type " + metadata.headerType() + "; expected record batches and dictionaries");
        }
    }

    /** Maps the file again at times, so that not all of its pages count as memory of the process. */
    private final class Window implements AutoCloseable {
        private Arena arena = Arena.ofConfined();
        private MemorySegment bytes = file.map(arena);
        private long start;

        private Window() throws IOException {}

        /** Reads the message at an offset. */
        private IpcMessage message(long offset) throws IOException {
            if (Math.abs(offset - start) > WINDOW) {
                arena.close();
                arena = Arena.ofConfined();
                bytes = file.map(arena);
                start = offset;
            }
            return IpcMessage.read(bytes.asSlice(offset));
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    /** Reads record batches, some after the other. */
    final class Reader {
        private final Arena arena;
        private final MemorySegment bytes;

        /** @param arena unmaps the file, and allocates buffers that are decompressed */
        Reader(Arena arena) throws IOException {
            this.arena = arena;
            this.bytes = file.map(arena);
        }

        /**
         * Reads a record batch.
         *
         * @param replacing replaces indices, or null
         * @throws ArrowFileException if the record batch is damaged
         */
        Batch read(Position position, Dictionaries.Columns replacing) throws ArrowFileException {
            try {
                Batch batch = BatchReader.of(IpcMessage.read(bytes.asSlice(position.offset)), arena)
                        .read(columns, check::require);
                return replacing == null ? batch : replacing.of(batch, arena);
            } catch (RuntimeException e) {
                throw ArrowFileException.damaged(path, "record batch " + batches.indexOf(position) + ": ", e);
            }
        }
    }

    Path path() {
        return path;
    }

    Schema schema() {
        return (Schema) schema.message().header(new Schema());
    }

    /** Returns the message with the schema. */
    IpcMessage schemaMessage() {
        return schema;
    }

    List<Column> columns() {
        return columns;
    }

    /** Returns the names of the columns. */
    List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /**
     * Checks that another file has the same columns.
     *
     * @throws ArrowFileException if it has not; the message names the first column that is different
     */
    void requireColumnsOf(ArrowFile other) throws ArrowFileException {
        for (int i = 0; i < Math.max(columns.size(), other.columns.size()); i++) {
            if (!column(i).equals(other.column(i))) {
                throw new ArrowFileException(path, "column " + (i + 1) + " is " + column(i) + ", and in " + other.path
                        + " it is " + other.column(i));
            }
        }
    }

    /** Returns whether another file has the same bytes of dictionaries, and uses them for the same columns. */
    boolean hasDictionariesOf(ArrowFile other) {
        boolean same = idsOfColumns().equals(other.idsOfColumns()) && dictionaries.size() == other.dictionaries.size();
        for (int i = 0; same && i < dictionaries.size(); i++) {
            same = dictionaries.get(i).bytes().mismatch(other.dictionaries.get(i).bytes()) < 0;
        }
        return same;
    }

    private String column(int index) {
        return index < columns.size() ? columns.get(index).toString() : "missing";
    }

    /** Returns the messages with the dictionaries, in the order of the file. */
    List<IpcMessage> dictionaries() {
        return dictionaries;
    }

    /** Returns where the record batches are, in the order of the file. */
    List<Position> batches() {
        return batches;
    }

    /** Returns how the buffers of the first record batch are compressed, or null. */
    BufferCodec codec() {
        return codec;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
