package io.github.tornadosort.cli;

/** A command that could not do its work, for a reason the user can act on. The message is one line. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    CommandFailure(String message) {
        super(message);
    }

    CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
