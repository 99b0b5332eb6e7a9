package io.github.tornadosort;

/** Sorts of strings: a {@code String[]} is sorted as {@link Strings#of(String[])}. */
abstract sealed class StringSorts extends ArraySorts permits Sorter {

    /**
     * Sorts strings in place, in the order that {@link Strings} describes. Words of 64 bits, which hold the next seven bytes of a
     * string, are sorted with their indices; strings with equal words are then sorted by their next words, from the first one on in
     * which they differ. Byte strings are moved in their memory, and their offsets and validity bits with them; the sort needs as
     * much additional memory as they take.
     *
     * @param strings the strings
     * @param options the direction, and whether to verify and to take times
     * @return what was done
     * @throws IllegalArgumentException if the options name bits or an algorithm, the memory is read-only, or the offsets of byte
     *     strings are not in ascending order or overlap the bytes in memory
     * @throws ArrayIndexOutOfBoundsException if such an offset is outside the bytes
     */
    public abstract SortStats sort(Strings strings, SortOptions options);

    /**
     * Sorts a short array.
     *
     * @return what was done, or null if the array is not short, contains a null, or the host is not to sort it
     */
    abstract SortStats sortFew(String[] strings, SortOptions options);

    /**
     * Returns the indices of the strings in sorted order: string {@code result[0]} is the first one in order. Equal strings keep
     * their order, and so do nulls.
     *
     * @param strings the strings, which are not changed
     * @param options the direction, and whether to verify
     * @return one index per string
     * @throws IllegalArgumentException if the options name bits or an algorithm, or are timed, or the offsets of byte strings are
     *     not in ascending order
     * @throws ArrayIndexOutOfBoundsException if such an offset is outside the bytes
     */
    public abstract int[] argsort(Strings strings, SortOptions options);

    /**
     * Sorts strings in place, in ascending order; see {@link #sort(Strings, SortOptions)}.
     *
     * @param strings the strings
     * @return what was done
     */
    public SortStats sort(Strings strings) {
        return sort(strings, SortOptions.ascending());
    }

    /**
     * Returns the indices of the strings in ascending order; see {@link #argsort(Strings, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @return one index per string
     */
    public int[] argsort(Strings strings) {
        return argsort(strings, SortOptions.ascending());
    }

    /**
     * Sorts an array in ascending order of code points; see {@link #sort(Strings, SortOptions)}. Nulls come last.
     *
     * @param strings the strings
     * @return what was done
     */
    public SortStats sort(String[] strings) {
        return sort(strings, SortOptions.ascending());
    }

    /**
     * Sorts an array in the order of code points; see {@link #sort(Strings, SortOptions)}. Nulls come last.
     *
     * @param strings the strings
     * @param options the direction, and whether to verify and to take times
     * @return what was done
     * @throws IllegalArgumentException if the options name bits or an algorithm
     */
    public SortStats sort(String[] strings, SortOptions options) {
        SortStats few = sortFew(strings, options);
        return few != null ? few : sort(Strings.of(strings), options);
    }

    /**
     * Returns the indices of the strings in ascending order of code points; see {@link #argsort(Strings, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @return one index per string
     */
    public int[] argsort(String[] strings) {
        return argsort(strings, SortOptions.ascending());
    }

    /**
     * Returns the indices of the strings in the order of code points; see {@link #argsort(Strings, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @param options the direction, and whether to verify
     * @return one index per string
     * @throws IllegalArgumentException if the options name bits or an algorithm, or are timed
     */
    public int[] argsort(String[] strings, SortOptions options) {
        return argsort(Strings.of(strings), options);
    }
}
