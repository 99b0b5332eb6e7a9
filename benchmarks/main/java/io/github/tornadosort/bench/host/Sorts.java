package io.github.tornadosort.bench.host;

/** The sorts that random cases compare. Keys and values are arrays of a primitive type. */
public interface Sorts extends AutoCloseable {
    void sort(Object keys);

    /** Sorts keys stably with values, which are of the keys' type and in ascending order. */
    void pairs(Object keys, Object values);

    /** Returns the stable order of the keys. */
    int[] argsort(Object keys);

    @Override
    default void close() {}
}
