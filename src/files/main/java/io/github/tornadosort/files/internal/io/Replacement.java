package io.github.tornadosort.files.internal.io;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file under a temporary name, which takes the place of another one when it is complete. A file that has more than an owner, a group and
 * permissions, such as other names, an access control list or extended attributes, or that cannot be replaced, is overwritten by the
 * complete one. The temporary file is deleted by {@link #close}, or when the JVM shuts down.
 */
public final class Replacement {
    /** The maximum number of symbolic links that Linux follows. */
    private static final int MAX_LINKS = 40;

    private static final Path NULL_DEVICE = Path.of("/dev/null");

    private final Path target;
    private final Path temporary;
    private final FileChannel channel;
    private final Thread deleteAtExit = new Thread(this::delete, "delete a temporary file");
    /** Whether the old file is overwritten, and not replaced. */
    private boolean overwrites;
    /** Whether the temporary file is kept: it is all that there is. */
    private volatile boolean isKept;

    /** Creates the temporary file. Until it is complete, only its owner can read what replaces an existing file. */
    Replacement(Path path) throws IOException {
        target = target(path);
        Path folder = TemporaryFile.folder(target);
        temporary = TemporaryFile.name(folder, ".part");
        Set<OpenOption> options = Set.of(CREATE_NEW, READ, WRITE);
        channel = Files.exists(path) ? TemporaryFile.openPrivate(temporary, options) : FileChannel.open(temporary, options);
        overwrites = !folder.equals(target.getParent());
        Runtime.getRuntime().addShutdownHook(deleteAtExit);
    }

    /** Returns the channel of the temporary file. */
    FileChannel channel() {
        return channel;
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
            return false; // Neither path can be written; to create the output will report why.
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

    /** Forces the file to disk, and gives it the attributes of the old one unless it will overwrite that. */
    void complete() throws IOException {
        channel.force(true);
        overwrites = overwrites || Files.exists(target) && !FileAttributes.copy(target, temporary);
        channel.close();
    }

    /** Puts the complete file in the place of the old one. */
    void commit() throws IOException {
        if (!overwrites) {
            try {
                Files.move(temporary, target, ATOMIC_MOVE);
                forceFolder();
                return;
            } catch (IOException e) {
                if (!Files.isRegularFile(target)) {
                    throw e;
                }
                // The old file cannot be replaced, for example because a container has mounted it.
            }
        }
        overwrite();
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
            isKept = true;
            copy(from, to, 0, Math.min(before, size));
            to.truncate(size);
            to.force(true);
            isKept = false;
        } catch (IOException e) {
            throw isKept
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

    /** Deletes the temporary file. */
    void delete() {
        try {
            if (!isKept) {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            // An exception here would hide the original error.
        }
    }

    /** Deletes the temporary file if it has not taken its place. */
    void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(deleteAtExit);
        } catch (IllegalStateException e) {
            // The JVM is shutting down. The hook finds nothing to delete.
        }
    }
}
