package io.github.tornadosort.io;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Keys or other rows of one width as they lie in memory: read straight into it. */
final class BinaryReader implements KeyReader {
    /** Bytes a read: large enough that calls cost nothing, small enough that progress is seen. */
    static final int CHUNK = 8 << 20;

    private final InputFile file;
    private final long bytes;
    private final int width;

    BinaryReader(InputFile file, long offset, long bytes, int width) throws KeyFileException {
        this.file = file;
        this.bytes = bytes;
        this.width = width;
        file.position(offset);
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
    public void read(MemorySegment keys, LongConsumer progress) throws KeyFileException {
        for (long from = 0; from < keys.byteSize(); from += CHUNK) {
            long size = Math.min(CHUNK, keys.byteSize() - from);
            file.readFully(keys.asSlice(from, size).asByteBuffer());
            progress.accept(size);
        }
    }

    @Override
    public void close() throws KeyFileException {
        file.close();
    }
}
