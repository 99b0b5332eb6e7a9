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
import java.util.UUID;

/**
 * A file that appears at its place whole or not at all: it is written beside it under another name, forced to the disk,
 * and renamed by {@link #commit}. Until then, and after a failure, the file that was there before is untouched; the
 * unfinished one is deleted by {@link #close}, or when the JVM is told to end. A symbolic link stays one: its target is
 * replaced, or created. The old file's permissions are kept; until the new file is complete, only its owner may read it. A
 * file that is new has the system's default permissions from the start, since it has them in the end. A pipe or a device,
 * which cannot be replaced, is written to as it is.
 */
public final class OutputFile implements Closeable {
    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private static final Path NULL_DEVICE = Path.of("/dev/null");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path named;
    private final Path place;
    private final Path written;
    private final FileChannel channel;
    private final Thread deleteAtExit;
    private long bytes;

    private OutputFile(Path named, Path place, Path written, FileChannel channel) {
        this.named = named;
        this.place = place;
        this.written = written;
        this.channel = channel;
        this.deleteAtExit = new Thread(this::delete, "delete " + written);
    }

    /**
     * Starts a file that will be at this place.
     *
     * @throws KeyFileException if nothing can be written there
     */
    public static OutputFile create(Path path) throws KeyFileException {
        try {
            if (Files.isDirectory(path)) {
                throw new KeyFileException(path, "is a directory, expected a place for a file");
            }
            boolean exists = Files.exists(path);
            if (exists && !Files.isWritable(path)) {
                throw new KeyFileException(path, "cannot be written: permission denied");
            }
            if (exists && !Files.isRegularFile(path)) {
                return new OutputFile(path, path, path, FileChannel.open(path, WRITE));
            }
            Path place = target(path);
            Path beside = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".part");
            Set<OpenOption> options = Set.of(CREATE_NEW, READ, WRITE);
            FileChannel channel = exists ? openPrivate(beside, options) : FileChannel.open(beside, options);
            OutputFile file = new OutputFile(path, place, beside, channel);
            Runtime.getRuntime().addShutdownHook(file.deleteAtExit);
            return file;
        } catch (KeyFileException e) {
            throw e;
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be written", e);
        }
    }

    /**
     * Whether two names are those of one file, which need not exist: the same name, or another one by links or {@code ..}. The
     * null device, which loses nothing that anybody wants, is no such file.
     */
    public static boolean isSame(Path one, Path other) {
        try {
            if (Files.exists(one) && Files.exists(other)) {
                return Files.isSameFile(one, other) && !one.equals(NULL_DEVICE);
            }
            return target(one).equals(target(other));
        } catch (IOException e) {
            return false; // Neither can be written then; create says why.
        }
    }

    /** The file that a name leads to, through symbolic links of which the last one may lead to nothing yet. */
    private static Path target(Path path) throws IOException {
        if (Files.exists(path)) {
            return path.toRealPath();
        }
        Path target = path.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemException(path.toString(), null, "too many levels of symbolic links");
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target.resolveSibling("").toRealPath().resolve(target.getFileName());
    }

    /** Creates a file that only the user who runs the program may read and write, where the system has such permissions. */
    static FileChannel openPrivate(Path path, Set<OpenOption> options) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
                : FileChannel.open(path, options);
    }

    /** Writes the rest of a buffer. */
    public void write(ByteBuffer buffer) throws KeyFileException {
        try {
            while (buffer.hasRemaining()) {
                bytes += channel.write(buffer);
            }
        } catch (IOException e) {
            throw KeyFileException.of(named, "byte " + bytes + ": cannot be written", e);
        }
    }

    /** Puts the file in its place. */
    public void commit() throws KeyFileException {
        complete();
        rename();
    }

    /**
     * Puts files in their places that belong together: none of them before all are on the disk, so that what keeps one from
     * being written, such as a full disk, leaves all of the old ones.
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
                Files.move(written, place, ATOMIC_MOVE);
                forceFolder();
            }
        } catch (IOException e) {
            throw KeyFileException.of(named, "cannot be written", e);
        }
    }

    private boolean replaces() {
        return !written.equals(place);
    }

    private void keepPermissions() throws IOException {
        PosixFileAttributeView old = Files.getFileAttributeView(place, PosixFileAttributeView.class);
        if (old == null || !Files.exists(place)) {
            return;
        }
        PosixFileAttributes attributes = old.readAttributes();
        PosixFileAttributeView fresh = Files.getFileAttributeView(written, PosixFileAttributeView.class);
        try {
            fresh.setGroup(attributes.group());
            fresh.setOwner(attributes.owner());
        } catch (IOException e) {
            // Only the superuser gives files away; for all others the new file is their own, as with any editor.
        }
        fresh.setPermissions(attributes.permissions());
    }

    /** The rename itself reaches the disk with its folder; where a folder cannot be opened, the system sees to it. */
    private void forceFolder() {
        try (FileChannel folder = FileChannel.open(place.getParent(), READ)) {
            folder.force(true);
        } catch (IOException e) {
            // The new file is in its place already: no failure of ours.
        }
    }

    private void delete() {
        try {
            Files.deleteIfExists(written);
        } catch (IOException e) {
            // It could be created and cannot be deleted: there is nobody to tell that would not hide the first error.
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
            // The JVM is ending: the hook runs, and finds nothing left to do.
        }
    }
}
