package io.github.tornadosort.files.internal.io;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.github.tornadosort.files.FileSortException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A temporary file for rows that do not fit in memory. Where the system allows it, the file is unlinked as soon as it is open,
 * so that it disappears however the program ends. Otherwise it is deleted when it is closed.
 */
public final class TemporaryFile implements Closeable {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path folder;
    private final FileChannel channel;
    private long size;

    private TemporaryFile(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Returns the folder for the temporary files of a sort: the folder of its output, which has the room for a file of that size; or if
     * the output is a pipe or a device, or its folder cannot be written, the {@linkplain #folder() usual folder}.
     */
    public static Path folder(Path output) {
        Path folder = output.toAbsolutePath().getParent();
        return OutputFile.isWrittenDirectly(output) || Files.exists(output) && !Files.isWritable(folder) ? folder() : folder;
    }

    /** Returns the folder in {@code TMPDIR}, or else the system's. */
    public static Path folder() {
        String folder = System.getenv("TMPDIR");
        return Path.of(folder == null || folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder);
    }

    /**
     * Creates an empty file in a folder. Only the current user can read it.
     *
     * @throws FileSortException if it cannot be created
     */
    public static TemporaryFile create(Path folder) throws FileSortException {
        try {
            Set<OpenOption> options = Set.of(CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE);
            return new TemporaryFile(folder, openPrivate(name(folder, ".run"), options));
        } catch (IOException e) {
            throw FileSortException.of(folder, "cannot create a temporary file", e);
        }
    }

    /** Creates a file that only the current user can read and write, if the file system supports such permissions. */
    static FileChannel openPrivate(Path path, Set<OpenOption> options) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
                : FileChannel.open(path, options);
    }

    /** Returns a random name. Loading the JDK's secure random numbers would take longer than a small sort. */
    static Path name(Path folder, String ending) {
        return folder.resolve(".tornado-sort." + Long.toHexString(new SplittableRandom().nextLong()) + ending);
    }

    /** Returns the number of bytes written. */
    public long size() {
        return size;
    }

    /** Appends rows to the file. */
    public void append(MemorySegment rows) throws FileSortException {
        try {
            for (long from = 0; from < rows.byteSize(); from += InputFile.CHUNK) {
                long length = Math.min(InputFile.CHUNK, rows.byteSize() - from);
                ByteBuffer buffer = rows.asSlice(from, length).asByteBuffer();
                while (buffer.hasRemaining()) {
                    size += channel.write(buffer, size);
                }
            }
        } catch (IOException e) {
            throw FileSortException.of(folder, "cannot write a temporary file", e);
        }
    }

    /** Returns a reader of the file, which holds what another file has. To close it closes the file. */
    InputFile input(Path other) throws FileSortException {
        return new InputFile(other, InputFile.CANNOT_BE_READ, channel, false);
    }

    /** Returns a reader of part of the file, which is independent of other readers. To close it does not close the file. */
    public KeyReader reader(long from, long bytes, int width) throws FileSortException {
        return new InputFile(folder, "cannot read a temporary file", channel, true).part(from, bytes, width);
    }

    @Override
    public void close() throws FileSortException {
        try {
            channel.close();
        } catch (IOException e) {
            throw FileSortException.of(folder, "cannot close a temporary file", e);
        }
    }
}
