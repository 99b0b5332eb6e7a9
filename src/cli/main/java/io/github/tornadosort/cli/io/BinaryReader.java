package io.github.tornadosort.cli.io;

import java.io.Closeable;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Keys or other rows of one width as they lie in memory: read straight into it. */
final class BinaryReader implements KeyReader {
    /** Bytes a read: large enough that calls cost nothing, small enough that progress is seen. */
    static final int CHUNK = 8 << 20;

    private final Source source;
    private final long bytes;
    private final int width;

    /** Where the bytes come from, one after the other. */
    interface Source extends Closeable {
        /** Reads the next ones until the buffer is full. */
        void readFully(ByteBuffer buffer) throws KeyFileException;

        @Override
        void close() throws KeyFileException;
    }

    /** A reader of the next bytes, so many. */
    BinaryReader(Source source, long bytes, int width) {
        this.source = source;
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
    public void read(MemorySegment keys, LongConsumer progress) throws KeyFileException {
        for (long from = 0; from < keys.byteSize(); from += CHUNK) {
            long size = Math.min(CHUNK, keys.byteSize() - from);
            source.readFully(keys.asSlice(from, size).asByteBuffer());
            progress.accept(size);
        }
    }

    @Override
    public void close() throws KeyFileException {
        source.close();
    }
}
