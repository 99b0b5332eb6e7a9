package io.github.tornadosort.internal.plan;

/** Thrown when verification finds that a device sorted incorrectly. The result has not left the device's buffers. */
public final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes an exception.
     *
     * @param found what is wrong with the result; completes the sentence "the device returned"
     */
    public MismatchException(String found) {
        super("the device returned " + found);
    }
}
