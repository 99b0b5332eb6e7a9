package io.github.tornadosort.cli.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout.Kind;
import io.github.tornadosort.cli.arrow.ArrowTable.Batch;
import io.github.tornadosort.cli.io.OutputFile;
import io.github.tornadosort.internal.host.ParallelRanges;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * Writes a table in Arrow's IPC format. The schema and the dictionaries are those of another table, byte for byte, and the buffers are
 * compressed as in that table.
 */
final class ArrowWriter {
    /** Bytes to whose multiples buffers are padded, as the format recommends. */
    private static final int BUFFER_ALIGNMENT = 64;
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
    ArrowWriter(OutputFile file, boolean stream, ArrowTable table) throws IOException {
        this.file = file;
        this.stream = stream;
        this.schema = table.schema();
        this.codec = table.codec();
        if (!stream) {
            write(ByteBuffer.allocate(IpcMessage.ALIGNMENT).put(0, ArrowTable.MAGIC));
        }
        write(schema.bytes());
        for (IpcMessage dictionary : table.dictionaries()) {
            dictionaries.add(new FileBlock(bytes, dictionary.metadataLength(), dictionary.body().byteSize()));
            write(dictionary.bytes());
        }
    }

    /**
     * Writes a record batch.
     *
     * @param arena allocates compressed buffers
     */
    void write(Batch batch, Arena arena) throws IOException {
        Body body = new Body(batch, codec, arena);
        ByteBuffer metadata = body.metadata(batch.rows());
        batches.add(new FileBlock(bytes, metadata.remaining(), body.length));
        write(metadata);
        for (MemorySegment[] buffer : body.buffers) {
            for (MemorySegment part : buffer) {
                write(part);
            }
            write(ByteBuffer.allocate((int) (padded(length(buffer)) - length(buffer))));
        }
    }

    /** Writes what follows the last record batch. */
    void finish() throws IOException {
        write(prefix(0).rewind());
        if (!stream) {
            ByteBuffer footer = footer();
            int length = footer.remaining();
            write(footer);
            write(ByteBuffer.allocate(Integer.BYTES + ArrowTable.MAGIC.length).order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(length).put(ArrowTable.MAGIC).flip());
        }
    }

    private static long padded(long length) {
        return Math.ceilDiv(length, BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT;
    }

    private static long length(MemorySegment[] parts) {
        return Arrays.stream(parts).mapToLong(MemorySegment::byteSize).sum();
    }

    /** The body of a record batch: columns depth first. */
    private static final class Body {
        private final BufferCodec codec;
        private final List<ArrowArray> nodes = new ArrayList<>();
        /** The parts of each buffer. */
        private final MemorySegment[][] buffers;
        private final List<Integer> variadicCounts = new ArrayList<>();
        private final long length;

        private Body(Batch batch, BufferCodec codec, Arena arena) {
            this.codec = codec;
            List<MemorySegment> plain = new ArrayList<>();
            batch.columns().forEach(column -> add(column, plain));
            this.buffers = new MemorySegment[plain.size()][];
            ParallelRanges.each(buffers.length, i -> buffers[i] = parts(plain.get(i), arena));
            this.length = Arrays.stream(buffers).mapToLong(buffer -> padded(ArrowWriter.length(buffer))).sum();
        }

        private MemorySegment[] parts(MemorySegment buffer, Arena arena) {
            return codec == null || buffer.byteSize() == 0
                    ? new MemorySegment[] {buffer}
                    : codec.compress(buffer, arena);
        }

        private void add(ArrowArray column, List<MemorySegment> plain) {
            nodes.add(column);
            plain.addAll(column.buffers());
            if (column.layout().kind() == Kind.VIEW) {
                variadicCounts.add(column.buffers().size() - Kind.VIEW.buffers());
            }
            column.children().forEach(child -> add(child, plain));
        }

        private ByteBuffer metadata(int rows) {
            FlatBufferBuilder builder = new FlatBufferBuilder();
            int counts = 0;
            if (!variadicCounts.isEmpty()) {
                counts = RecordBatch.createVariadicBufferCountsVector(
                        builder, variadicCounts.stream().mapToLong(Integer::longValue).toArray());
            }
            // Vectors of structs are built from the last element to the first.
            RecordBatch.startBuffersVector(builder, buffers.length);
            long end = length;
            for (int i = buffers.length - 1; i >= 0; i--) {
                long bytes = ArrowWriter.length(buffers[i]);
                end -= padded(bytes);
                Buffer.createBuffer(builder, end, bytes);
            }
            int buffersAt = builder.endVector();
            RecordBatch.startNodesVector(builder, nodes.size());
            for (ArrowArray node : nodes.reversed()) {
                FieldNode.createFieldNode(builder, node.length(), node.nulls());
            }
            int nodesAt = builder.endVector();
            int compression = codec == null
                    ? 0
                    : BodyCompression.createBodyCompression(builder, codec.code(), BodyCompressionMethod.BUFFER);
            RecordBatch.startRecordBatch(builder);
            RecordBatch.addLength(builder, rows);
            RecordBatch.addNodes(builder, nodesAt);
            RecordBatch.addBuffers(builder, buffersAt);
            if (counts != 0) {
                RecordBatch.addVariadicBufferCounts(builder, counts);
            }
            if (codec != null) {
                RecordBatch.addCompression(builder, compression);
            }
            int batch = RecordBatch.endRecordBatch(builder);
            builder.finish(Message.createMessage(
                    builder, MetadataVersion.V5, MessageHeader.RecordBatch, batch, length, 0));
            ByteBuffer message = builder.dataBuffer();
            int size = Math.ceilDiv(message.remaining(), IpcMessage.ALIGNMENT) * IpcMessage.ALIGNMENT;
            return prefix(size).put(message).rewind();
        }
    }

    /** Returns a buffer for metadata that begins with its prefix. */
    private static ByteBuffer prefix(int metadataLength) {
        return ByteBuffer.allocate(IpcMessage.PREFIX + metadataLength).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(IpcMessage.CONTINUATION).putInt(metadataLength);
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
     * Copies the schema's message into a footer, so that the footer can refer to the schema. References of FlatBuffers are relative,
     * so the copied bytes need no change.
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

    private void write(MemorySegment segment) throws IOException {
        for (long at = 0; at < segment.byteSize(); at += PIECE) {
            write(segment.asSlice(at, Math.min(PIECE, segment.byteSize() - at)).asByteBuffer());
        }
    }

    private void write(ByteBuffer buffer) throws IOException {
        bytes += buffer.remaining();
        file.write(buffer);
    }
}
