package io.github.tornadosort.arrow.internal.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Message;

/**
 * An encapsulated message of the IPC format: a prefix with the length of the metadata, the metadata, and a body.
 *
 * @param bytes the whole message
 * @param metadata the metadata, without the prefix
 * @param body what follows the metadata
 */
record IpcMessage(MemorySegment bytes, MemorySegment metadata, MemorySegment body) {
    static final int CONTINUATION = -1;
    /** Bytes of the prefix: the continuation, and the length of the metadata. Files of Arrow before 0.15 have the length only. */
    static final int PREFIX = 2 * Integer.BYTES;
    /** Bytes to whose multiples messages are padded. */
    static final int ALIGNMENT = 8;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * Reads a message.
     *
     * @param from the file from the message on
     * @return the message, or null at the end of a stream
     * @throws IllegalArgumentException if the message is not complete or damaged
     */
    static IpcMessage read(MemorySegment from) {
        if (from.byteSize() == 0) {
            return null;
        }
        require(from, Integer.BYTES);
        int prefix = Integer.BYTES;
        int length = from.get(INT, 0);
        if (length == CONTINUATION) {
            prefix = PREFIX;
            require(from, prefix);
            length = from.get(INT, Integer.BYTES);
        }
        if (length == 0) {
            return null;
        }
        if (length < 0) {
            throw new IllegalArgumentException("metadata of " + length + " bytes");
        }
        require(from, (long) prefix + length);
        MemorySegment metadata = from.asSlice(prefix, length);
        long bodyLength = Message.getRootAsMessage(buffer(metadata)).bodyLength();
        if (bodyLength < 0 || (prefix + length) % ALIGNMENT != 0 || bodyLength % ALIGNMENT != 0) {
            throw new IllegalArgumentException(
                    "a message with metadata of " + length + " bytes and a body of " + bodyLength);
        }
        require(from.asSlice((long) prefix + length), bodyLength);
        return new IpcMessage(
                from.asSlice(0, prefix + length + bodyLength), metadata, from.asSlice((long) prefix + length, bodyLength));
    }

    private static void require(MemorySegment from, long bytes) {
        if (from.byteSize() < bytes) {
            throw new IllegalArgumentException(
                    "the file is truncated: it ends after " + from.byteSize() + " of the " + bytes + " bytes of a message");
        }
    }

    static ByteBuffer buffer(MemorySegment segment) {
        return segment.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    Message message() {
        return Message.getRootAsMessage(buffer(metadata));
    }

    /** Returns the number of bytes before the body. */
    int metadataLength() {
        return (int) (bytes.byteSize() - body.byteSize());
    }
}
