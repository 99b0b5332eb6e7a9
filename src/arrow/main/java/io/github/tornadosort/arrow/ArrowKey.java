package io.github.tornadosort.arrow;

import io.github.tornadosort.SortOrder;
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
 * @param order the direction
 * @param nullsFirst whether nulls come before all other values, in either direction; otherwise they come after them
 */
public record ArrowKey(@Nullable String column, SortOrder order, boolean nullsFirst) {

    /**
     * Creates a key.
     *
     * @throws NullPointerException if the order is null
     */
    public ArrowKey {
        Objects.requireNonNull(order, "order");
    }

    /** {@return the only column in ascending order, nulls last} */
    public static ArrowKey ascending() {
        return new ArrowKey(null, SortOrder.ASCENDING, false);
    }

    /** {@return the only column in descending order, nulls last} */
    public static ArrowKey descending() {
        return new ArrowKey(null, SortOrder.DESCENDING, false);
    }

    /**
     * {@return a column in ascending order, nulls last}
     *
     * @param column its name
     */
    public static ArrowKey ascending(String column) {
        return new ArrowKey(Objects.requireNonNull(column, "column"), SortOrder.ASCENDING, false);
    }

    /**
     * {@return a column in descending order, nulls last}
     *
     * @param column its name
     */
    public static ArrowKey descending(String column) {
        return new ArrowKey(Objects.requireNonNull(column, "column"), SortOrder.DESCENDING, false);
    }

    /** {@return the same key with nulls first} */
    public ArrowKey withNullsFirst() {
        return new ArrowKey(column, order, true);
    }
}
