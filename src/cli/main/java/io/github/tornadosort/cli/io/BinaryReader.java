package io.github.tornadosort.cli.io;

import java.io.Closeable;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Reads rows of a fixed width directly into memory, without conversion. */
final class BinaryReader implements KeyReader {
    /** Bytes per read: large enough to make the cost of calls negligible, small enough to report progress. */
    static final int CHUNK = 8 << 20;

    private final Source source;
    private final long bytes;
    private final int width;

    /** A sequential source of bytes. */
    interface Source extends Closeable {
        /** Reads the next bytes until the buffer is full. */
        void readFully(ByteBuffer buffer) throws KeyFileException;

        @Override
        void close() throws KeyFileException;
    }

    /** Creates a reader of the next bytes of a source. */
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
