package io.github.tornadosort.files;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if the reader of a pipe has closed it: it needs no more. */
public final class ClosedPipeException extends FileSortException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param pipe the pipe
     * @param cause what the system has said
     */
    public ClosedPipeException(Path pipe, IOException cause) {
        super(pipe, "the reader has closed the pipe", cause);
    }
}
