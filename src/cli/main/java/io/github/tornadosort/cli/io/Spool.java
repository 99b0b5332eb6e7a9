package io.github.tornadosort.cli.io;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The content of a stream. Its length and its last bytes are known only at its end, and some formats are read twice, so the whole
 * stream is read first: the beginning into memory, the rest into a temporary file.
 */
final class Spool implements Content {
    /** Bytes that are kept in memory. */
    static final int IN_MEMORY = 16 << 20;

    private static final int CHUNK = 1 << 20;

    private final byte[] head;
    /** The bytes after the head, or null if there are none. */
    private final TemporaryFile tail;

    private Spool(byte[] head, TemporaryFile tail) {
        this.head = head;
        this.tail = tail;
    }

    /**
     * Reads a stream to its end.
     *
     * @param folder the folder for the temporary file
     */
    static Spool of(InputStream stream, Path folder) throws IOException {
        byte[] head = stream.readNBytes(IN_MEMORY);
        byte[] chunk = head.length < IN_MEMORY ? new byte[0] : stream.readNBytes(CHUNK);
        if (chunk.length == 0) {
            return new Spool(head, null);
        }
        TemporaryFile tail = TemporaryFile.create(folder);
        try {
            for (int length = chunk.length; length > 0; length = stream.readNBytes(chunk, 0, chunk.length)) {
                tail.append(MemorySegment.ofArray(chunk).asSlice(0, length));
            }
            return new Spool(head, tail);
        } catch (Throwable e) {
            tail.close();
            throw e;
        }
    }

    @Override
    public long size() {
        return head.length + (tail == null ? 0 : tail.size());
    }

    @Override
    public int read(ByteBuffer buffer, long position) throws IOException {
        if (position >= head.length) {
            return tail == null ? -1 : tail.read(buffer, position - head.length);
        }
        int length = (int) Math.min(buffer.remaining(), head.length - position);
        buffer.put(head, (int) position, length);
        return length;
    }

    @Override
    public void close() throws IOException {
        if (tail != null) {
            tail.close();
        }
    }
}
