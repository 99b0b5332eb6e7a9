package io.github.tornadosort;

import java.util.Objects;

/**
 * The first strings of a sorted order, as {@link StringSorts#topK(Strings, int, Order)} returns them.
 *
 * @param strings copies of the strings, sorted
 * @param indices the index of each string among those that were searched, in the order of {@code strings}
 */
public record TopStrings(Strings strings, int[] indices) {

    /**
     * Creates a result.
     *
     * @throws NullPointerException if a component is null
     */
    public TopStrings {
        Objects.requireNonNull(strings, "strings");
        Objects.requireNonNull(indices, "indices");
    }

    /** {@return the size, and the first strings and their indices} */
    @Override
    public String toString() {
        return "TopStrings[strings=" + strings + ", indices=" + Column.of(indices).content() + "]";
    }
}
