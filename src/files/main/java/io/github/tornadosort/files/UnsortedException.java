package io.github.tornadosort.files;

import java.nio.file.Path;

/** Thrown if a file is not in the order that was expected. The message names the first line, row, record or key that is not. */
public final class UnsortedException extends FileSortException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param file the file that is not in order
     * @param problem one line that names the position in the file
     */
    public UnsortedException(Path file, String problem) {
        super(file, problem);
    }
}
