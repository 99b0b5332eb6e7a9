package io.github.tornadosort.graph;

/** A sort that was to be verified did not give the sorted keys. Nothing of its result has left the device's buffers. */
final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param found what the device gave */
    MismatchException(String found) {
        super("the device gave " + found);
    }
}
