package io.github.tornadosort;

/**
 * Sorts of the JDK's arrays, for callers that have no other view of their keys in mind: each is {@link Column#of} and the
 * sort of that column.
 */
abstract sealed class ArraySorts permits Sorter {

    /** Sorts a column's keys in place. */
    public abstract SortStats sort(Column keys, SortOptions options);

    /** Sorts a column's keys in place, ascending. */
    public SortStats sort(Column keys) {
        return sort(keys, SortOptions.ascending());
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(byte[])} would. */
    public SortStats sort(byte[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts all of the array. */
    public SortStats sort(byte[] keys, SortOptions options) {
        return sort(Column.of(keys), options);
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(byte[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(byte[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(short[])} would. */
    public SortStats sort(short[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts all of the array. */
    public SortStats sort(short[] keys, SortOptions options) {
        return sort(Column.of(keys), options);
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(short[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(short[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(char[])} would. The keys are unsigned numbers. */
    public SortStats sort(char[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts all of the array. */
    public SortStats sort(char[] keys, SortOptions options) {
        return sort(Column.of(keys), options);
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(char[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(char[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(int[])} would. */
    public SortStats sort(int[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts all of the array. */
    public SortStats sort(int[] keys, SortOptions options) {
        return sort(Column.of(keys), options);
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(int[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(int[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(long[])} would. */
    public SortStats sort(long[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts all of the array. */
    public SortStats sort(long[] keys, SortOptions options) {
        return sort(Column.of(keys), options);
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(long[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(long[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(float[])} would. */
    public SortStats sort(float[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts all of the array. */
    public SortStats sort(float[] keys, SortOptions options) {
        return sort(Column.of(keys), options);
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(float[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(float[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(double[])} would. */
    public SortStats sort(double[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts all of the array. */
    public SortStats sort(double[] keys, SortOptions options) {
        return sort(Column.of(keys), options);
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(double[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys).range(fromIndex, toIndex));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(double[] keys, int fromIndex, int toIndex, SortOptions options) {
        return sort(Column.of(keys).range(fromIndex, toIndex), options);
    }
}
