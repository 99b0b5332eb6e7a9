package io.github.tornadosort.arrow;

import io.github.tornadosort.Order;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column that {@link ArrowSort} sorts by.
 *
 * <p>Numbers, dates, times, timestamps, durations, intervals of months and decimals are ordered by value, floating-point numbers
 * as {@link Double#compare} does, false before true, strings and binary values by their bytes as unsigned numbers, which is the
 * order of code points for UTF-8. Columns of other types have no order: nested and dictionary-encoded ones, and intervals that
 * contain days.
 *
 * @param column the name of the column; null for the only column
 * @param order the direction; all bits count
 * @param nullsFirst whether nulls come before all other values, in either direction; otherwise they come after them
 */
public record ArrowKey(@Nullable String column, Order order, boolean nullsFirst) {

    /**
     * Creates a key.
     *
     * @throws IllegalArgumentException if the order names bits
     * @throws NullPointerException if the order is null
     */
    public ArrowKey {
        if (!order.hasAllBits()) {
            throw new IllegalArgumentException("an order of " + order + ": columns are compared by all bits");
        }
    }

    /** {@return the only column in ascending order, nulls last} */
    public static ArrowKey ascending() {
        return new ArrowKey(null, Order.ASCENDING, false);
    }

    /** {@return the only column in descending order, nulls last} */
    public static ArrowKey descending() {
        return new ArrowKey(null, Order.DESCENDING, false);
    }

    /**
     * {@return a column in ascending order, nulls last}
     *
     * @param column its name
     */
    public static ArrowKey ascending(String column) {
        return new ArrowKey(Objects.requireNonNull(column, "column"), Order.ASCENDING, false);
    }

    /**
     * {@return a column in descending order, nulls last}
     *
     * @param column its name
     */
    public static ArrowKey descending(String column) {
        return new ArrowKey(Objects.requireNonNull(column, "column"), Order.DESCENDING, false);
    }

    /** {@return the same key with nulls first} */
    public ArrowKey withNullsFirst() {
        return new ArrowKey(column, order, true);
    }
}
