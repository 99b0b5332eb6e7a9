package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Reads rows of a fixed width directly into memory, without conversion, on all cores. */
public final class BinaryReader implements KeyReader {
    /** Bytes per read: large enough to make the cost of calls negligible, small enough to report progress. */
    static final int CHUNK = 8 << 20;

    private final InputFile file;
    private final long bytes;
    private final int width;
    private final long start;
    /** The position of the next row in the file. */
    private long position;

    /** Creates a reader of the bytes of a file that start at a position. */
    BinaryReader(InputFile file, long position, long bytes, int width) {
        this.file = file;
        this.start = position;
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

    /** Returns a reader of the same bytes from one of them on. To close it closes this one. */
    public BinaryReader from(long first) {
        return new BinaryReader(file, start + first, bytes - first, width);
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        long next = position;
        ParallelPieces.ofMemory(
                keys, (piece, from) -> file.readFully(piece.asByteBuffer(), next + from), progress);
        position += keys.byteSize();
    }

    @Override
    public MemorySegment map(Arena arena) throws FileSortException {
        return file.map(position, bytes, arena);
    }

    @Override
    public void close() throws FileSortException {
        file.close();
    }
}
