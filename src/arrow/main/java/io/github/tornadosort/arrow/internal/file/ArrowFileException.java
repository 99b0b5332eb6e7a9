package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;

/** Thrown if an Arrow file cannot be read or sorted. The message is one line: the file, and what is wrong. */
public final class ArrowFileException extends FileSortException {
    private static final long serialVersionUID = 1;

    ArrowFileException(Path file, String problem) {
        super(file, problem);
    }

    ArrowFileException(Path file, String problem, Throwable cause) {
        super(file, problem, cause);
    }

    /**
     * Converts an exception that a damaged file caused: what it refers to may not be there.
     *
     * @param problem the start of the message, which is empty or ends with a colon
     */
    static ArrowFileException damaged(Path file, String problem, RuntimeException e) {
        return new ArrowFileException(file, problem + reason(e), e);
    }

    /** Returns what an exception says that a damaged file caused. */
    static String reason(RuntimeException e) {
        return e instanceof IllegalArgumentException && e.getMessage() != null
                ? e.getMessage()
                : "the file is damaged: it refers to bytes or values that are not in it";
    }
}
