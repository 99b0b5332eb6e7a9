package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.io.Closeable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Reads rows of a fixed width directly into memory, without conversion, on all cores. */
public final class BinaryReader implements KeyReader {
    /** Bytes per read: large enough to make the cost of calls negligible, small enough to report progress. */
    static final int CHUNK = 8 << 20;

    private final Source source;
    private final long bytes;
    private final int width;
    /** The position of the next row in the source. */
    private long position;

    /** A source of bytes that several threads may read. */
    interface Source extends Closeable {
        long size() throws FileSortException;

        /** Reads the bytes at a position until the buffer is full. */
        void readFully(ByteBuffer buffer, long position) throws FileSortException;

        /** Maps bytes into memory until the arena is closed. Returns null if they have to be read. */
        default MemorySegment map(long position, long bytes, Arena arena) throws FileSortException {
            return null;
        }

        @Override
        void close() throws FileSortException;
    }

    /** Creates a reader of the bytes of a source that start at a position. */
    BinaryReader(Source source, long position, long bytes, int width) {
        this.source = source;
        this.position = position;
        this.bytes = bytes;
        this.width = width;
    }

    @Override
    public long count() {
        return bytes / width;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    /**
     * Returns a reader of bytes from one of them on, with an end after the last row if that has none. To close it closes this one.
     *
     * @param end the ASCII characters that end a row; only the last one is looked for
     * @throws FileSortException if the last byte cannot be read
     */
    public BinaryReader from(long first, String end) throws FileSortException {
        ByteBuffer last = ByteBuffer.allocate(1);
        if (first < bytes) {
            source.readFully(last, bytes - 1);
        }
        return first == bytes || last.get(0) == end.charAt(end.length() - 1)
                ? new BinaryReader(source, first, bytes - first, 1)
                : new BinaryReader(new Ended(source, bytes, end), first, bytes + end.length() - first, 1);
    }

    /**
     * Bytes and an end after them.
     *
     * @param size the number of bytes before the end
     */
    private record Ended(Source before, long size, String end) implements Source {
        @Override
        public void readFully(ByteBuffer buffer, long position) throws FileSortException {
            int limit = buffer.limit();
            before.readFully(buffer.limit((int) Math.clamp(size - position, 0, limit)), position);
            buffer.limit(limit);
            while (buffer.hasRemaining()) {
                buffer.put((byte) end.charAt((int) (position + buffer.position() - size)));
            }
        }

        @Override
        public void close() throws FileSortException {
            before.close();
        }
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        long next = position;
        ParallelPieces.ofMemory(
                keys, (piece, from) -> source.readFully(piece.asByteBuffer(), next + from), progress);
        position += keys.byteSize();
    }

    @Override
    public MemorySegment map(Arena arena) throws FileSortException {
        return source.map(position, bytes, arena);
    }

    @Override
    public void close() throws FileSortException {
        source.close();
    }
}
