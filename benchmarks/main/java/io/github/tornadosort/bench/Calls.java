package io.github.tornadosort.bench;

/** One way to call operations in this JVM. All ways return the same for the same input, see {@link Input}. */
interface Calls extends AutoCloseable {
    /**
     * Calls the operation of an input once. It may overwrite the input.
     *
     * @return the result, or null if this way does not have the operation for keys of this type
     */
    Object call(Input in);

    @Override
    default void close() {}

    /** @throws IllegalArgumentException if there is no contender of this name */
    static Calls of(String name) {
        return switch (name) {
            case SorterCalls.NAME -> new SorterCalls();
            case PlainJava.NAME -> new PlainJava();
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
    }
}
