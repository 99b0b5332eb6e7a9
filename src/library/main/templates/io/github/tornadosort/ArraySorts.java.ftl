package io.github.tornadosort;

/**
 * Sorts of primitive arrays: each is {@link Column#of} and the operation on that column.
 */
abstract sealed class ArraySorts permits Sorter {

    /**
     * Sorts a column's keys in place.
     *
     * @param keys the keys
     * @param options the order, and how to sort
     * @return what was done
     */
    public abstract SortStats sort(Column keys, SortOptions options);

    /**
     * Sorts a short array without a column, which would take some tenths of a microsecond, and some 20 ms on its first use.
     *
     * @param keys an array for keys of the type
     * @param n its length
     * @return what was done, or null if the array is not short or the host is not to sort it by all bits
     */
    abstract SortStats sortFew(Object keys, int n, KeyType type, SortOptions options);

    /**
     * Returns the indices of the keys in sorted order.
     *
     * @param keys the keys, which are not changed
     * @param options the order, and how to sort
     * @return one index per key
     */
    public abstract int[] argsort(Column keys, SortOptions options);

    /**
     * Sorts a column's keys in place, in ascending order; see {@link #sort(Column, SortOptions)}.
     *
     * @param keys the keys
     * @return what was done
     * @throws IllegalArgumentException if the memory is read-only
     */
    public SortStats sort(Column keys) {
        return sort(keys, SortOptions.ascending());
    }

    /**
     * Returns the indices of the keys in ascending order: {@code keys[result[0]]} is the smallest key. Equal keys keep their
     * order. See {@link #argsort(Column, SortOptions)}.
     *
     * @param keys the keys, which are not changed
     * @return one index per key
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} keys
     */
    public int[] argsort(Column keys) {
        return argsort(keys, SortOptions.ascending());
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
        return sort(keys, SortOptions.ascending());
    }

    /**
     * Sorts an array. A descending sort takes about as long as an ascending one. If the options name some of the bits, this takes as
     * long as {@link #sort(Column, SortOptions)}.
     *
     * @param keys the keys
     * @param options the order, and how to sort
     * @return what was done
     * @throws IllegalArgumentException if the options name bits that the keys do not have
     */
    public SortStats sort(${type}[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.${keys}, options);
        return few != null ? few : sort(Column.of(keys), options);
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
     * @param options the order, and how to sort
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}, or the options name bits that the keys do not have
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(${type}[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
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
     * Returns the indices of an array's keys in sorted order; equal keys keep their order. See {@link #argsort(Column, SortOptions)}.
     *
     * @param keys the keys, which are not changed
     * @param options the order, and how to sort
     * @return one index per key
     * @throws IllegalArgumentException if the options name bits that the keys do not have, or are timed
     */
    public int[] argsort(${type}[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }
</#list>
}
