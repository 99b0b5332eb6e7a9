package io.github.tornadosort.cli;

/** A command that could not do its work, for a reason the user can act on. The message is one line. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CommandFailure(String message) {
        super(message);
    }

    public CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
