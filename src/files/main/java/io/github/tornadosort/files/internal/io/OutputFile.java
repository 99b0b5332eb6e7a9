package io.github.tornadosort.files.internal.io;

import static java.nio.file.StandardOpenOption.WRITE;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.files.ClosedPipeException;
import io.github.tornadosort.files.FileSortException;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * An output file that is written completely or not at all: under a temporary name, until {@link #commit} puts it in its place. Until then,
 * and after a failure, an existing file is unchanged.
 *
 * <p>If the path is a symbolic link, the link is kept and its target is replaced or created. A new file has the default permissions of
 * the system. A pipe, a device and standard output cannot be replaced and are written to directly. If the path ends in {@code .gz} or
 * {@code .zst}, the bytes are compressed.
 */
public final class OutputFile implements KeyWriter, Closeable {
    /** Bytes that are compressed, or written at a position, at a time: so few that they are copied from a core's own cache. */
    private static final int PIECE = 1 << 18;

    /** Kinds of files in the mode that POSIX defines. */
    private static final int FILE_KIND = 0xf000;

    private static final int PIPE = 0x1000;
    private static final int SOCKET = 0xc000;

    private final Path path;
    private final FileChannel channel;
    /** Null if the bytes are written directly to where they belong. */
    private final Replacement replacement;
    /** The stream that compresses, or null if the bytes are written as they are. */
    private OutputStream compressor;
    private long bytes;
    private volatile boolean abandoned;
    private boolean committed;

    private OutputFile(Path path, FileChannel channel, Replacement replacement) throws FileSortException {
        this.path = path;
        this.channel = channel;
        this.replacement = replacement;
        try {
            Compression compression = Compression.of(path);
            compressor = compression == Compression.NONE ? null : compression.compress(new Compressed());
        } catch (IOException e) {
            close();
            throw failure(e);
        }
    }

    /**
     * Creates an output file for this path.
     *
     * @throws FileSortException if the path cannot be written
     */
    public static OutputFile create(Path path) throws FileSortException {
        try {
            if (Files.isDirectory(path)) {
                throw new FileSortException(path, "is a directory, expected a file");
            }
            if (path.equals(StandardStreams.OUTPUT)) {
                return new OutputFile(path, StandardStreams.output(), null);
            }
            if (isWrittenDirectly(path)) {
                return new OutputFile(path, FileChannel.open(path, WRITE), null);
            }
            if (Files.exists(path)) {
                FileChannel.open(path, WRITE).close(); // fails if it cannot be written, and the system says why
            }
            Replacement replacement = new Replacement(path);
            return new OutputFile(path, replacement.channel(), replacement);
        } catch (IOException e) {
            throw FileSortException.of(path, "cannot be written", e);
        }
    }

    /** Returns whether an output is a pipe, a device or standard output, which cannot be replaced. */
    static boolean isWrittenDirectly(Path path) {
        return path.equals(StandardStreams.OUTPUT) || Files.exists(path) && !Files.isRegularFile(path);
    }

    /** Writes the remaining bytes of a buffer. */
    public void write(ByteBuffer buffer) throws FileSortException {
        try {
            if (compressor == null) {
                writePlain(buffer);
            } else {
                byte[] piece = new byte[Math.min(PIECE, buffer.remaining())];
                while (buffer.hasRemaining()) {
                    int length = Math.min(piece.length, buffer.remaining());
                    buffer.get(piece, 0, length);
                    compressor.write(piece, 0, length);
                }
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Writes rows as they are in memory. */
    @Override
    public void write(MemorySegment rows, LongConsumer progress) throws FileSortException {
        for (long from = 0; from < rows.byteSize(); from += InputFile.CHUNK) {
            long size = Math.min(InputFile.CHUNK, rows.byteSize() - from);
            write(rows.asSlice(from, size).asByteBuffer());
            progress.accept(size);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Several threads pass keys; one of them writes at a time. A system lets one thread write to a file, and on Linux the others would
     * wait for it in a loop that takes processor time.
     */
    @Override
    public KeySink sink(int width, LongConsumer progress) {
        if (compressor != null || replacement == null) {
            return null;
        }
        long start = bytes;
        Lock writing = new ReentrantLock();
        ThreadLocal<ByteBuffer> pieces = ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(PIECE));
        return (first, keys) -> {
            for (long from = 0; from < keys.byteSize(); from += PIECE) {
                int size = (int) Math.min(PIECE, keys.byteSize() - from);
                ByteBuffer piece = pieces.get().clear().limit(size);
                MemorySegment.ofBuffer(piece).copyFrom(keys.asSlice(from, size));
                writing.lock();
                try {
                    write(piece, start + first * width + from);
                    progress.accept(size);
                } catch (FileSortException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    writing.unlock();
                }
            }
        };
    }

    private void write(ByteBuffer buffer, long position) throws FileSortException {
        long end = position + buffer.remaining();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer, end - buffer.remaining());
            }
        } catch (IOException e) {
            throw FileSortException.of(path, "byte " + (end - buffer.remaining()) + ": cannot be written", e);
        }
    }

    private void writePlain(ByteBuffer buffer) throws IOException {
        try {
            while (buffer.hasRemaining()) {
                bytes += channel.write(buffer);
            }
        } catch (IOException e) {
            throw isPipe() ? new ClosedPipeException(path, e) : e;
        }
    }

    private FileSortException failure(IOException cause) {
        return FileSortException.of(path, "byte " + bytes + ": cannot be written", cause);
    }

    /** Returns whether the file is a pipe or a socket: to write to it fails only if its reader has closed it. */
    private boolean isPipe() {
        try {
            int kind = replacement != null ? 0 : (int) Files.getAttribute(path, "unix:mode") & FILE_KIND;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false; // This system does not tell.
        }
    }

    /** Completes the file and puts it in its place. */
    public void commit() throws FileSortException {
        commitAll(this);
    }

    /**
     * Commits several files that belong together. All files are forced to disk before the first is renamed, so that a failure
     * to write one of them, for example a full disk, leaves all existing files unchanged.
     */
    public static void commitAll(OutputFile... files) throws FileSortException {
        for (OutputFile file : files) {
            file.complete();
        }
        for (OutputFile file : files) {
            file.replace();
        }
    }

    private void complete() throws FileSortException {
        try {
            if (compressor != null) {
                compressor.close();
            }
        } catch (IOException e) {
            throw failure(e);
        }
        try {
            if (replacement != null) {
                replacement.complete();
            }
        } catch (IOException e) {
            throw FileSortException.of(path, "cannot be written", e);
        }
    }

    private synchronized void replace() throws FileSortException {
        if (abandoned) {
            throw new FileSortException(path, "cannot be written: interrupted");
        }
        try {
            if (replacement != null) {
                replacement.commit();
            }
            committed = true;
        } catch (IOException e) {
            throw FileSortException.of(path, "cannot be written", e);
        }
    }

    /**
     * Ends the output at once, while another thread writes to it: that fails then. That thread has to close the output too.
     *
     * @return whether the output is as it was; otherwise it was complete already
     */
    public synchronized boolean abandon() {
        if (committed) {
            return false;
        }
        abandoned = true;
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing that was written is wanted.
        }
        if (replacement != null) {
            replacement.delete();
        }
        return true;
    }

    @Override
    public void close() throws FileSortException {
        abandoned = true;
        try {
            if (compressor != null) {
                compressor.close(); // frees its memory
            }
            if (!path.equals(StandardStreams.OUTPUT)) {
                channel.close();
            }
        } catch (IOException e) {
            throw FileSortException.of(path, "cannot be written", e);
        } finally {
            if (replacement != null) {
                replacement.close();
            }
        }
    }

    /**
     * Receives the compressed bytes. After {@link #close} they are dropped: the end would make an unfinished file look complete.
     */
    private final class Compressed extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value});
        }

        @Override
        public void write(byte[] source, int from, int length) throws IOException {
            if (!abandoned) {
                writePlain(ByteBuffer.wrap(source, from, length));
            }
        }
    }
}
