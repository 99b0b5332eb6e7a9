package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/**
 * A file that is open for reading. A pipe, a device, a compressed file, and a file whose length is not what the system says are
 * read to their end when they are opened. All errors are {@link FileSortException}s.
 */
public final class InputFile implements Closeable {
    /** The most bytes of a stream that are kept in memory. */
    static final int IN_MEMORY = 16 << 20;

    private static final int CHUNK = 1 << 20;
    private static final String CANNOT_BE_READ = "cannot be read";
    private final Path path;
    /** What the message says if the file cannot be read. */
    private final String failure;
    /** Null if all bytes are in memory. */
    private final FileChannel channel;
    /** Whether this is standard input as the process was given it: the next file would get its descriptor. */
    private boolean staysOpen;
    /** All bytes, if the file is a short stream. */
    private final MemorySegment memory;
    /** The most bytes that were mapped into memory, or 0. */
    private long mapped;

    /** Creates a reader of a file that is open. */
    InputFile(Path path, String failure, FileChannel channel) {
        this.path = path;
        this.failure = failure;
        this.channel = channel;
        this.memory = null;
    }

    /** Creates a reader of a file of which all bytes are in memory. */
    InputFile(Path path, byte[] bytes) {
        this.path = path;
        this.failure = CANNOT_BE_READ;
        this.channel = null;
        this.memory = MemorySegment.ofArray(bytes);
    }

    /** Creates a reader for an open file. */
    interface Opening<R extends KeyReader> {
        R reader(InputFile file) throws FileSortException;
    }

    /**
     * Opens a file and creates a reader for it. Closes the file if that fails.
     *
     * @param temporary the folder for a temporary file, which a pipe or a compressed file needs if it has many bytes
     */
    static <R extends KeyReader> R open(Path path, Path temporary, Opening<R> opening) throws FileSortException {
        InputFile file = open(path, temporary);
        try {
            return opening.reader(file);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Returns whether a file can be opened twice without cost: whether it is neither a stream nor compressed. */
    public static boolean mayBeReopened(Path path) {
        boolean isStandard = path.equals(StandardStreams.INPUT);
        boolean isStream = (isStandard || Files.exists(path))
                && (!Files.isRegularFile(path) || isStandard && StandardStreams.isPartlyRead());
        return !isStream && Compression.of(path) == Compression.NONE;
    }

    /**
     * Opens a file.
     *
     * @param temporary the folder for a temporary file, as above
     */
    public static InputFile open(Path path, Path temporary) throws FileSortException {
        if (Files.isDirectory(path)) {
            throw new FileSortException(path, "is a directory, expected a file of keys");
        }
        String problem = "cannot be opened";
        try {
            if (mayBeReopened(path)) {
                boolean isStandard = path.equals(StandardStreams.INPUT);
                InputFile file = new InputFile(
                        path, CANNOT_BE_READ,
                        isStandard ? StandardStreams.input() : FileChannel.open(path, StandardOpenOption.READ));
                file.staysOpen = isStandard;
                if (file.hasItsSize()) {
                    return file;
                }
                try (file) {
                    return spool(path, Channels.newInputStream(file.channel), temporary);
                }
            }
            Compression compression = Compression.of(path);
            try (InputStream bytes = StandardStreams.open(path)) {
                problem = compression == Compression.NONE ? CANNOT_BE_READ : "cannot be decompressed";
                try (InputStream decompressed = compression.decompress(bytes)) {
                    return spool(path, decompressed, temporary);
                }
            }
        } catch (FileSortException e) {
            throw e;
        } catch (IOException e) {
            throw FileSortException.of(path, problem, e);
        }
    }

    /** Returns whether the file ends where the system says. Files that the system makes up when they are read do not. */
    private boolean hasItsSize() throws FileSortException {
        long size = size();
        return bytes(Math.max(0, size - 1), 2).limit() == Math.min(size, 1);
    }

    /**
     * Reads a stream to its end: its length and its last bytes are known only then, and some formats are read twice. It is read into
     * memory, or into a temporary file if it has many bytes.
     */
    static InputFile spool(Path path, InputStream stream, Path folder) throws IOException {
        byte[] head = stream.readNBytes(IN_MEMORY);
        byte[] chunk = head.length < IN_MEMORY ? new byte[0] : stream.readNBytes(CHUNK);
        if (chunk.length == 0) {
            return new InputFile(path, head);
        }
        TemporaryFile file = TemporaryFile.create(folder);
        try {
            file.append(MemorySegment.ofArray(head));
            for (int length = chunk.length; length > 0; length = stream.readNBytes(chunk, 0, chunk.length)) {
                file.append(MemorySegment.ofArray(chunk).asSlice(0, length));
            }
            return file.input(path, CANNOT_BE_READ);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    Path path() {
        return path;
    }

    /** Returns whether this is standard input, whose name does not tell its format. */
    boolean isStandardInput() {
        return path.equals(StandardStreams.INPUT);
    }

    long size() throws FileSortException {
        try {
            return channel == null ? memory.byteSize() : channel.size();
        } catch (IOException e) {
            throw FileSortException.of(path, failure, e);
        }
    }

    /** Reads bytes at a position until the buffer is full or the file ends. The file's own position does not change. */
    void read(ByteBuffer buffer, long offset) throws FileSortException {
        if (channel == null) {
            long length = Math.clamp(memory.byteSize() - offset, 0, buffer.remaining());
            buffer.put(memory.asSlice(Math.min(offset, memory.byteSize()), length).asByteBuffer());
            return;
        }
        long from = offset - buffer.position();
        try {
            while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) >= 0) {
                // Fewer bytes may have been read than requested.
            }
        } catch (IOException e) {
            throw FileSortException.of(path, failure, e);
        }
    }

    /** Reads the bytes at a position until the buffer is full. Several threads may do that. */
    void readFully(ByteBuffer buffer, long offset) throws FileSortException {
        long to = offset + buffer.remaining();
        read(buffer, offset);
        if (buffer.hasRemaining()) {
            throw endsEarly(to - buffer.remaining(), to);
        }
    }

    /** Returns the bytes from a position on, as many as there are, in little-endian order. */
    ByteBuffer bytes(long offset, int most) throws FileSortException {
        ByteBuffer bytes = ByteBuffer.allocate(most).order(ByteOrder.LITTLE_ENDIAN);
        read(bytes, offset);
        return bytes.flip();
    }

    /**
     * Maps bytes of a file into memory. Pages that are read through a mapping count as memory of the process until its arena is closed.
     *
     * @param arena unmaps the file
     * @return the bytes, or null if they have to be read
     */
    MemorySegment map(long offset, long bytes, Arena arena) throws FileSortException {
        if (channel == null) {
            return null;
        }
        try {
            MemorySegment all = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
            if (all.byteSize() - offset < bytes) {
                throw endsEarly(all.byteSize(), offset + bytes);
            }
            mapped = Math.max(mapped, all.byteSize());
            return all.asSlice(offset, bytes);
        } catch (FileSortException e) {
            throw e;
        } catch (IOException e) {
            throw FileSortException.of(path, failure, e);
        }
    }

    /**
     * Brings the pages of a mapped file into memory on all cores, from the first one to the last one. Does nothing to other
     * memory.
     *
     * @param progress receives the number of bytes that were loaded since the last call, from one thread at a time
     */
    public static void load(MemorySegment memory, LongConsumer progress) throws FileSortException {
        if (memory.isMapped()) {
            ParallelPieces.ofMemory(memory, (piece, _) -> piece.load(), progress);
        }
    }

    private FileSortException endsEarly(long at, long expected) {
        return error("byte " + at + ": unexpected end of file, expected at least " + (expected - at) + " more bytes");
    }

    FileSortException error(String problem) {
        return new FileSortException(path, problem);
    }

    /**
     * Closes the file. May be called again.
     *
     * @throws FileSortException if the file cannot be closed; or if it became shorter after it was mapped, so that some of its
     *     bytes were read as zeros, or caused an {@link InternalError}
     */
    @Override
    public void close() throws FileSortException {
        long expected = mapped;
        mapped = 0;
        try (FileChannel _ = staysOpen ? null : channel) {
            if (expected > 0 && channel.size() < expected) {
                throw error("became shorter while it was read: sort a copy, or do not write to it meanwhile");
            }
        } catch (FileSortException e) {
            throw e;
        } catch (IOException e) {
            throw FileSortException.of(path, "cannot be closed", e);
        }
    }
}
