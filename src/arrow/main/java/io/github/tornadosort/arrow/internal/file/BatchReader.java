package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.Layout.Kind;
import io.github.tornadosort.arrow.internal.file.ArrowFile.Column;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/** Reads the columns of one record batch: nodes and buffers are listed depth first. */
final class BatchReader {
    private final RecordBatch batch;
    private final MemorySegment body;
    private final BufferCodec codec;
    private final Arena arena;
    private final boolean unionsHaveValidity;
    private int node;
    private int buffer;
    private int view;

    /** @param arena allocates buffers that are decompressed */
    BatchReader(Message message, RecordBatch batch, MemorySegment body, Arena arena) {
        this.batch = batch;
        this.body = body;
        this.codec = BufferCodec.of(batch.compression());
        this.arena = arena;
        this.unionsHaveValidity = message.version() < MetadataVersion.V5;
    }

    /** Returns a reader of a message that has a record batch. */
    static BatchReader of(IpcMessage message, Arena arena) {
        Message metadata = message.message();
        return new BatchReader(metadata, (RecordBatch) metadata.header(new RecordBatch()), message.body(), arena);
    }

    int rows() {
        return length(batch.length());
    }

    /**
     * Reads all columns.
     *
     * @param check checks each column
     * @throws IllegalArgumentException if a column is damaged; the message has its name
     */
    Batch read(List<Column> columns, Consumer<ArrowArray> check) {
        List<ArrowArray> arrays = new ArrayList<>();
        for (Column column : columns) {
            try {
                requireRows();
                ArrowArray array = column(column.layout());
                check.accept(array);
                arrays.add(array);
            } catch (RuntimeException e) {
                throw damaged(column, e);
            }
        }
        if (node < batch.nodesLength() || buffer < batch.buffersLength() || view < batch.variadicBufferCountsLength()) {
            throw new IllegalArgumentException("a record batch of more columns or buffers than its schema");
        }
        return new Batch(rows(), arrays);
    }

    private static IllegalArgumentException damaged(Column column, RuntimeException e) {
        return new IllegalArgumentException("column '" + column.name() + "': " + ArrowFileException.reason(e), e);
    }

    /** Checks the length of the next column. */
    private void requireRows() {
        if (node < batch.nodesLength() && batch.nodes(node).length() != batch.length()) {
            throw new IllegalArgumentException(
                    batch.nodes(node).length() + " values in a record batch of " + batch.length() + " rows");
        }
    }

    private static int length(long length) {
        if (length < 0 || length > ArrowFileSort.MAX_ROWS) {
            throw new IllegalArgumentException(length + " values in a record batch; at most " + ArrowFileSort.MAX_ROWS
                    + " are supported");
        }
        return (int) length;
    }

    private ArrowArray column(Layout layout) {
        if (node >= batch.nodesLength()) {
            throw new IllegalArgumentException("a record batch of fewer columns than its schema");
        }
        FieldNode found = batch.nodes(node++);
        Kind kind = layout.kind();
        if (unionsHaveValidity && (kind == Kind.SPARSE_UNION || kind == Kind.DENSE_UNION)) {
            throw new IllegalArgumentException("unions of Arrow versions before 1.0 are not supported");
        }
        List<MemorySegment> buffers = new ArrayList<>();
        for (int count = ownBuffers(layout); count > 0; count--) {
            buffers.add(buffer());
        }
        List<ArrowArray> children = new ArrayList<>();
        for (Layout child : layout.children()) {
            children.add(column(child));
        }
        return new ArrowArray(layout, length(found.length()), length(found.nullCount()), buffers, children);
    }

    /** Returns the bytes of the buffers of each column, after decompression. */
    long[] columnBytes(List<Column> columns) {
        long[] bytes = new long[columns.size()];
        for (int i = 0; i < bytes.length; i++) {
            try {
                requireRows();
                for (int left = buffers(columns.get(i).layout()); left > 0; left--) {
                    MemorySegment stored = stored();
                    bytes[i] += codec == null ? stored.byteSize() : BufferCodec.length(stored);
                }
            } catch (RuntimeException e) {
                throw damaged(columns.get(i), e);
            }
        }
        return bytes;
    }

    /** Returns the number of buffers of a column. */
    private int buffers(Layout layout) {
        node++;
        int count = ownBuffers(layout);
        for (Layout child : layout.children()) {
            count += buffers(child);
        }
        return count;
    }

    private int ownBuffers(Layout layout) {
        int count = layout.kind().buffers();
        return layout.kind() == Kind.VIEW ? count + length(batch.variadicBufferCounts(view++)) : count;
    }

    private MemorySegment buffer() {
        MemorySegment stored = stored();
        return codec == null ? stored : codec.decompress(stored, arena);
    }

    /** Returns the next buffer as it is in the body. */
    private MemorySegment stored() {
        if (buffer >= batch.buffersLength()) {
            throw new IllegalArgumentException("a record batch of fewer buffers than its schema needs");
        }
        Buffer found = batch.buffers(buffer++);
        long offset = found.offset();
        if (offset < 0 || found.length() < 0 || offset > body.byteSize() - found.length()) {
            throw new IllegalArgumentException("a buffer of " + found.length() + " bytes at byte " + offset
                    + " of a body of " + body.byteSize());
        }
        return body.asSlice(offset, found.length());
    }
}
