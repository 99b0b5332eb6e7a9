package io.github.tornadosort.cli.arrow;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if an Arrow file cannot be read or sorted. The message is one line: the file, and what is wrong. */
public final class ArrowFileException extends IOException {
    private static final long serialVersionUID = 1;

    ArrowFileException(Path file, String problem) {
        super(file + ": " + problem);
    }

    /**
     * Describes why a file cannot be used.
     *
     * @param problem what cannot be done
     */
    static ArrowFileException of(Path file, String problem, RuntimeException cause) {
        return new ArrowFileException(file, problem + ": " + reason(cause), cause);
    }

    /** Returns a message. The JVM throws exceptions without one at a place that has thrown many. */
    static String reason(RuntimeException cause) {
        return cause.getMessage() == null ? "it is damaged" : cause.getMessage();
    }

    ArrowFileException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }
}
