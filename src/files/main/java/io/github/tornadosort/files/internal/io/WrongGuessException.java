package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;

/**
 * Thrown if something about a file was guessed by its beginning, and its rest is otherwise. To read it again without the guess
 * may succeed. The message is that of a failure to do so: a pipe cannot be read again.
 */
public final class WrongGuessException extends FileSortException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param problem one line that begins with the position in the file if it is known
     */
    public WrongGuessException(Path file, String problem) {
        super(file, problem);
    }
}
