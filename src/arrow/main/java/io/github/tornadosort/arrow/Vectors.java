package io.github.tornadosort.arrow;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Views of vectors, and vectors of views. */
final class Vectors {
    private Vectors() {}

    /**
     * Returns a view of a vector, which copies nothing.
     *
     * @throws IllegalArgumentException if vectors of its type, or of the type of a nested vector, cannot be sorted or copied
     */
    static ArrowArray view(FieldVector vector) {
        Layout layout = Layout.of(vector);
        List<MemorySegment> buffers = new ArrayList<>();
        for (ArrowBuf buffer : vector.getFieldBuffers()) {
            // An empty buffer may claim to have readable bytes, see empty().
            buffers.add(segment(buffer, Math.min(buffer.readableBytes(), buffer.capacity())));
        }
        List<ArrowArray> children = vector.getChildrenFromFields().stream().map(Vectors::view).toList();
        return new ArrowArray(layout, vector.getValueCount(), vector.getNullCount(), buffers, children);
    }

    @SuppressWarnings("restricted")
    private static MemorySegment segment(ArrowBuf buffer, long bytes) {
        return bytes == 0 ? MemorySegment.NULL : MemorySegment.ofAddress(buffer.memoryAddress()).reinterpret(bytes);
    }

    /** Returns a new vector of rows of another vector, with the same field. */
    static FieldVector take(FieldVector vector, int[] rows, BufferAllocator allocator) {
        FieldVector made = vector.getField().createVector(allocator);
        try (Taken taken = new Taken(vector, rows, allocator)) {
            taken.load(made);
            return made;
        } catch (RuntimeException | Error e) {
            made.close();
            throw e;
        }
    }

    /** Rows of a vector, in buffers of an allocator. Vectors that are loaded with the rows share the buffers. */
    static final class Taken implements AutoCloseable {
        private final BufferAllocator allocator;
        private final Map<Long, ArrowBuf> byAddress = new HashMap<>();
        private final ArrowArray rows;

        Taken(FieldVector vector, int[] rows, BufferAllocator allocator) {
            this.allocator = allocator;
            try {
                this.rows = Take.of(view(vector), rows, this::allocate);
            } catch (RuntimeException | Error e) {
                close();
                throw e;
            }
        }

        private MemorySegment allocate(long bytes) {
            if (bytes == 0) {
                return MemorySegment.NULL;
            }
            ArrowBuf buffer = allocator.buffer(bytes);
            byAddress.put(buffer.memoryAddress(), buffer);
            return segment(buffer, bytes);
        }

        /** Replaces the contents of a vector of the same field. This allocates no memory. */
        void load(FieldVector vector) {
            load(rows, vector);
        }

        private void load(ArrowArray from, FieldVector to) {
            List<ArrowBuf> loaded = new ArrayList<>();
            for (MemorySegment segment : from.buffers()) {
                loaded.add(segment.byteSize() == 0
                        ? empty()
                        : byAddress.get(segment.address()).writerIndex(segment.byteSize()));
            }
            to.loadFieldBuffers(new ArrowFieldNode(from.length(), from.nulls()), loaded);
            List<FieldVector> children = to.getChildrenFromFields();
            for (int i = 0; i < children.size(); i++) {
                load(from.children().get(i), children.get(i));
            }
        }

        /**
         * Returns a new empty buffer. The one that allocators have is shared by all vectors of the JVM, and lists without rows
         * move its indices ({@code ListVector.getFieldBuffers}). Vectors that do not set the indices of a buffer, such as those
         * of views, would write bytes that do not exist.
         */
        private ArrowBuf empty() {
            return new ArrowBuf(ReferenceManager.NO_OP, null, 0, allocator.getEmpty().memoryAddress());
        }

        @Override
        public void close() {
            byAddress.values().forEach(ArrowBuf::close);
        }
    }
}
