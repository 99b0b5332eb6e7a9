package io.github.tornadosort.cli.arrow;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.Layout.Order;
import io.github.tornadosort.cli.io.MappedFile;
import io.github.tornadosort.cli.table.TableKey;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * A table in a file of Arrow's IPC format.
 *
 * @param stream whether the file is in the stream format
 * @param schema the message with the schema
 * @param names the names of the columns
 * @param layouts the layouts of the columns
 * @param dictionaries the messages with the dictionaries, in the order of the file
 * @param batches the record batches, in the order of the file; each has one array per column
 * @param codec how the buffers of the first record batch are compressed, or null
 */
record ArrowTable(
        boolean stream,
        IpcMessage schema,
        List<String> names,
        List<Layout> layouts,
        List<IpcMessage> dictionaries,
        List<Batch> batches,
        BufferCodec codec) {

    /** What a file of the file format begins and ends with. */
    static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FEATHER_1 = "FEA1".getBytes(StandardCharsets.US_ASCII);

    /** A record batch. */
    record Batch(int rows, List<ArrowArray> columns) {}

    /**
     * Maps a file and reads its metadata. A stream or a compressed file is read to its end first.
     *
     * @param temporary the folder for a temporary file, if one is needed
     * @param arena unmaps the file
     * @throws ArrowFileException if it is not an Arrow file, is damaged, or has something that is not supported
     */
    static ArrowTable open(Path file, Path temporary, Arena arena) throws IOException {
        MemorySegment mapped = MappedFile.map(file, temporary, arena);
        try {
            return startsWith(mapped, MAGIC) ? ofFile(mapped, arena) : ofStream(mapped, arena);
        } catch (IllegalArgumentException e) {
            throw new ArrowFileException(file, e.getMessage(), e);
        } catch (RuntimeException e) {
            // The metadata refers to bytes that are not there.
            throw new ArrowFileException(file, "damaged metadata (" + e + ")", e);
        }
    }

    private static boolean startsWith(MemorySegment file, byte[] start) {
        return file.byteSize() >= start.length
                && file.asSlice(0, start.length).mismatch(MemorySegment.ofArray(start)) < 0;
    }

    private static ArrowTable ofStream(MemorySegment file, Arena arena) {
        if (startsWith(file, FEATHER_1)) {
            throw new IllegalArgumentException("a Feather file of version 1; write it again as version 2, or as .arrow");
        }
        IpcMessage schema = file.byteSize() == 0 ? null : schema(IpcMessage.read(file));
        if (schema == null) {
            throw new IllegalArgumentException("expected an Arrow file or stream");
        }
        Reader reader = new Reader(true, schema, arena);
        long at = schema.bytes().byteSize();
        for (IpcMessage next = IpcMessage.read(file.asSlice(at)); next != null; next = IpcMessage.read(file.asSlice(at))) {
            reader.add(next);
            at += next.bytes().byteSize();
        }
        return reader.table();
    }

    /** Returns the message if it has a schema; otherwise null. */
    private static IpcMessage schema(IpcMessage message) {
        return message != null && message.message().headerType() == MessageHeader.Schema ? message : null;
    }

    /** The blocks of a footer say where the messages are. */
    private static ArrowTable ofFile(MemorySegment file, Arena arena) {
        Footer footer = footer(file);
        IpcMessage schema = schema(IpcMessage.read(file.asSlice(IpcMessage.ALIGNMENT)));
        if (schema == null) {
            throw new IllegalArgumentException("expected a schema at byte " + IpcMessage.ALIGNMENT);
        }
        Reader reader = new Reader(false, schema, arena);
        for (int i = 0; i < footer.dictionariesLength(); i++) {
            reader.add(message(file, footer.dictionaries(i)));
        }
        for (int i = 0; i < footer.recordBatchesLength(); i++) {
            reader.add(message(file, footer.recordBatches(i)));
        }
        return reader.table();
    }

    private static Footer footer(MemorySegment file) {
        long trailer = file.byteSize() - MAGIC.length - Integer.BYTES;
        boolean complete = trailer >= IpcMessage.ALIGNMENT
                && file.asSlice(file.byteSize() - MAGIC.length).mismatch(MemorySegment.ofArray(MAGIC)) < 0;
        int length = complete ? IpcMessage.buffer(file.asSlice(trailer, Integer.BYTES)).getInt() : 0;
        if (length <= 0 || length > trailer) {
            throw new IllegalArgumentException("the file is truncated: it does not end with a footer");
        }
        return Footer.getRootAsFooter(IpcMessage.buffer(file.asSlice(trailer - length, length)));
    }

    private static IpcMessage message(MemorySegment file, Block block) {
        if (block.offset() < 0 || block.offset() >= file.byteSize()) {
            throw new IllegalArgumentException("a message at byte " + block.offset() + " of " + file.byteSize());
        }
        IpcMessage message = IpcMessage.read(file.asSlice(block.offset()));
        if (message == null) {
            throw new IllegalArgumentException("no message at byte " + block.offset());
        }
        return message;
    }

    /**
     * Returns the index of the column of a key.
     *
     * @param file for messages
     * @throws ArrowFileException if there is none, or it has no order or another type
     */
    int keyColumn(Path file, TableKey key) throws ArrowFileException {
        int index = index(file, key);
        Layout layout = layouts.get(index);
        if (layout.order() == Order.NONE) {
            throw new ArrowFileException(file, "column '" + names.get(index) + "' of type " + layout.name()
                    + " cannot be a key; it has no order");
        }
        if (key.type() != null && key.type().number() != layout.keyType()
                || key.type() != null && key.type().isText() && layout.order() != Order.BYTES) {
            throw new ArrowFileException(file, "column '" + names.get(index) + "' is of type " + layout.name()
                    + ", not " + key.type().label() + "; the type of a key may be omitted");
        }
        return index;
    }

    /** Returns the index of a column by its name or else by its number. */
    private int index(Path file, TableKey key) throws ArrowFileException {
        int index = names.indexOf(key.column());
        if (index != names.lastIndexOf(key.column())) {
            throw new ArrowFileException(file, "several columns have the name '" + key.column() + "'; use a number");
        }
        index = index < 0 ? key.index() : index;
        if (index < 0 || index >= names.size()) {
            throw new ArrowFileException(file, "no column '" + key.column() + "'; the columns are "
                    + String.join(", ", names));
        }
        return index;
    }

    /** Returns a column: one array per batch. */
    List<ArrowArray> column(int index) {
        return batches.stream().map(batch -> batch.columns.get(index)).toList();
    }

    long rows() {
        return batches.stream().mapToLong(Batch::rows).sum();
    }

    /** Collects the messages of a file. */
    private static final class Reader {
        private final boolean stream;
        private final IpcMessage schema;
        private final Arena arena;
        private final List<String> names = new ArrayList<>();
        private final List<Layout> layouts = new ArrayList<>();
        private final List<IpcMessage> dictionaries = new ArrayList<>();
        private final Set<Long> dictionaryIds = new HashSet<>();
        private final List<Batch> batches = new ArrayList<>();
        private BufferCodec codec;

        private Reader(boolean stream, IpcMessage message, Arena arena) {
            this.stream = stream;
            this.schema = message;
            this.arena = arena;
            Schema found = (Schema) message.message().header(new Schema());
            if (found.endianness() != Endianness.Little) {
                throw new IllegalArgumentException("big-endian Arrow files are not supported");
            }
            for (int i = 0; i < found.fieldsLength(); i++) {
                names.add(String.valueOf(found.fields(i).name()));
                layouts.add(Layout.of(found.fields(i)));
            }
        }

        private void add(IpcMessage message) {
            Message metadata = message.message();
            switch (metadata.headerType()) {
                case MessageHeader.RecordBatch -> {
                    RecordBatch batch = (RecordBatch) metadata.header(new RecordBatch());
                    codec = batches.isEmpty() ? BufferCodec.of(batch.compression()) : codec;
                    batches.add(new BatchReader(metadata, batch, message.body(), arena).read(layouts));
                }
                case MessageHeader.DictionaryBatch -> {
                    DictionaryBatch batch = (DictionaryBatch) metadata.header(new DictionaryBatch());
                    if (!dictionaryIds.add(batch.id()) && !batch.isDelta()) {
                        throw new IllegalArgumentException("dictionary " + batch.id()
                                + " is replaced in the middle of the file, which is not supported");
                    }
                    dictionaries.add(message);
                }
                default -> throw new IllegalArgumentException(
                        "a message of type " + metadata.headerType() + "; expected record batches and dictionaries");
            }
        }

        private ArrowTable table() {
            return new ArrowTable(stream, schema, names, layouts, dictionaries, batches, codec);
        }
    }
}
