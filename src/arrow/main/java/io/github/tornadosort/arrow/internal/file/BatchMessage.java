package io.github.tornadosort.arrow.internal.file;

import com.google.flatbuffers.FlatBufferBuilder;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout.Kind;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/** A message with a record batch or the values of a dictionary. The body has the buffers of the columns depth first. */
final class BatchMessage {
    /** Bytes to whose multiples buffers are padded, as the format recommends. */
    private static final int BUFFER_ALIGNMENT = 64;
    private static final MemorySegment PADDING = MemorySegment.ofArray(new byte[BUFFER_ALIGNMENT]);

    private final BufferCodec codec;
    private final List<ArrowArray> nodes = new ArrayList<>();
    /** The parts of each buffer. */
    private final MemorySegment[][] buffers;
    private final List<Integer> variadicCounts = new ArrayList<>();
    private final long bodyLength;
    private final ByteBuffer metadata;

    /** Receives the bytes of a message. */
    interface Sink {
        void write(MemorySegment bytes) throws FileSortException;
    }

    /**
     * Encodes a record batch.
     *
     * @param dictionary the id of the dictionary whose values the only column has, or null
     * @param codec compresses the buffers; may be null
     * @param arena allocates compressed buffers
     */
    BatchMessage(Batch batch, Long dictionary, BufferCodec codec, Arena arena) {
        this.codec = codec;
        List<MemorySegment> plain = new ArrayList<>();
        batch.columns().forEach(column -> add(column, plain));
        this.buffers = new MemorySegment[plain.size()][];
        ParallelRanges.each(buffers.length, i -> buffers[i] = parts(plain.get(i), arena));
        this.bodyLength = Arrays.stream(buffers).mapToLong(buffer -> padded(length(buffer))).sum();
        this.metadata = metadata(batch.rows(), dictionary);
    }

    private static long padded(long length) {
        return Math.ceilDiv(length, BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT;
    }

    private static long length(MemorySegment[] parts) {
        return Arrays.stream(parts).mapToLong(MemorySegment::byteSize).sum();
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

    private ByteBuffer metadata(int rows, Long dictionary) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int counts = 0;
        if (!variadicCounts.isEmpty()) {
            counts = RecordBatch.createVariadicBufferCountsVector(
                    builder, variadicCounts.stream().mapToLong(Integer::longValue).toArray());
        }
        // Vectors of structs are built from the last element to the first.
        RecordBatch.startBuffersVector(builder, buffers.length);
        long end = bodyLength;
        for (int i = buffers.length - 1; i >= 0; i--) {
            long bytes = length(buffers[i]);
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
        byte type = MessageHeader.RecordBatch;
        if (dictionary != null) {
            type = MessageHeader.DictionaryBatch;
            batch = DictionaryBatch.createDictionaryBatch(builder, dictionary, batch, false);
        }
        builder.finish(Message.createMessage(builder, MetadataVersion.V5, type, batch, bodyLength, 0));
        return framed(builder.dataBuffer());
    }

    /** Returns metadata with its prefix and padding. */
    static ByteBuffer framed(ByteBuffer metadata) {
        int size = Math.ceilDiv(metadata.remaining(), IpcMessage.ALIGNMENT) * IpcMessage.ALIGNMENT;
        return prefix(size).put(metadata).rewind();
    }

    /** Returns a buffer for metadata that begins with its prefix. */
    static ByteBuffer prefix(int metadataLength) {
        return ByteBuffer.allocate(IpcMessage.PREFIX + metadataLength).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(IpcMessage.CONTINUATION).putInt(metadataLength);
    }

    /** Returns the number of bytes before the body. */
    int metadataLength() {
        return metadata.limit();
    }

    long bodyLength() {
        return bodyLength;
    }

    /** Writes the message. */
    void writeTo(Sink sink) throws FileSortException {
        sink.write(MemorySegment.ofBuffer(metadata));
        for (MemorySegment[] buffer : buffers) {
            for (MemorySegment part : buffer) {
                sink.write(part);
            }
            sink.write(PADDING.asSlice(0, padded(length(buffer)) - length(buffer)));
        }
    }
}
