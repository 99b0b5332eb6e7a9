package io.github.tornadosort.cli.io;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if a key file cannot be read or written. The message is one line: the file, the position, and what was expected. */
public sealed class KeyFileException extends IOException permits ClosedPipeException {
    private static final long serialVersionUID = 1;

    public KeyFileException(Path file, String problem) {
        super(file + ": " + problem);
    }

    KeyFileException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }

    /** Converts an exception of the file system. */
    static KeyFileException of(Path file, String doing, IOException cause) {
        // The message of a FileSystemException begins with the name of the file; its reason does not.
        String reason =
                switch (cause) {
                    case java.nio.file.NoSuchFileException _ -> "no such file or directory";
                    case java.nio.file.AccessDeniedException _ -> "permission denied";
                    case java.nio.channels.ClosedByInterruptException _ -> "interrupted";
                    case java.nio.file.FileSystemException e when e.getReason() != null -> e.getReason();
                    default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
                };
        return new KeyFileException(file, doing + ": " + reason, cause);
    }
}
