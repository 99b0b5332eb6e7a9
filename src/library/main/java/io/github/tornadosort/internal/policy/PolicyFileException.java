package io.github.tornadosort.internal.policy;

/** Thrown if the user's file of policies and costs is invalid. The message names the file, the problem and the allowed values. */
public final class PolicyFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    PolicyFileException(String file, String problem, Throwable cause) {
        super("policy file " + file + ": " + problem, cause);
    }
}
