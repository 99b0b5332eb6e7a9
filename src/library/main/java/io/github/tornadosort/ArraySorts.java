package io.github.tornadosort;

/**
 * Sorts of primitive arrays: each is {@link Column#of} and the operation on that column. The methods of all types have the
 * same text but for the type, which ArraySortsTest checks.
 */
abstract sealed class ArraySorts permits StringSorts {

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

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(byte[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(byte[] keys) {
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
    public SortStats sort(byte[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.INT8, options);
        return few != null ? few : sort(Column.of(keys), options);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(byte[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(byte[] keys, int fromIndex, int toIndex) {
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
    public SortStats sort(byte[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(byte[] keys) {
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
    public int[] argsort(byte[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(short[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(short[] keys) {
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
    public SortStats sort(short[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.INT16, options);
        return few != null ? few : sort(Column.of(keys), options);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(short[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(short[] keys, int fromIndex, int toIndex) {
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
    public SortStats sort(short[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(short[] keys) {
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
    public int[] argsort(short[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(char[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(char[] keys) {
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
    public SortStats sort(char[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.UINT16, options);
        return few != null ? few : sort(Column.of(keys), options);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(char[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(char[] keys, int fromIndex, int toIndex) {
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
    public SortStats sort(char[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(char[] keys) {
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
    public int[] argsort(char[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(int[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(int[] keys) {
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
    public SortStats sort(int[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.INT32, options);
        return few != null ? few : sort(Column.of(keys), options);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(int[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(int[] keys, int fromIndex, int toIndex) {
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
    public SortStats sort(int[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(int[] keys) {
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
    public int[] argsort(int[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(long[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(long[] keys) {
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
    public SortStats sort(long[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.INT64, options);
        return few != null ? few : sort(Column.of(keys), options);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(long[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(long[] keys, int fromIndex, int toIndex) {
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
    public SortStats sort(long[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(long[] keys) {
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
    public int[] argsort(long[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(float[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(float[] keys) {
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
    public SortStats sort(float[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.FLOAT32, options);
        return few != null ? few : sort(Column.of(keys), options);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(float[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(float[] keys, int fromIndex, int toIndex) {
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
    public SortStats sort(float[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(float[] keys) {
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
    public int[] argsort(float[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }

    /**
     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(double[])} does.
     * This takes about as long as that for up to 10<sup>5</sup> keys, and less time for more keys.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(double[] keys) {
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
    public SortStats sort(double[] keys, SortOptions options) {
        SortStats few = sortFew(keys, keys.length, KeyType.FLOAT64, options);
        return few != null ? few : sort(Column.of(keys), options);
    }

    /**
     * Sorts part of an array in ascending order, as {@link java.util.Arrays#sort(double[], int, int)} does. Few keys take
     * about 30 ns more than as an array of their own.
     *
     * @param keys the keys
     * @param fromIndex index of the first key to sort, inclusive
     * @param toIndex index of the last key to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > keys.length}
     */
    public SortStats sort(double[] keys, int fromIndex, int toIndex) {
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
    public SortStats sort(double[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /**
     * Returns the indices of an array's keys in ascending order; equal keys keep their order. This takes about 0.1 µs for 10 keys
     * and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(double[] keys) {
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
    public int[] argsort(double[] keys, SortOptions options) {
        return argsort(Column.of(keys), options);
    }
}
