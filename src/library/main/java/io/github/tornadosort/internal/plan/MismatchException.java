package io.github.tornadosort.internal.plan;

/** A sort that was to be verified did not give the sorted keys. Nothing of its result has left the device's buffers. */
public final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param found what the device gave */
    public MismatchException(String found) {
        super("the device gave " + found);
    }
}
