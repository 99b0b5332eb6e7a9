package io.github.tornadosort;

import org.jspecify.annotations.Nullable;

/**
 * Sorts of columns and primitive arrays: each is a sort of a column in its order.
 */
abstract sealed class ArraySorts permits Sorter {

    /**
     * Sorts a column's keys in place, and moves values with them.
     *
     * @param keys the keys
     * @param order the order
     * @param values columns of any width, each of at least one value per key
     * @return what was done
     */
    public abstract SortStats sort(Column keys, Order order, Column... values);

    /**
     * Sorts a short array without a column, which would take some tenths of a microsecond, and some 20 ms on its first use.
     *
     * @param keys an array for keys of the type
     * @param n its length
     * @return what was done, or null if the array is not short or the host is not to sort it by all bits
     */
    abstract @Nullable SortStats sortFew(Object keys, int n, KeyType type, Order order);

    /**
     * Sorts a column's keys in place, in ascending order, and moves values with them; see
     * {@link #sort(Column, Order, Column...)}.
     *
     * @param keys the keys
     * @param values columns of any width, each of at least one value per key
     * @return what was done
     * @throws IllegalArgumentException if there are fewer values than keys, memory is read-only, or columns overlap in memory
     */
    public SortStats sort(Column keys, Column... values) {
        return sort(keys, Order.ASCENDING, values);
    }
<#list {"byte": "INT8", "short": "INT16", "char": "UINT16", "int": "INT32", "long": "INT64", "float": "FLOAT32", "double": "FLOAT64"} as type, keys>

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(${type}[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(${type}[] keys) {
        return sort(keys, Order.ASCENDING);
    }

    /**
     * Sorts an array. A descending sort takes about as long as an ascending one. If the order names some of the bits, this
     * takes as long as {@link #sort(Column, Order, Column...)}.
     *
     * @param keys the keys
     * @param order the order
     * @return what was done
     * @throws IllegalArgumentException if the order names bits that the keys do not have
     */
    public SortStats sort(${type}[] keys, Order order) {
        SortStats few = sortFew(keys, keys.length, KeyType.${keys}, order);
        return few != null ? few : sort(Column.of(keys), order);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(${type}[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(${type}[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }
</#list>
}
