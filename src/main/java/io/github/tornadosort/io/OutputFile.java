package io.github.tornadosort.io;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.UUID;

/**
 * A file that appears at its place whole or not at all: it is written beside it under another name, forced to the disk,
 * and renamed by {@link #commit}. Until then, and after a failure, the file that was there before is untouched; the
 * unfinished one is deleted by {@link #close}, or when the JVM is told to end. A symbolic link stays one, its target is
 * replaced; the old file's permissions are kept. A pipe or a device, which cannot be replaced, is written to as it is.
 */
public final class OutputFile implements Closeable {
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
            Path place = Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
            if (Files.isDirectory(place)) {
                throw new KeyFileException(path, "is a directory, expected a place for a file");
            }
            if (Files.exists(place) && !Files.isWritable(place)) {
                throw new KeyFileException(path, "cannot be written: permission denied");
            }
            if (Files.exists(place) && !Files.isRegularFile(place)) {
                return new OutputFile(path, place, place, FileChannel.open(place, WRITE));
            }
            Path beside = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".part");
            OutputFile file = new OutputFile(path, place, beside, FileChannel.open(beside, CREATE_NEW, READ, WRITE));
            Runtime.getRuntime().addShutdownHook(file.deleteAtExit);
            return file;
        } catch (KeyFileException e) {
            throw e;
        } catch (IOException e) {
            throw KeyFileException.of(path, "cannot be written", e);
        }
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
