package io.github.tornadosort.cli.io;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
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
 * <p>If the path is a symbolic link, the link is kept and its target is replaced or created. If a file is replaced, its
 * permissions are kept, and until the new file is complete, only its owner can read it. A new file has the default permissions
 * of the system. A pipe or a device cannot be replaced and is written to directly.
 */
public final class OutputFile implements Closeable {
    /** The maximum number of symbolic links that Linux follows. */
    private static final int MAX_LINKS = 40;

    private static final Path NULL_DEVICE = Path.of("/dev/null");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path named;
    private final Path target;
    private final Path temporary;
    private final FileChannel channel;
    private final Thread deleteAtExit;
    private long bytes;

    private OutputFile(Path named, Path target, Path temporary, FileChannel channel) {
        this.named = named;
        this.target = target;
        this.temporary = temporary;
        this.channel = channel;
        this.deleteAtExit = new Thread(this::delete, "delete " + temporary);
    }

    /**
     * Creates an output file for this path.
     *
     * @throws KeyFileException if the path cannot be written
     */
    public static OutputFile create(Path path) throws KeyFileException {
        try {
            if (Files.isDirectory(path)) {
                throw new KeyFileException(path, "is a directory, expected a file");
            }
            boolean exists = Files.exists(path);
            if (exists && !Files.isWritable(path)) {
                throw new KeyFileException(path, "cannot be written: permission denied");
            }
            if (exists && !Files.isRegularFile(path)) {
                return new OutputFile(path, path, path, FileChannel.open(path, WRITE));
            }
            Path target = target(path);
            Path temporary = target.resolveSibling("." + target.getFileName() + "." + uniqueName() + ".part");
            Set<OpenOption> options = Set.of(CREATE_NEW, READ, WRITE);
            FileChannel channel = exists ? openPrivate(temporary, options) : FileChannel.open(temporary, options);
            OutputFile file = new OutputFile(path, target, temporary, channel);
            Runtime.getRuntime().addShutdownHook(file.deleteAtExit);
            return file;
        } catch (KeyFileException e) {
            throw e;
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be written", e);
        }
    }

    /**
     * Returns whether two paths lead to the same file, which need not exist, following links and {@code ..}. The null device
     * does not count, because nothing is lost if two outputs are written to it.
     */
    public static boolean isSame(Path one, Path other) {
        try {
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
    public void write(ByteBuffer buffer) throws KeyFileException {
        try {
            while (buffer.hasRemaining()) {
                bytes += channel.write(buffer);
            }
        } catch (IOException e) {
            throw KeyFileException.of(named, "byte " + bytes + ": cannot be written", e);
        }
    }

    /** Completes the file and renames it to its final name. */
    public void commit() throws KeyFileException {
        complete();
        rename();
    }

    /**
     * Commits several files that belong together. All files are forced to disk before the first is renamed, so that a failure
     * to write one of them, for example a full disk, leaves all existing files unchanged.
     */
    public static void commitAll(OutputFile... files) throws KeyFileException {
        for (OutputFile file : files) {
            file.complete();
        }
        for (OutputFile file : files) {
            file.rename();
        }
    }

    private void complete() throws KeyFileException {
        try {
            if (replaces()) {
                channel.force(true);
                keepPermissions();
                channel.close();
            }
        } catch (IOException e) {
            throw KeyFileException.of(named, "cannot be written", e);
        }
    }

    private void rename() throws KeyFileException {
        try {
            if (replaces()) {
                Files.move(temporary, target, ATOMIC_MOVE);
                forceFolder();
            }
        } catch (IOException e) {
            throw KeyFileException.of(named, "cannot be written", e);
        }
    }

    private boolean replaces() {
        return !temporary.equals(target);
    }

    private void keepPermissions() throws IOException {
        PosixFileAttributeView old = Files.getFileAttributeView(target, PosixFileAttributeView.class);
        if (old == null || !Files.exists(target)) {
            return;
        }
        PosixFileAttributes attributes = old.readAttributes();
        PosixFileAttributeView fresh = Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
        try {
            fresh.setGroup(attributes.group());
            fresh.setOwner(attributes.owner());
        } catch (IOException e) {
            // Only the superuser can change the owner of a file. For all others, the new file belongs to the current user.
        }
        fresh.setPermissions(attributes.permissions());
    }

    /** Forces the rename to disk, on systems where a folder can be opened. */
    private void forceFolder() {
        try (FileChannel folder = FileChannel.open(target.getParent(), READ)) {
            folder.force(true);
        } catch (IOException e) {
            // The file has been renamed; the system will write the folder later.
        }
    }

    private void delete() {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // An exception here would hide the original error.
        }
    }

    @Override
    public void close() throws KeyFileException {
        try {
            channel.close();
        } catch (IOException e) {
            throw KeyFileException.of(named, "cannot be written", e);
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
}
