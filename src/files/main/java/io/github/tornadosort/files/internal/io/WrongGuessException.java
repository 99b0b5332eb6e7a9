package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Thrown if something about a file was guessed by its beginning, and its rest is otherwise. To read it again without the guess may succeed.
 * The message is that of a failure to do so: a pipe cannot be read again.
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

    /** Reads files. */
    public interface Attempt {
        /** @param isAgain whether a guess was wrong */
        void run(boolean isAgain) throws IOException;
    }

    /** Reads files, again each time that a guess was wrong. */
    public static void repeat(List<Path> files, Attempt attempt) throws IOException {
        boolean isRead = false;
        for (boolean isAgain = false; !isRead; isAgain = true) {
            try {
                attempt.run(isAgain);
                isRead = true;
            } catch (WrongGuessException e) {
                if (!files.stream().allMatch(Files::isRegularFile)) {
                    throw e;
                }
            }
        }
    }
}
