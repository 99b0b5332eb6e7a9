package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import java.io.Closeable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Reads rows of a fixed width directly into memory, without conversion, on all cores. */
final class BinaryReader implements KeyReader {
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

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        long start = position;
        ParallelPieces.ofMemory(
                keys, (piece, from) -> source.readFully(piece.asByteBuffer(), start + from), progress);
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
