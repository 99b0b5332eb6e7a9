package io.github.tornadosort.arrow.internal.file;

import com.google.flatbuffers.FlatBufferBuilder;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.MetadataVersion;

/**
 * Writes a table in Arrow's IPC format. The schema is that of another table, byte for byte; so are the dictionaries unless they
 * are unified. The buffers are compressed as in that table.
 */
final class ArrowWriter implements TableWriter {
    /** Most bytes that are written at once. */
    private static final long PIECE = 1 << 30;
    /** Where the header of a message is in its table of fields. */
    private static final int HEADER_FIELD = 4 + 2 * 2;

    private final OutputFile file;
    private final boolean stream;
    private final IpcMessage schema;
    private final BufferCodec codec;
    private final List<FileBlock> dictionaries = new ArrayList<>();
    private final List<FileBlock> batches = new ArrayList<>();
    private long bytes;

    /** Where a message is in the file. */
    private record FileBlock(long offset, int metadataLength, long bodyLength) {}

    /**
     * Writes the schema and the dictionaries.
     *
     * @param stream whether to write the stream format
     * @param table the table that has them
     */
    ArrowWriter(OutputFile file, boolean stream, ArrowTable table) throws FileSortException {
        this(file, stream, table.first().schemaMessage(), table.first().codec());
        for (IpcMessage dictionary : table.dictionaries()) {
            dictionaries.add(new FileBlock(bytes, dictionary.metadataLength(), dictionary.body().byteSize()));
            write(dictionary.bytes());
        }
        for (var dictionary : table.unifiedDictionaries().entrySet()) {
            Batch values = new Batch(dictionary.getValue().length(), List.of(dictionary.getValue()));
            try (Arena arena = Arena.ofShared()) {
                write(new BatchMessage(values, dictionary.getKey(), codec, arena), dictionaries);
            }
        }
    }

    /**
     * Writes the schema of a table without dictionaries.
     *
     * @param codec compresses buffers, or null
     */
    ArrowWriter(OutputFile file, boolean stream, IpcMessage schema, BufferCodec codec) throws FileSortException {
        this.file = file;
        this.stream = stream;
        this.schema = schema;
        this.codec = codec;
        if (!stream) {
            write(ByteBuffer.allocate(IpcMessage.ALIGNMENT).put(0, ArrowFile.MAGIC));
        }
        write(schema.bytes());
    }

    @Override
    public void write(Batch batch, Arena arena) throws FileSortException {
        write(new BatchMessage(batch, null, codec, arena), batches);
    }

    private void write(BatchMessage message, List<FileBlock> blocks) throws FileSortException {
        blocks.add(new FileBlock(bytes, message.metadataLength(), message.bodyLength()));
        message.writeTo(this::write);
    }

    @Override
    public void finish() throws FileSortException {
        write(BatchMessage.prefix(0).rewind());
        if (!stream) {
            ByteBuffer footer = footer();
            int length = footer.remaining();
            write(footer);
            write(ByteBuffer.allocate(Integer.BYTES + ArrowFile.MAGIC.length).order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(length).put(ArrowFile.MAGIC).flip());
        }
    }

    private ByteBuffer footer() {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int schemaAt = embeddedSchema(builder);
        Footer.startRecordBatchesVector(builder, batches.size());
        addBlocks(builder, batches);
        int batchesAt = builder.endVector();
        Footer.startDictionariesVector(builder, dictionaries.size());
        addBlocks(builder, dictionaries);
        int dictionariesAt = builder.endVector();
        Footer.startFooter(builder);
        Footer.addVersion(builder, MetadataVersion.V5);
        Footer.addSchema(builder, schemaAt);
        Footer.addDictionaries(builder, dictionariesAt);
        Footer.addRecordBatches(builder, batchesAt);
        Footer.finishFooterBuffer(builder, Footer.endFooter(builder));
        return builder.dataBuffer();
    }

    private static void addBlocks(FlatBufferBuilder builder, List<FileBlock> blocks) {
        for (FileBlock block : blocks.reversed()) {
            Block.createBlock(builder, block.offset, block.metadataLength, block.bodyLength);
        }
    }

    /**
     * Copies the schema's message into a footer, so that the footer can refer to the schema. References of FlatBuffers are
     * relative, so the copied bytes need no change.
     *
     * @return the reference to the schema
     */
    private int embeddedSchema(FlatBufferBuilder builder) {
        ByteBuffer message = IpcMessage.buffer(schema.metadata());
        int table = message.getInt(0);
        int fields = table - message.getInt(table);
        int header = table + message.getShort(fields + HEADER_FIELD);
        int schemaTable = header + message.getInt(header);
        builder.createUnintializedVector(1, message.remaining(), IpcMessage.ALIGNMENT).put(message.duplicate());
        // The builder counts from the end. The bytes follow the length of the vector.
        return builder.endVector() - Integer.BYTES - schemaTable;
    }

    private void write(MemorySegment segment) throws FileSortException {
        for (long at = 0; at < segment.byteSize(); at += PIECE) {
            write(segment.asSlice(at, Math.min(PIECE, segment.byteSize() - at)).asByteBuffer());
        }
    }

    private void write(ByteBuffer buffer) throws FileSortException {
        bytes += buffer.remaining();
        file.write(buffer);
    }
}
