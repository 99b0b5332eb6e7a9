package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;

/** Thrown if a field does not have the type that was guessed for a key. The failure says where. Another sort with the same guesses, which
 * are now wider, may succeed. */
public final class OtherTypeException extends Exception {
    private static final long serialVersionUID = 1;

    private final FileSortException failure;

    OtherTypeException(FileSortException failure) {
        super(failure);
        this.failure = failure;
    }

    /** Returns an exception that names the field. */
    public FileSortException failure() {
        return failure;
    }
}
