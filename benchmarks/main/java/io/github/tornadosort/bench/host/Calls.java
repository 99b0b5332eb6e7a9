package io.github.tornadosort.bench.host;

/** One way to call operations, in the JVM of the benchmark. All ways return the same for the same input, see {@link Input}. */
public interface Calls extends AutoCloseable {
    /**
     * Calls the operation of an input once. It may overwrite the input.
     *
     * @return the result, or null if this way does not have the operation for keys of this type
     */
    Object call(Input in);

    @Override
    default void close() {}
}
