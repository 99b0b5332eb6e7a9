package io.github.tornadosort;

import org.jspecify.annotations.Nullable;

/** Sorts of strings: a {@code String[]} is sorted as {@link Strings#of(String[])}. */
abstract sealed class StringSorts extends ArraySorts permits ObjectSorts {

    /**
     * Sorts strings in place, in the order that {@link Strings} describes. Words of 64 bits, which hold the next seven bytes
     * of a string, are sorted with their indices; strings with equal words are then sorted by their next words, from the first
     * one on in which they differ. The host sorts unless the options ask for a device. Byte strings are moved in their memory,
     * and their offsets and validity bits with them; the sort needs as much additional memory as they take. This takes about 0.4 µs for
     * 10 words of 4 to 20 letters in a {@code String[]}, and 40 µs for 1,000. Byte strings take about 1.3 and 60 µs.
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
    abstract SortStats sortFew(@Nullable String[] strings, SortOptions options);

    /**
     * Returns the indices of the strings in sorted order: string {@code result[0]} is the first one in order. Equal strings keep
     * their order, and so do nulls. This takes about 0.4 µs for 10 words and 30 µs for 1,000.
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
     * Sorts an array in ascending order of code points; see {@link #sort(String[], SortOptions)}. Nulls come last.
     *
     * @param strings the strings
     * @return what was done
     */
    public SortStats sort(@Nullable String[] strings) {
        return sort(strings, SortOptions.ascending());
    }

    /**
     * Sorts an array in the order of code points; see {@link #sort(Strings, SortOptions)}. Nulls come last. Ten words take about as
     * long as with {@link java.util.Arrays#sort(Object[])}, 0.2 µs. A thousand words take about 50 µs, 0.4 of its time.
     *
     * @param strings the strings
     * @param options the direction, and whether to verify and to take times
     * @return what was done
     * @throws IllegalArgumentException if the options name bits or an algorithm
     */
    public SortStats sort(@Nullable String[] strings, SortOptions options) {
        SortStats few = sortFew(strings, options);
        return few != null ? few : sort(Strings.of(strings), options);
    }

    /**
     * Returns the indices of the strings in ascending order of code points; see {@link #argsort(Strings, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @return one index per string
     */
    public int[] argsort(@Nullable String[] strings) {
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
    public int[] argsort(@Nullable String[] strings, SortOptions options) {
        return argsort(Strings.of(strings), options);
    }

    /**
     * Sorts strings in place, in ascending order, and moves values with them; see {@link #sort(Strings, Column, SortOptions)}.
     *
     * @param strings the strings
     * @param values values of any width, at least one per string
     * @return what was done
     */
    public SortStats sort(Strings strings, Column values) {
        return sort(strings, values, SortOptions.ascending());
    }

    /**
     * Sorts strings in place and moves values with them: {@code values[i]} moves where string i moves. Values after the first
     * {@code strings.size()} are not changed. This takes about 0.7 µs for 10 words in a {@code String[]} and 40 µs for 1,000.
     *
     * @param strings the strings
     * @param values values of any width, at least one per string
     * @param options the direction, and whether to verify and to take times
     * @return what was done
     * @throws IllegalArgumentException as {@link #sort(Strings, SortOptions)} does, or if there are fewer values than strings,
     *     they are read-only, or overlap byte strings in memory
     */
    public abstract SortStats sort(Strings strings, Column values, SortOptions options);

    /**
     * Sorts segments of strings in ascending order; see {@link #sortSegments(Strings, int[], SortOptions)}.
     *
     * @param strings the strings
     * @param offsets the start of each segment, and the end of the last one
     * @return what was done
     */
    public SortStats sortSegments(Strings strings, int[] offsets) {
        return sortSegments(strings, offsets, SortOptions.ascending());
    }

    /**
     * Sorts segments of strings in place, each by itself. Segment i holds the strings from index {@code offsets[i]}, inclusive, to
     * {@code offsets[i + 1]}, exclusive. Strings before the first segment and after the last one keep their indices. This takes
     * about 0.4 µs for two segments of five words in a {@code String[]}, and 25 µs for 200 of them.
     *
     * @param strings the strings
     * @param offsets the start of each segment, and the end of the last one, in ascending order
     * @param options the direction, and whether to verify and to take times
     * @return what was done
     * @throws IllegalArgumentException as {@link #sort(Strings, SortOptions)} does, or if there is no offset, or they are not in
     *     ascending order
     * @throws ArrayIndexOutOfBoundsException if an offset is greater than the number of strings
     */
    public abstract SortStats sortSegments(Strings strings, int[] offsets, SortOptions options);

    /**
     * Returns the first k strings in ascending order; see {@link #topK(Strings, int, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @param k number of strings, from 0 to {@code strings.size()}
     * @return copies of k strings, and their indices
     */
    public TopStrings topK(Strings strings, int k) {
        return topK(strings, k, SortOptions.ascending());
    }

    /**
     * Returns the first k strings of the sorted order. Of equal strings, those with lower indices come first. The cost is that of an
     * {@link #argsort(Strings, SortOptions) argsort}.
     *
     * @param strings the strings, which are not changed
     * @param k number of strings, from 0 to {@code strings.size()}
     * @param options the direction, and whether to verify
     * @return copies of k strings, and their indices
     * @throws IllegalArgumentException as {@link #argsort(Strings, SortOptions)} does, or if k is negative or greater than
     *     {@code strings.size()}
     */
    public abstract TopStrings topK(Strings strings, int k, SortOptions options);

    /**
     * Returns the distinct strings in ascending order; see {@link #unique(Strings, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @return copies of the distinct strings
     */
    public Strings unique(Strings strings) {
        return unique(strings, SortOptions.ascending());
    }

    /**
     * Returns the distinct strings in sorted order, one copy of each. All nulls are equal. This takes about 0.6 µs for 10 words and
     * 50 µs for 1,000.
     *
     * @param strings the strings, which are not changed
     * @param options the direction, and whether to verify
     * @return the distinct strings, in a new array or in new memory
     * @throws IllegalArgumentException as {@link #argsort(Strings, SortOptions)} does
     */
    public abstract Strings unique(Strings strings, SortOptions options);

    /**
     * Returns the ranks of the strings in ascending order; see {@link #ranks(Strings, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @return one rank per string
     */
    public Column ranks(Strings strings) {
        return ranks(strings, SortOptions.ascending());
    }

    /**
     * Returns the rank of each string: the number of distinct strings before it in the sorted order. All nulls are equal. Ranks take
     * the strings' part where numbers are needed: {@code lexsort(List.of(SortKey.of(prices), SortKey.of(ranks(names))))} sorts by
     * name and then by price. This takes about 0.6 µs for 10 words and 50 µs for 1,000.
     *
     * @param strings the strings, which are not changed
     * @param options the direction, and whether to verify
     * @return one int32 rank per string, from 0 on
     * @throws IllegalArgumentException as {@link #argsort(Strings, SortOptions)} does
     */
    public abstract Column ranks(Strings strings, SortOptions options);
}
