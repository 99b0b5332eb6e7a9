package io.github.tornadosort.files.internal.io;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.github.tornadosort.files.ClosedPipeException;
import io.github.tornadosort.files.FileSortException;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * An output file that is written completely or not at all. The file is written under a temporary name in the same folder,
 * forced to disk, and renamed by {@link #commit}. Until then, and after a failure, an existing file is unchanged; the temporary
 * file is deleted by {@link #close}, or when the JVM shuts down.
 *
 * <p>If the path is a symbolic link, the link is kept and its target is replaced or created. If a file is replaced, its owner, group and
 * permissions are kept, and until the new file is complete, only its owner can read it. A file that has more than that, such as other
 * names, an access control list or extended attributes, or that cannot be replaced, is overwritten by the complete output. A new file has
 * the default permissions of the system. A pipe, a device and standard output cannot be replaced and are written to directly. If the path ends in
 * {@code .gz} or {@code .zst}, the bytes are compressed.
 */
public final class OutputFile implements Closeable {
    /** The maximum number of symbolic links that Linux follows. */
    private static final int MAX_LINKS = 40;

    /** Bytes that are compressed at a time. */
    private static final int PIECE = 1 << 16;

    /** Kinds of files in the mode that POSIX defines. */
    private static final int FILE_KIND = 0xf000;

    private static final int PIPE = 0x1000;
    private static final int SOCKET = 0xc000;

    private static final Path NULL_DEVICE = Path.of("/dev/null");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path named;
    private final Path target;
    private final Path temporary;
    private final WritableByteChannel channel;
    /** The stream that compresses, or null if the bytes are written as they are. */
    private OutputStream compressor;
    private final Thread deleteAtExit;
    private long bytes;
    private volatile boolean abandoned;
    private boolean committed;
    /** Whether the file is overwritten by the complete output, and not replaced. */
    private boolean overwrites;
    /** Whether the temporary file is kept: it is all that there is. */
    private volatile boolean keepsTemporary;

    private OutputFile(Path named, Path target, Path temporary, WritableByteChannel channel) {
        this.named = named;
        this.target = target;
        this.temporary = temporary;
        this.channel = channel;
        this.deleteAtExit = new Thread(this::delete, "delete " + temporary);
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
                return new OutputFile(path, path, path, StandardStreams.output()).compressing();
            }
            boolean exists = Files.exists(path);
            if (exists && !Files.isWritable(path)) {
                FileChannel.open(path, WRITE).close(); // fails, and the system says why
                throw new FileSortException(path, "cannot be written: permission denied");
            }
            if (isWrittenDirectly(path)) {
                return new OutputFile(path, path, path, FileChannel.open(path, WRITE)).compressing();
            }
            Path target = target(path);
            Path folder = TemporaryFile.folder(target);
            Path temporary = folder.resolve(".tornado-sort." + uniqueName() + ".part");
            Set<OpenOption> options = Set.of(CREATE_NEW, READ, WRITE);
            FileChannel channel = exists ? openPrivate(temporary, options) : FileChannel.open(temporary, options);
            OutputFile file = new OutputFile(path, target, temporary, channel);
            file.overwrites = !folder.equals(target.getParent());
            Runtime.getRuntime().addShutdownHook(file.deleteAtExit);
            return file.compressing();
        } catch (FileSortException e) {
            throw e;
        } catch (IOException e) {
            throw FileSortException.of(path, "cannot be written", e);
        }
    }

    /**
     * Returns an output that a channel receives. What it has received cannot be taken back. To close the output closes the
     * channel.
     *
     * @param name for messages
     */
    public static OutputFile of(WritableByteChannel channel, Path name) {
        return new OutputFile(name, name, name, channel);
    }

    /** Creates the stream that compresses, if there is one. */
    private OutputFile compressing() throws IOException {
        Compression compression = Compression.of(named);
        if (compression != Compression.NONE) {
            try {
                compressor = compression.compress(new Compressed());
            } catch (IOException e) {
                close();
                throw failure(e);
            }
        }
        return this;
    }

    /** Returns whether an output is a pipe, a device or standard output, which cannot be replaced. */
    static boolean isWrittenDirectly(Path path) {
        return path.equals(StandardStreams.OUTPUT) || Files.exists(path) && !Files.isRegularFile(path);
    }

    /**
     * Returns whether two paths lead to the same file, which need not exist, following links and {@code ..}. The null device
     * does not count, because nothing is lost if two outputs are written to it; nor does a terminal that is standard input and
     * output.
     */
    public static boolean isSame(Path one, Path other) {
        try {
            if (one.equals(StandardStreams.INPUT) && !Files.isRegularFile(one)) {
                return false;
            }
            if (Files.exists(one) && Files.exists(other)) {
                return Files.isSameFile(one, other) && !one.equals(NULL_DEVICE);
            }
            return target(one).equals(target(other));
        } catch (IOException e) {
            return false; // Neither path can be written; create will report why.
        }
    }

    /** Resolves symbolic links. The target of the last link need not exist. */
    private static Path target(Path path) throws IOException {
        if (Files.exists(path)) {
            return path.toRealPath();
        }
        Path target = path.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MAX_LINKS) {
                throw new FileSystemException(path.toString(), null, "too many levels of symbolic links");
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target.resolveSibling("").toRealPath().resolve(target.getFileName());
    }

    /** Creates a file that only the current user can read and write, if the file system supports such permissions. */
    static FileChannel openPrivate(Path path, Set<OpenOption> options) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
                : FileChannel.open(path, options);
    }

    /** Returns a random part of a file name. Loading the JDK's secure random numbers would take longer than a small sort. */
    static String uniqueName() {
        SplittableRandom random = new SplittableRandom();
        return new UUID(random.nextLong(), random.nextLong()).toString();
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

    /** Returns whether bytes can be written at any position. */
    boolean isWrittenAnywhere() {
        return compressor == null && replaces();
    }

    /** Returns the number of bytes that were written one after the other. */
    long size() {
        return bytes;
    }

    /** Writes the remaining bytes of a buffer at a position. Several threads may call this method. */
    void write(ByteBuffer buffer, long position) throws FileSortException {
        long end = position + buffer.remaining();
        try {
            while (buffer.hasRemaining()) {
                ((FileChannel) channel).write(buffer, end - buffer.remaining());
            }
        } catch (IOException e) {
            throw FileSortException.of(named, "byte " + (end - buffer.remaining()) + ": cannot be written", e);
        }
    }

    private void writePlain(ByteBuffer buffer) throws IOException {
        try {
            while (buffer.hasRemaining()) {
                bytes += channel.write(buffer);
            }
        } catch (IOException e) {
            throw isPipe() ? new ClosedPipeException(named, e) : e;
        }
    }

    private FileSortException failure(IOException cause) {
        return cause instanceof ClosedPipeException closed
                ? closed
                : FileSortException.of(named, "byte " + bytes + ": cannot be written", cause);
    }

    /** Returns whether the file is a pipe or a socket: to write to it fails only if its reader has closed it. */
    private boolean isPipe() {
        if (replaces()) {
            return false;
        }
        try {
            int kind = (int) Files.getAttribute(target, "unix:mode") & FILE_KIND;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false; // This system does not tell.
        }
    }

    /** Completes the file and renames it to its final name. */
    public void commit() throws FileSortException {
        complete();
        rename();
    }

    /**
     * Closes the input of the file, and then commits the file. An input that became shorter while it was read cannot be closed.
     */
    public void commitAfter(Closeable input) throws IOException {
        input.close();
        commit();
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
            file.rename();
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
            if (replaces()) {
                ((FileChannel) channel).force(true);
                overwrites |= Files.exists(target) && !FileAttributes.copy(target, temporary);
                channel.close();
            }
        } catch (IOException e) {
            throw FileSortException.of(named, "cannot be written", e);
        }
    }

    private synchronized void rename() throws FileSortException {
        if (abandoned) {
            throw new FileSortException(named, "cannot be written: interrupted");
        }
        try {
            if (replaces()) {
                if (overwrites || !isMoved()) {
                    overwrite();
                } else {
                    forceFolder();
                }
            }
            committed = true;
        } catch (IOException e) {
            throw FileSortException.of(named, "cannot be written", e);
        }
    }

    private boolean replaces() {
        return !temporary.equals(target);
    }

    /** Renames the temporary file. Returns false if the old file cannot be replaced, for example because a container has mounted it. */
    private boolean isMoved() throws IOException {
        try {
            Files.move(temporary, target, ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (!Files.isRegularFile(target)) {
                throw e;
            }
            return false;
        }
    }

    /** Writes the temporary file over the old one. What the old one has no room for is written first: until then, it can be undone. */
    private void overwrite() throws IOException {
        try (FileChannel from = FileChannel.open(temporary, READ); FileChannel to = FileChannel.open(target, WRITE)) {
            long before = to.size();
            long size = from.size();
            try {
                copy(from, to, before, size);
                to.force(true);
            } catch (IOException e) {
                to.truncate(before);
                throw e;
            }
            keepsTemporary = true;
            copy(from, to, 0, Math.min(before, size));
            to.truncate(size);
            to.force(true);
            keepsTemporary = false;
        } catch (IOException e) {
            throw keepsTemporary
                    ? new IOException(e.getMessage() + "; the complete output is in " + temporary.toAbsolutePath(), e)
                    : e;
        }
        delete();
    }

    private static void copy(FileChannel from, FileChannel to, long start, long end) throws IOException {
        to.position(Math.min(start, to.size()));
        for (long at = start; at < end;) {
            at += from.transferTo(at, end - at, to);
        }
    }

    /** Forces the rename to disk, on systems where a folder can be opened. */
    private void forceFolder() {
        try (FileChannel folder = FileChannel.open(target.getParent(), READ)) {
            folder.force(true);
        } catch (IOException e) {
            // The file has been renamed; the system will write the folder later.
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
        if (replaces()) {
            delete();
        }
        return true;
    }

    private void delete() {
        if (keepsTemporary) {
            return;
        }
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // An exception here would hide the original error.
        }
    }

    @Override
    public void close() throws FileSortException {
        abandoned = true;
        try {
            if (compressor != null) {
                compressor.close(); // frees its memory
            }
            if (!named.equals(StandardStreams.OUTPUT)) {
                channel.close();
            }
        } catch (IOException e) {
            throw FileSortException.of(named, "cannot be written", e);
        } finally {
            if (replaces()) {
                delete();
                removeHook();
            }
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(deleteAtExit);
        } catch (IllegalStateException e) {
            // The JVM is shutting down. The hook finds nothing to delete.
        }
    }

    /**
     * Receives the compressed bytes. After {@link #close} they are dropped: the end would make an unfinished file look complete.
     */
    private final class Compressed extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] source, int from, int length) throws IOException {
            if (!abandoned) {
                writePlain(ByteBuffer.wrap(source, from, length));
            }
        }
    }
}
