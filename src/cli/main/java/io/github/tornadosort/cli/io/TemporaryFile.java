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
     * Creates an empty file on the disk of this folder. Only the user who runs the program may read it.
     *
     * @throws KeyFileException if nothing can be written there
     */
    public static TemporaryFile create(Path folder) throws KeyFileException {
        try {
            Path file = folder.resolve(".tornado-sort." + UUID.randomUUID() + ".run");
            return new TemporaryFile(folder, OutputFile.openPrivate(file, Set.of(CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE)));
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
        return new BinaryReader(new Part(from), bytes, width);
    }

    @Override
    public void close() throws KeyFileException {
        try {
            channel.close();
        } catch (IOException e) {
            throw KeyFileException.of(folder, "a temporary file there cannot be closed", e);
        }
    }

    /** The file from a place on. It stays open: others read it. */
    private final class Part implements BinaryReader.Source {
        private long position;

        private Part(long from) {
            this.position = from;
        }

        @Override
        public void readFully(ByteBuffer buffer) throws KeyFileException {
            try {
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
        public void close() {}
    }
}
