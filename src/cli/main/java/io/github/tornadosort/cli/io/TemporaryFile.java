package io.github.tornadosort.cli.io;

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
import java.util.Set;
import java.util.UUID;

/**
 * A temporary file for rows that do not fit in memory. Where the system allows it, the file is unlinked as soon as it is open,
 * so that it disappears however the program ends. Otherwise it is deleted when it is closed.
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
     * Creates an empty file in a folder. Only the current user can read it.
     *
     * @throws KeyFileException if it cannot be created
     */
    public static TemporaryFile create(Path folder) throws KeyFileException {
        try {
            Path file = folder.resolve(".tornado-sort." + UUID.randomUUID() + ".run");
            return new TemporaryFile(folder, OutputFile.openPrivate(file, Set.of(CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE)));
        } catch (IOException e) {
            throw KeyFileException.of(folder, "cannot create a temporary file", e);
        }
    }

    /** Returns the number of bytes written. */
    public long size() {
        return size;
    }

    /** Appends rows to the file. */
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
            throw KeyFileException.of(folder, "cannot write a temporary file", e);
        }
    }

    /** Returns a reader of part of the file, which is independent of other readers. */
    public KeyReader reader(long from, long bytes, int width) {
        return new BinaryReader(new Shared(), from, bytes, width);
    }

    @Override
    public void close() throws KeyFileException {
        try {
            channel.close();
        } catch (IOException e) {
            throw KeyFileException.of(folder, "cannot close a temporary file", e);
        }
    }

    /** The file as a source of several readers. Closing it does not close the file. */
    private final class Shared implements BinaryReader.Source {
        @Override
        public void readFully(ByteBuffer buffer, long position) throws KeyFileException {
            long from = position - buffer.position();
            try {
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer, from + buffer.position()) < 0) {
                        throw new EOFException("unexpected end of file at byte " + (from + buffer.position()));
                    }
                }
            } catch (IOException e) {
                throw KeyFileException.of(folder, "cannot read a temporary file", e);
            }
        }

        @Override
        public void close() {}
    }
}
