package io.github.tornadosort.cli.arrow;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if an Arrow file cannot be read or sorted. The message is one line: the file, and what is wrong. */
public final class ArrowFileException extends IOException {
    private static final long serialVersionUID = 1;

    ArrowFileException(Path file, String problem) {
        super(file + ": " + problem);
    }

    ArrowFileException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }
}
