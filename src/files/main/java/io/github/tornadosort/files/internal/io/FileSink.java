package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.files.FileSortException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * Writes sorted keys where they belong in a file. Several threads pass keys; one of them writes at a time. A system lets one
 * thread write to a file, and on Linux the others would wait for it in a loop that takes processor time.
 */
final class FileSink implements KeySink {
    /** Bytes that are written at a time: so few that they are copied to the system from a core's own cache. */
    private static final int PIECE = 1 << 18;

    private final OutputFile file;
    private final int width;
    private final LongConsumer progress;
    private final long start;
    private final Lock writing = new ReentrantLock();
    private final ThreadLocal<ByteBuffer> pieces = ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(PIECE));

    FileSink(OutputFile file, int width, LongConsumer progress) {
        this.file = file;
        this.width = width;
        this.progress = progress;
        this.start = file.size();
    }

    @Override
    public void accept(long first, MemorySegment keys) {
        try {
            for (long from = 0; from < keys.byteSize(); from += PIECE) {
                write(keys.asSlice(from, Math.min(PIECE, keys.byteSize() - from)), start + first * width + from);
            }
        } catch (FileSortException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(MemorySegment keys, long position) throws FileSortException {
        ByteBuffer piece = pieces.get().clear().limit((int) keys.byteSize());
        MemorySegment.ofBuffer(piece).copyFrom(keys);
        writing.lock();
        try {
            file.write(piece, position);
            progress.accept(keys.byteSize());
        } finally {
            writing.unlock();
        }
    }
}
