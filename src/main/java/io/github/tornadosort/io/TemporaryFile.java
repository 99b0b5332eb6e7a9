package io.github.tornadosort.io;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * A file for what does not fit in memory. Nobody sees it: it has no name once it is open, where the system allows that, so
 * that it is gone whatever ends the program, and is deleted when closed elsewhere.
 */
public final class TemporaryFile implements Closeable {
    private final Path folder;
    private final FileChannel channel;
    private long size;

    private TemporaryFile(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * An empty file on the disk of this folder.
     *
     * @throws KeyFileException if nothing can be written there
     */
    public static TemporaryFile create(Path folder) throws KeyFileException {
        try {
            Path file = folder.resolve(".tornado-sort." + UUID.randomUUID() + ".run");
            return new TemporaryFile(folder, FileChannel.open(file, CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE));
        } catch (IOException e) {
            throw KeyFileException.of(folder, "no temporary file can be made there", e);
        }
    }

    /** Bytes written. */
    public long size() {
        return size;
    }

    /** Writes memory to the file's end. */
    public void append(MemorySegment rows) throws KeyFileException {
        try {
            for (long from = 0; from < rows.byteSize(); from += BinaryReader.CHUNK) {
                long length = Math.min(BinaryReader.CHUNK, rows.byteSize() - from);
                ByteBuffer buffer = rows.asSlice(from, length).asByteBuffer();
                while (buffer.hasRemaining()) {
                    size += channel.write(buffer, size);
                }
            }
        } catch (IOException e) {
            throw KeyFileException.of(folder, "a temporary file there cannot be written", e);
        }
    }

    /** Reads part of the file, independently of other readers of it, as rows of one width. */
    public KeyReader reader(long from, long bytes, int width) {
        return new PartReader(from, bytes, width);
    }

    private void read(long from, ByteBuffer buffer) throws KeyFileException {
        try {
            long position = from;
            while (buffer.hasRemaining()) {
                int read = channel.read(buffer, position);
                if (read < 0) {
                    throw new EOFException("it ends at byte " + position);
                }
                position += read;
            }
        } catch (IOException e) {
            throw KeyFileException.of(folder, "a temporary file there cannot be read", e);
        }
    }

    @Override
    public void close() throws KeyFileException {
        try {
            channel.close();
        } catch (IOException e) {
            throw KeyFileException.of(folder, "a temporary file there cannot be closed", e);
        }
    }

    private final class PartReader implements KeyReader {
        private final long bytes;
        private final int width;
        private long position;

        private PartReader(long from, long bytes, int width) {
            this.position = from;
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
        public void read(MemorySegment rows, LongConsumer progress) throws KeyFileException {
            for (long from = 0; from < rows.byteSize(); from += BinaryReader.CHUNK) {
                long length = Math.min(BinaryReader.CHUNK, rows.byteSize() - from);
                TemporaryFile.this.read(position, rows.asSlice(from, length).asByteBuffer());
                position += length;
                progress.accept(length);
            }
        }

        /** The file stays: others read it. */
        @Override
        public void close() {}
    }
}
