package io.github.tornadosort.bench;

/** A sort implementation that can be timed: this library on one device, or a peer. */
interface Contender extends AutoCloseable {
    /** Returns a description of this contender. */
    About about();

    /** Times an operation on the keys of a request, and verifies the result outside the timed section. */
    Reply measure(Request request);

    @Override
    default void close() {}

    /**
     * The description of a contender.
     *
     * @param contender its short name, unique in a run: {@code jvm}, {@code opencl}, {@code cub}
     * @param ours whether it is this library
     * @param what its full name and version
     * @param device the device it runs on
     */
    record About(String contender, boolean ours, String what, String device) {}
}
