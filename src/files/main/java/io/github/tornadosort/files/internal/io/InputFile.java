package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
 * A file that is open for reading: its rows of a fixed width one after the other, directly into memory on all cores; or bytes at a
 * position. A pipe, a device, a compressed file, and a file whose length is not what the system says are read to their end when they
 * are opened. All errors are {@link FileSortException}s.
 */
public final class InputFile implements KeyReader {
    /** Bytes per read: large enough to make the cost of calls negligible, small enough to report progress. */
    static final int CHUNK = 8 << 20;

    /** The most bytes of a stream that are kept in memory. */
    static final int IN_MEMORY = 16 << 20;

    private static final int PIECE_OF_STREAM = 1 << 20;
    static final String CANNOT_BE_READ = "cannot be read";

    private final Path path;
    /** What the message says if the file cannot be read. */
    private final String failure;
    /** Null if all bytes are in memory. */
    private final FileChannel channel;
    /** Whether the channel is closed elsewhere. If it is that of standard input, the next file would get its descriptor. */
    private final boolean staysOpen;
    /** All bytes, if the file is a short stream. */
    private final MemorySegment memory;
    /** The most bytes that were mapped into memory, or 0. */
    private long mapped;
    /** The positions of the first row, of the next one to read, and of the end. */
    private long first;

    private long next;
    private long end;
    private int width = 1;
    /** ASCII characters after the last row, which are not in the file. */
    private String added = "";

    /** Creates a reader of a file that is open. */
    InputFile(Path path, String failure, FileChannel channel, boolean staysOpen) throws FileSortException {
        this.path = path;
        this.failure = failure;
        this.channel = channel;
        this.memory = null;
        this.staysOpen = staysOpen;
        this.end = size();
    }

    /** Creates a reader of a file of which all bytes are in memory. */
    InputFile(Path path, byte[] bytes) {
        this.path = path;
        this.failure = CANNOT_BE_READ;
        this.channel = null;
        this.staysOpen = false;
        this.memory = MemorySegment.ofArray(bytes);
        this.end = bytes.length;
    }

    /** Creates a reader for an open file. */
    public interface Opening<R extends KeyReader> {
        R reader(InputFile file) throws FileSortException;
    }

    /**
     * Opens a file and creates a reader for it. Closes the file if that fails.
     *
     * @param temporary the folder for a temporary file, which a pipe or a compressed file needs if it has many bytes
     */
    public static <R extends KeyReader> R open(Path path, Path temporary, Opening<R> opening) throws FileSortException {
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

    /** Opens a file, whose folder for a temporary file is as above. */
    static InputFile open(Path path, Path temporary) throws FileSortException {
        if (Files.isDirectory(path)) {
            throw new FileSortException(path, "is a directory, expected a file of keys");
        }
        String problem = "cannot be opened";
        try {
            if (mayBeReopened(path)) {
                boolean isStandard = path.equals(StandardStreams.INPUT);
                FileChannel channel =
                        isStandard ? StandardStreams.input() : FileChannel.open(path, StandardOpenOption.READ);
                InputFile file = new InputFile(path, CANNOT_BE_READ, channel, isStandard);
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
        byte[] chunk = head.length < IN_MEMORY ? new byte[0] : stream.readNBytes(PIECE_OF_STREAM);
        if (chunk.length == 0) {
            return new InputFile(path, head);
        }
        TemporaryFile file = TemporaryFile.create(folder);
        try {
            file.append(MemorySegment.ofArray(head));
            for (int length = chunk.length; length > 0; length = stream.readNBytes(chunk, 0, chunk.length)) {
                file.append(MemorySegment.ofArray(chunk).asSlice(0, length));
            }
            return file.input(path);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /**
     * Lets the whole file be read as rows.
     *
     * @param what what the rows are, for a message: {@code records}
     * @throws FileSortException if the length of the file is not a multiple of the width
     */
    InputFile rows(int bytes, String what) throws FileSortException {
        if (end % bytes != 0) {
            throw error("byte " + (end - end % bytes) + ": expected " + what + " of " + bytes
                    + " bytes, but the file's length of " + end + " is not a multiple of that");
        }
        width = bytes;
        return this;
    }

    /** Lets a part of the file be read as rows, from its first one on. */
    InputFile part(long position, long length, int bytes) {
        first = position;
        next = position;
        end = position + length;
        width = bytes;
        return this;
    }

    /**
     * Lets bytes be read from one of them on.
     *
     * @param last the ASCII characters that are added after the last byte if that is not the last of them
     * @throws FileSortException if the last byte cannot be read
     */
    public InputFile from(long position, String last) throws FileSortException {
        boolean hasLast = position == end || bytes(end - 1, 1).get(0) == last.charAt(last.length() - 1);
        added = hasLast ? "" : last;
        return part(position, end - position, 1);
    }

    @Override
    public long count() {
        return bytes() / width;
    }

    @Override
    public long bytes() {
        return end - first + added.length();
    }

    @Override
    public void read(MemorySegment rows, LongConsumer progress) throws FileSortException {
        long start = next;
        long inFile = Math.clamp(end - start, 0, rows.byteSize());
        ParallelPieces.ofMemory(
                rows.asSlice(0, inFile), (piece, from) -> readFully(piece.asByteBuffer(), start + from), progress);
        for (long at = inFile; at < rows.byteSize(); at++) {
            rows.set(ValueLayout.JAVA_BYTE, at, (byte) added.charAt((int) (start + at - end)));
        }
        next += rows.byteSize();
        progress.accept(rows.byteSize() - inFile);
    }

    /** Returns how often a byte occurs in the file before a byte of the rows. */
    public long count(byte value, long byteOfRows) throws FileSortException {
        long count = 0;
        for (long at = 0; at < first + byteOfRows; at += CHUNK) {
            MemorySegment chunk = MemorySegment.ofBuffer(bytes(at, (int) Math.min(CHUNK, first + byteOfRows - at)));
            count += ByteSearch.count(chunk, 0, chunk.byteSize(), ByteSearch.repeated(value));
        }
        return count;
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

    /** Pages that are read through a mapping count as memory of the process until its arena is closed. */
    @Override
    public MemorySegment map(Arena arena) throws FileSortException {
        if (channel == null) {
            return null;
        }
        try {
            MemorySegment all = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
            if (all.byteSize() < end) {
                throw endsEarly(all.byteSize(), end);
            }
            mapped = Math.max(mapped, all.byteSize());
            return all.asSlice(first, end - first);
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
        } catch (IOException e) {
            throw FileSortException.of(path, "cannot be closed", e);
        }
    }
}
