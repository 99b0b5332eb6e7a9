package io.github.tornadosort.files;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a file cannot be read, sorted or written. The message is one line: the file, the position if it is known, what was
 * wrong and what to do.
 */
public class FileSortException extends IOException {
    private static final long serialVersionUID = 1;

    /** The name of the file, since a path cannot be serialized. */
    private final String file;

    /**
     * Creates an exception.
     *
     * @param file the file that has the problem
     * @param problem one line that begins with the position in the file if it is known
     */
    public FileSortException(Path file, String problem) {
        this(file, problem, null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param file the file that has the problem
     * @param problem one line that begins with the position in the file if it is known
     * @param cause the reason, or null
     */
    public FileSortException(Path file, String problem, @Nullable Throwable cause) {
        super(file + ": " + problem, cause);
        this.file = file.toString();
    }

    /**
     * Converts an exception of the file system.
     *
     * @param file the file that has the problem
     * @param doing what failed: {@code cannot be read}
     * @param cause the exception
     * @return an exception whose message says what failed and why: the cause if that is one
     */
    public static FileSortException of(Path file, String doing, IOException cause) {
        if (cause instanceof FileSortException known) {
            return known;
        }
        // The message of a FileSystemException begins with the name of the file; its reason does not.
        String reason =
                switch (cause) {
                    case NoSuchFileException _ -> "no such file or directory";
                    case AccessDeniedException _ -> "permission denied";
                    case ClosedByInterruptException _ -> "interrupted";
                    case FileSystemException e when e.getReason() != null -> e.getReason();
                    default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
                };
        return new FileSortException(file, doing + ": " + reason, cause);
    }

    /**
     * Returns the file that has the problem.
     *
     * @return its path, as it was given
     */
    public Path file() {
        return Path.of(file);
    }
}
