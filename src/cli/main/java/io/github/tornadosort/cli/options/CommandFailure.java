package io.github.tornadosort.cli.options;

/** Thrown if a command fails for a reason that the user can act on. The message is one line. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CommandFailure(String message) {
        super(message);
    }

    public CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
