package io.github.tornadosort;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the keys that {@link Sorter#argsort(Key, Key...)} sorts rows by: a column or strings, one per row, and their order.
 *
 * <pre>{@code
 * int[] rows = sorter.argsort(Key.of(Strings.of(names)), Key.of(Column.of(prices), Order.DESCENDING));
 * }</pre>
 */
public final class Key {
    private final @Nullable Column column;
    private final @Nullable Strings strings;
    private final Order order;

    private Key(@Nullable Column column, @Nullable Strings strings, Order order) {
        this.column = column;
        this.strings = strings;
        this.order = Objects.requireNonNull(order, "order");
    }

    /**
     * {@return a key in ascending order}
     *
     * @param column one number per row
     */
    public static Key of(Column column) {
        return of(column, Order.ASCENDING);
    }

    /**
     * {@return a key}
     *
     * @param column one number per row
     * @param order the order of this key
     */
    public static Key of(Column column, Order order) {
        return new Key(Objects.requireNonNull(column, "column"), null, order);
    }

    /**
     * {@return a key in ascending order}
     *
     * @param strings one string per row
     */
    public static Key of(Strings strings) {
        return of(strings, Order.ASCENDING);
    }

    /**
     * {@return a key}
     *
     * @param strings one string per row
     * @param order the direction of this key; strings have no bits
     */
    public static Key of(Strings strings, Order order) {
        return new Key(null, Objects.requireNonNull(strings, "strings"), order);
    }

    /** Returns the column, or null if the key is of strings. */
    @Nullable
    Column column() {
        return column;
    }

    /** Returns the strings, or null if the key is a column. */
    @Nullable
    Strings strings() {
        return strings;
    }

    Order order() {
        return order;
    }

    /** Returns the number of rows. */
    long size() {
        return column != null ? column.size() : strings.size();
    }

    /** {@return the order, and the first keys} */
    @Override
    public String toString() {
        return order + " " + (column != null ? column : strings);
    }
}
