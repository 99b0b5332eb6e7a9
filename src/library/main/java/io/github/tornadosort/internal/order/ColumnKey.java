package io.github.tornadosort.internal.order;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;

/**
 * One of several keys that rows are sorted by.
 *
 * @param keys one key per row
 * @param order the order of this key
 */
public record ColumnKey(Column keys, Order order) {}
