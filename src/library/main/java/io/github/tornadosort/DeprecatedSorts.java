package io.github.tornadosort;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The methods of version 0.2 that are in groups now. Version 0.4 has neither them nor this class. */
@SuppressWarnings("doclint:missing") // The methods of the groups have the descriptions.
abstract sealed class DeprecatedSorts extends ArraySorts permits Sorter {
    private Sorter sorter() {
        return (Sorter) this;
    }

    /** @deprecated use {@link SegmentSorts#sort(Column)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, int[] offsets) {
        return sorter().segments(offsets).sort(keys);
    }

    /** @deprecated use {@link SegmentSorts#sort(Column, Column)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, Column values, int[] offsets) {
        return sorter().segments(offsets).sort(keys, values);
    }

    /** @deprecated use {@link SegmentSorts#sort(Column)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, long[] offsets) {
        return sorter().segments(offsets).sort(keys);
    }

    /** @deprecated use {@link SegmentSorts#sort(Column, Column)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, Column values, long[] offsets) {
        return sorter().segments(offsets).sort(keys, values);
    }

    /** @deprecated use {@link SegmentSorts#sort(Strings)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Strings strings, int[] offsets) {
        return sorter().segments(offsets).sort(strings);
    }

    /** @deprecated use {@link SegmentSorts#sort(Column, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, int[] offsets, SortOptions options) {
        return sorter().segments(offsets).sort(keys, options);
    }

    /** @deprecated use {@link SegmentSorts#sort(Column, Column, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, Column values, int[] offsets, SortOptions options) {
        return sorter().segments(offsets).sort(keys, values, options);
    }

    /** @deprecated use {@link SegmentSorts#sort(Column, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, long[] offsets, SortOptions options) {
        return sorter().segments(offsets).sort(keys, options);
    }

    /** @deprecated use {@link SegmentSorts#sort(Column, Column, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Column keys, Column values, long[] offsets, SortOptions options) {
        return sorter().segments(offsets).sort(keys, values, options);
    }

    /** @deprecated use {@link SegmentSorts#sort(Strings, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sortSegments(Strings strings, int[] offsets, SortOptions options) {
        return sorter().segments(offsets).sort(strings, options);
    }

    /** @deprecated use {@link StringSorts#sort(Strings)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Strings strings) {
        return sorter().strings().sort(strings);
    }

    /** @deprecated use {@link StringSorts#sort(Strings, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Strings strings, SortOptions options) {
        return sorter().strings().sort(strings, options);
    }

    /** @deprecated use {@link StringSorts#sort(Strings, Column)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Strings strings, Column values) {
        return sorter().strings().sort(strings, values);
    }

    /** @deprecated use {@link StringSorts#sort(Strings, Column, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Strings strings, Column values, SortOptions options) {
        return sorter().strings().sort(strings, values, options);
    }

    /** @deprecated use {@link StringSorts#argsort(Strings)}. */
    @Deprecated(since = "0.3.0")
    public int[] argsort(Strings strings) {
        return sorter().strings().argsort(strings);
    }

    /** @deprecated use {@link StringSorts#argsort(Strings, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public int[] argsort(Strings strings, SortOptions options) {
        return sorter().strings().argsort(strings, options);
    }

    /** @deprecated use {@link StringSorts#topK(Strings, int)}. */
    @Deprecated(since = "0.3.0")
    public TopStrings topK(Strings strings, int k) {
        return sorter().strings().topK(strings, k);
    }

    /** @deprecated use {@link StringSorts#topK(Strings, int, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public TopStrings topK(Strings strings, int k, SortOptions options) {
        return sorter().strings().topK(strings, k, options);
    }

    /** @deprecated use {@link StringSorts#unique(Strings)}. */
    @Deprecated(since = "0.3.0")
    public Strings unique(Strings strings) {
        return sorter().strings().unique(strings);
    }

    /** @deprecated use {@link StringSorts#unique(Strings, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public Strings unique(Strings strings, SortOptions options) {
        return sorter().strings().unique(strings, options);
    }

    /** @deprecated use {@link StringSorts#ranks(Strings)}. */
    @Deprecated(since = "0.3.0")
    public Column ranks(Strings strings) {
        return sorter().strings().ranks(strings);
    }

    /** @deprecated use {@link StringSorts#ranks(Strings, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public Column ranks(Strings strings, SortOptions options) {
        return sorter().strings().ranks(strings, options);
    }

    /** @deprecated use {@link ObjectSorts#sortBy(Object[], Function)}. */
    @Deprecated(since = "0.3.0")
    public <T> SortStats sortBy(T[] array, Function<? super T, @Nullable String> key) {
        return sorter().objects().sortBy(array, key);
    }

    /** @deprecated use {@link ObjectSorts#sortBy(Object[], Function, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public <T> SortStats sortBy(T[] array, Function<? super T, @Nullable String> key, SortOptions options) {
        return sorter().objects().sortBy(array, key, options);
    }

    /** @deprecated use {@link ObjectSorts#sortByLong(Object[], ToLongFunction)}. */
    @Deprecated(since = "0.3.0")
    public <T> SortStats sortByLong(T[] array, ToLongFunction<? super T> key) {
        return sorter().objects().sortByLong(array, key);
    }

    /** @deprecated use {@link ObjectSorts#sortByLong(Object[], ToLongFunction, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public <T> SortStats sortByLong(T[] array, ToLongFunction<? super T> key, SortOptions options) {
        return sorter().objects().sortByLong(array, key, options);
    }

    /** @deprecated use {@link ObjectSorts#sortByDouble(Object[], ToDoubleFunction)}. */
    @Deprecated(since = "0.3.0")
    public <T> SortStats sortByDouble(T[] array, ToDoubleFunction<? super T> key) {
        return sorter().objects().sortByDouble(array, key);
    }

    /** @deprecated use {@link ObjectSorts#sortByDouble(Object[], ToDoubleFunction, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public <T> SortStats sortByDouble(T[] array, ToDoubleFunction<? super T> key, SortOptions options) {
        return sorter().objects().sortByDouble(array, key, options);
    }

    /** @deprecated use {@link ObjectSorts#sort(Object[], ToLongFunction, Comparator)}. */
    @Deprecated(since = "0.3.0")
    public <T> SortStats sort(T[] array, ToLongFunction<? super T> prefix, Comparator<? super T> order) {
        return sorter().objects().sort(array, prefix, order);
    }

    /** @deprecated use {@link ObjectSorts#sort(Column, Object[])}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Column keys, @Nullable Object[] values) {
        return sorter().objects().sort(keys, values);
    }

    /** @deprecated use {@link RecordSorts#sort(Records)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Records records) {
        return sorter().records().sort(records);
    }

    /** @deprecated use {@link RecordSorts#argsort(Records)}. */
    @Deprecated(since = "0.3.0")
    public int[] argsort(Records records) {
        return sorter().records().argsort(records);
    }

    /** @deprecated use {@link ObjectSorts#sort(Column, Object[], SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Column keys, @Nullable Object[] values, SortOptions options) {
        return sorter().objects().sort(keys, values, options);
    }

    /** @deprecated use {@link RecordSorts#sort(Records, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public SortStats sort(Records records, SortOptions options) {
        return sorter().records().sort(records, options);
    }

    /** @deprecated use {@link RecordSorts#argsort(Records, SortOptions)}. */
    @Deprecated(since = "0.3.0")
    public int[] argsort(Records records, SortOptions options) {
        return sorter().records().argsort(records, options);
    }
}
