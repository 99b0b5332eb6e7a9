package io.github.tornadosort.cli.table;

import io.github.tornadosort.cli.io.KeyFileException;

/** Thrown if a field does not have the type that was guessed for a key. The failure says where. Another sort with the same guesses, which
 * are now wider, may succeed. */
public final class OtherTypeException extends Exception {
    private static final long serialVersionUID = 1;

    private final KeyFileException failure;

    OtherTypeException(KeyFileException failure) {
        super(failure);
        this.failure = failure;
    }

    /** Returns an exception that names the field. */
    public KeyFileException failure() {
        return failure;
    }
}
