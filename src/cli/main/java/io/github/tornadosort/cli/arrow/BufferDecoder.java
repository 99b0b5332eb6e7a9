package io.github.tornadosort.cli.arrow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.CompressionType;

/** Decompresses the buffers of a record batch. A buffer begins with its decompressed length, which is -1 if it is not compressed. */
interface BufferDecoder {
    ValueLayout.OfLong LENGTH = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    MemorySegment decode(MemorySegment buffer);

    /**
     * Returns a decoder.
     *
     * @param compression how the buffers are compressed, or null if they are not
     * @param arena allocates decompressed buffers
     */
    static BufferDecoder of(BodyCompression compression, Arena arena) {
        if (compression == null) {
            return buffer -> buffer;
        }
        if (compression.codec() != CompressionType.LZ4_FRAME) {
            throw new IllegalArgumentException("buffers that are compressed by "
                    + CompressionType.name(compression.codec()) + " are not supported; LZ4 is");
        }
        return buffer -> {
            if (buffer.byteSize() == 0) {
                return buffer;
            }
            if (buffer.byteSize() < Long.BYTES) {
                throw new IllegalArgumentException("a compressed buffer of " + buffer.byteSize() + " bytes");
            }
            long length = buffer.get(LENGTH, 0);
            MemorySegment compressed = buffer.asSlice(Long.BYTES);
            if (length == -1) {
                return compressed;
            }
            // A byte of LZ4 stands for at most 255 bytes.
            if (length < 0 || length > 255 * compressed.byteSize()) {
                throw new IllegalArgumentException(
                        "a buffer of " + compressed.byteSize() + " bytes cannot have " + length + " bytes of data");
            }
            MemorySegment data = arena.allocate(length, Long.BYTES);
            Lz4Frame.decode(compressed, data);
            return data;
        };
    }
}
