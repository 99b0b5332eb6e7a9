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
    private final long first;
    private final long bytes;
    private final int width;
    /** The position of the next row in the file. */
    private long position;

    /** Creates a reader of the bytes of a file that start at a position. */
    BinaryReader(InputFile file, long position, long bytes, int width) {
        this.file = file;
        this.first = position;
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
     * Returns a reader of the bytes of the file from one of them on. To close it closes this one.
     *
     * @param end the ASCII characters that are added after the last byte if that is not the last of them
     * @throws FileSortException if the last byte cannot be read
     */
    public BinaryReader from(long first, String end) throws FileSortException {
        if (first < bytes && file.bytes(bytes - 1, 1).get(0) != end.charAt(end.length() - 1)) {
            file.addEnd(end);
        }
        return new BinaryReader(file, first, file.size() - first, 1);
    }

    /** Returns how often a byte occurs in the file before a byte of the rows. */
    public long count(byte value, long end) throws FileSortException {
        long count = 0;
        for (long at = 0; at < first + end; at += CHUNK) {
            MemorySegment chunk = MemorySegment.ofBuffer(file.bytes(at, (int) Math.min(CHUNK, first + end - at)));
            count += ByteSearch.count(chunk, 0, chunk.byteSize(), ByteSearch.repeated(value));
        }
        return count;
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
