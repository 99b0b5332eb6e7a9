package io.github.tornadosort.files;

import java.nio.file.Path;

/** Thrown if standard input or standard output is needed, and the process was started without. */
public final class ClosedStreamException extends FileSortException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param stream the stream
     */
    public ClosedStreamException(Path stream) {
        super(stream, stream.endsWith("stdin") ? "standard input is closed" : "standard output is closed");
    }
}
