package io.github.tornadosort;

import java.util.Objects;

/**
 * One of several keys that {@link Sorter#lexsort} sorts rows by.
 *
 * @param keys one key per row
 * @param options the direction of this key, and which of its bits count
 */
public record SortKey(Column keys, SortOptions options) {

    /**
     * Creates a key.
     *
     * @throws NullPointerException if a component is null
     */
    public SortKey {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(options, "options");
    }

    /**
     * {@return a key in ascending order}
     *
     * @param keys one key per row
     */
    public static SortKey of(Column keys) {
        return new SortKey(keys, SortOptions.ascending());
    }

    /**
     * {@return a key in descending order}
     *
     * @param keys one key per row
     */
    public static SortKey descending(Column keys) {
        return new SortKey(keys, SortOptions.descending());
    }
}
