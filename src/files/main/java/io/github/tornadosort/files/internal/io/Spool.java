package io.github.tornadosort.files.internal.io;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The content of a stream. Its length and its last bytes are known only at its end, and some formats are read twice, so the whole
 * stream is read first: into memory, or into a temporary file if it has many bytes.
 */
final class Spool {
    /** The most bytes that are kept in memory. */
    static final int IN_MEMORY = 16 << 20;

    private static final int CHUNK = 1 << 20;

    private Spool() {}

    /**
     * Reads a stream to its end.
     *
     * @param folder the folder for the temporary file
     */
    static Content of(InputStream stream, Path folder) throws IOException {
        byte[] head = stream.readNBytes(IN_MEMORY);
        byte[] chunk = head.length < IN_MEMORY ? new byte[0] : stream.readNBytes(CHUNK);
        if (chunk.length == 0) {
            return new InMemory(head);
        }
        TemporaryFile file = TemporaryFile.create(folder);
        try {
            file.append(MemorySegment.ofArray(head));
            for (int length = chunk.length; length > 0; length = stream.readNBytes(chunk, 0, chunk.length)) {
                file.append(MemorySegment.ofArray(chunk).asSlice(0, length));
            }
            return file;
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    private static final class InMemory implements Content {
        private final byte[] bytes;
        /** A copy off-heap, or null. All mappings share it. */
        private MemorySegment mapped;

        private InMemory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(ByteBuffer buffer, long position) {
            if (position >= bytes.length) {
                return -1;
            }
            int length = (int) Math.min(buffer.remaining(), bytes.length - position);
            buffer.put(bytes, (int) position, length);
            return length;
        }

        @Override
        public MemorySegment map(Arena arena) {
            if (mapped == null) {
                mapped = Arena.ofAuto().allocate(bytes.length, Long.BYTES).copyFrom(MemorySegment.ofArray(bytes));
            }
            return mapped;
        }

        @Override
        public void close() {}
    }
}
