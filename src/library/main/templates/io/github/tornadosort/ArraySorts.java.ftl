package io.github.tornadosort;

/**
 * Sorts of primitive arrays: each is {@link Column#of} and the operation on that column.
 */
abstract sealed class ArraySorts permits Sorter {

    /**
     * Sorts a column's keys in place.
     *
     * @param keys the keys
     * @param order the order
     * @return what was done
     */
    public abstract SortStats sort(Column keys, Order order);

    /**
     * Sorts a short array without a column, which would take some tenths of a microsecond, and some 20 ms on its first use.
     *
     * @param keys an array for keys of the type
     * @param n its length
     * @return what was done, or null if the array is not short or the host is not to sort it by all bits
     */
    abstract SortStats sortFew(Object keys, int n, KeyType type, Order order);

    /**
     * Returns the indices of the keys in sorted order.
     *
     * @param keys the keys, which are not changed
     * @param order the order
     * @return one index per key
     */
    public abstract int[] argsort(Column keys, Order order);

    /**
     * Sorts a column's keys in place, in ascending order; see {@link #sort(Column, Order)}.
     *
     * @param keys the keys
     * @return what was done
     * @throws IllegalArgumentException if the memory is read-only
     */
    public SortStats sort(Column keys) {
        return sort(keys, Order.ASCENDING);
    }

    /**
     * Returns the indices of the keys in ascending order: {@code keys[result[0]]} is the smallest key. Equal keys keep their
     * order. See {@link #argsort(Column, Order)}.
     *
     * @param keys the keys, which are not changed
     * @return one index per key
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} keys
     */
    public int[] argsort(Column keys) {
        return argsort(keys, Order.ASCENDING);
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
     * Sorts an array. A descending sort takes about as long as an ascending one. If the order names some of the bits, this takes as
     * long as {@link #sort(Column, Order)}.
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

    /**
     * Sorts part of an array. Few keys take about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @param order the order
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}, or the order names bits that the keys do not have
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(${type}[] keys, int fromIndex, int toIndex, Order order) {
        return sort(Column.of(keys).range(fromIndex, toIndex), order);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(${type}[] keys) {
        return argsort(Column.of(keys));
    }

    /**
     * Returns the indices of an array's keys in sorted order; equal keys keep their order. See {@link #argsort(Column, Order)}.
     *
     * @param keys the keys, which are not changed
     * @param order the order
     * @return one index per key
     * @throws IllegalArgumentException if the order names bits that the keys do not have
     */
    public int[] argsort(${type}[] keys, Order order) {
        return argsort(Column.of(keys), order);
    }
</#list>
}
