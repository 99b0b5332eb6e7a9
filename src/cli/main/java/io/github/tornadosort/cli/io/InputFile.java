package io.github.tornadosort.cli.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A regular file that is open for reading. All of its errors are {@link KeyFileException}s. */
final class InputFile implements BinaryReader.Source {
    private final Path path;
    private final FileChannel channel;

    private InputFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Creates a reader for an open file. */
    interface Opening {
        KeyReader reader(InputFile file) throws KeyFileException;
    }

    /** Opens a file and creates a reader for it. Closes the file if that fails. */
    static KeyReader open(Path path, Opening opening) throws KeyFileException {
        InputFile file = open(path);
        try {
            return opening.reader(file);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    private static InputFile open(Path path) throws KeyFileException {
        if (Files.isDirectory(path)) {
            throw new KeyFileException(path, "is a directory, expected a file of keys");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new KeyFileException(path, "is a pipe or a device, expected a regular file of keys");
        }
        try {
            return new InputFile(path, FileChannel.open(path, StandardOpenOption.READ));
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be opened", e);
        }
    }

    long size() throws KeyFileException {
        try {
            return channel.size();
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be read", e);
        }
    }

    long position() throws KeyFileException {
        try {
            return channel.position();
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be read", e);
        }
    }

    void position(long offset) throws KeyFileException {
        try {
            channel.position(offset);
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be read", e);
        }
    }

    /** Reads bytes at a position until the buffer is full or the file ends. The file's own position does not change. */
    void read(ByteBuffer buffer, long offset) throws KeyFileException {
        long from = offset - buffer.position();
        try {
            while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) >= 0) {
                // The channel may have read fewer bytes than requested.
            }
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be read", e);
        }
    }

    @Override
    public void readFully(ByteBuffer buffer, long offset) throws KeyFileException {
        long end = offset + buffer.remaining();
        read(buffer, offset);
        if (buffer.hasRemaining()) {
            throw error("byte " + (end - buffer.remaining()) + ": unexpected end of file, expected at least "
                    + buffer.remaining() + " more bytes");
        }
    }

    /** Reads the next bytes until the buffer is full, and advances the file's position. */
    void readFully(ByteBuffer buffer) throws KeyFileException {
        long from = position();
        int length = buffer.remaining();
        readFully(buffer, from);
        position(from + length);
    }

    KeyFileException error(String problem) {
        return new KeyFileException(path, problem);
    }

    @Override
    public void close() throws KeyFileException {
        try {
            channel.close();
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be closed", e);
        }
    }
}
