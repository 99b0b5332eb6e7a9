package io.github.tornadosort.internal.policy;

/** A policy file that cannot be used. The message names the file, what is wrong in it, and what is allowed. */
public final class PolicyFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    PolicyFileException(String file, String problem, Throwable cause) {
        super("policy file " + file + ": " + problem, cause);
    }
}
