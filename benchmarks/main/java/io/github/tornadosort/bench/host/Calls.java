package io.github.tornadosort.bench.host;

import io.github.tornadosort.bench.BenchCase;
import java.util.function.UnaryOperator;

/** The calls that a contender times. */
interface Calls extends AutoCloseable {
    /**
     * Returns the call for an operation. Its argument is an array of the keys' type, or {@link Pairs}; it may overwrite it. It
     * returns the result: the array itself if it was sorted in place.
     *
     * @return the call, or null if the contender does not support the operation
     */
    UnaryOperator<Object> of(BenchCase one);

    /** Keys with values, which are the keys' indices before the sort. */
    record Pairs(int[] keys, int[] values) {}

    @Override
    default void close() {}
}
