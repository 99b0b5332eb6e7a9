package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

/** Reads rows of a fixed width directly into memory, without conversion, on all cores. */
public final class BinaryReader implements KeyReader {
    /** Bytes per read: large enough to make the cost of calls negligible, small enough to report progress. */
    static final int CHUNK = 8 << 20;

    private final InputFile file;
    private final int width;
    private final long bytes;
    /** ASCII characters after the last byte of the file, which are not in it. */
    private final String added;
    /** The position of the next row in the file, and the end of the rows. */
    private long position;

    private final long end;

    /** Creates a reader of the bytes of a file that start at a position. */
    BinaryReader(InputFile file, long position, long bytes, int width) {
        this(file, position, bytes, width, "");
    }

    private BinaryReader(InputFile file, long position, long bytes, int width, String added) {
        this.file = file;
        this.position = position;
        this.end = position + bytes;
        this.bytes = bytes + added.length();
        this.width = width;
        this.added = added;
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
     * @param last the ASCII characters that are added after the last byte if that is not the last of them
     * @throws FileSortException if the last byte cannot be read
     */
    public BinaryReader from(long first, String last) throws FileSortException {
        boolean hasEnd = first == end || file.bytes(end - 1, 1).get(0) == last.charAt(last.length() - 1);
        return new BinaryReader(file, first, end - first, 1, hasEnd ? "" : last);
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        long next = position;
        long inFile = Math.clamp(end - next, 0, keys.byteSize());
        ParallelPieces.ofMemory(
                keys.asSlice(0, inFile), (piece, from) -> file.readFully(piece.asByteBuffer(), next + from), progress);
        for (long at = inFile; at < keys.byteSize(); at++) {
            keys.set(ValueLayout.JAVA_BYTE, at, (byte) added.charAt((int) (next + at - end)));
        }
        position += keys.byteSize();
        progress.accept(keys.byteSize() - inFile);
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
