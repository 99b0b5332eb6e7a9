package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;

/** Thrown if standard input or standard output is needed, and the process was started without. */
public final class ClosedStreamException extends FileSortException {
    private static final long serialVersionUID = 1;

    ClosedStreamException(Path stream) {
        super(stream, stream.equals(StandardStreams.INPUT) ? "standard input is closed" : "standard output is closed");
    }
}
