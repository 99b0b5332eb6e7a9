package io.github.tornadosort.cli.table;

import io.github.tornadosort.cli.io.KeyFileException;

/** Thrown if a field does not have the type that was guessed for a key. The cause says where. Another sort with the same guesses, which
 * are now wider, may succeed. */
public final class OtherTypeException extends Exception {
    private static final long serialVersionUID = 1;

    OtherTypeException(KeyFileException cause) {
        super(cause);
    }
}
