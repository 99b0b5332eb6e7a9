package io.github.tornadosort;

import java.util.Objects;

/**
 * One of several keys that {@link Sorter#lexsort} sorts rows by.
 *
 * @param keys one key per row
 * @param order the order of this key
 */
public record SortKey(Column keys, Order order) {

    /**
     * Creates a key.
     *
     * @throws NullPointerException if a component is null
     */
    public SortKey {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(order, "order");
    }

    /**
     * {@return a key in ascending order}
     *
     * @param keys one key per row
     */
    public static SortKey of(Column keys) {
        return new SortKey(keys, Order.ASCENDING);
    }

    /**
     * {@return a key in descending order}
     *
     * @param keys one key per row
     */
    public static SortKey descending(Column keys) {
        return new SortKey(keys, Order.DESCENDING);
    }
}
