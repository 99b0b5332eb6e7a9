package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireApart;
import static io.github.tornadosort.ArgumentChecks.requireWritable;

import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.host.strings.EqualStrings;
import io.github.tornadosort.internal.host.strings.StringGather;
import io.github.tornadosort.internal.host.strings.StringSource;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.operation.Reordering;
import io.github.tornadosort.internal.threads.Loop;
import java.util.List;

/**
 * Sorts of {@link Strings}, and their top-k, distinct strings and ranks; see {@link Sorter#strings}. A plain {@code String[]}
 * is sorted by {@link Sorter#sort(String[])}. Arguments are checked, and errors thrown, as {@link Sorter} describes.
 */
public final class StringSorts {
    private final Dispatch dispatch;
    private final HostOperations host;

    StringSorts(Dispatch dispatch, HostOperations host) {
        this.dispatch = dispatch;
        this.host = host;
    }

    /**
     * Sorts strings in place, in ascending order, and moves values with them; see {@link #sort(Strings, Order, Column...)}.
     *
     * @param strings the strings
     * @param values columns of any width, each of at least one value per string
     * @return what was done
     */
    public SortStats sort(Strings strings, Column... values) {
        return sort(strings, Order.ASCENDING, values);
    }

    /**
     * Sorts strings in place, in the order that {@link Strings} describes, and moves values with them: {@code values[i]} of
     * each column moves where string i moves. Values after the first {@code strings.size()} are not changed. Words of 64 bits,
     * which hold the next seven bytes of a string, are sorted with their indices; strings with equal words are then sorted by
     * their next words, from the first one on in which they differ. The host sorts: it would have to read the strings for a
     * device too. Byte strings are moved in their memory, and their offsets and validity bits with them; the sort needs as much
     * additional memory as they take. This takes about 0.4 µs for 10 words of 4 to 20 letters in a {@code String[]}, and 40 µs
     * for 1,000. Byte strings take about 1.3 and 60 µs; a column of values takes about half a microsecond for 10 words.
     *
     * @param strings the strings
     * @param order the direction
     * @param values columns of any width, each of at least one value per string
     * @return what was done
     * @throws IllegalArgumentException if the order names bits, memory is read-only, the offsets of byte strings are not in
     *     ascending order or overlap the bytes in memory, there are fewer values than strings, or values overlap byte strings
     *     or other values
     * @throws ArrayIndexOutOfBoundsException if such an offset is outside the bytes
     */
    public SortStats sort(Strings strings, Order order, Column... values) {
        List<Column> moved = requireValues(strings, values);
        SortedIndices sorted = order(strings, order);
        store(strings, moved, sorted.indices());
        return sorted.stats();
    }

    /** Overwrites strings, and the values that move with them, with copies of them in another order. */
    static void store(Strings strings, List<Column> values, int[] order) {
        Loop[] loops = Reordering.of(values, order);
        Loop[] stringLoops = StringGather.storing(StringGather.take(strings, order), strings);
        Loop.store(loops);
        Loop.store(stringLoops);
    }

    /** Returns the rows of the values that move with the strings. */
    static List<Column> requireValues(Strings strings, Column... values) {
        requireWritable(strings);
        List<Column> moved = ArgumentChecks.requireValues(strings.size(), values);
        if (strings.array() == null) {
            for (Column column : moved) {
                requireApart(strings.bytes(), "the bytes", column.segment(), "the values");
                requireApart(strings.offsets(), "the offsets", column, "the values");
                if (strings.validity() != null) {
                    requireApart(strings.validity(), "the validity bitmap", column.segment(), "the values");
                }
            }
        }
        return moved;
    }

    /**
     * Returns the indices of the strings in ascending order; see {@link #argsort(Strings, Order)}.
     *
     * @param strings the strings, which are not changed
     * @return one index per string
     */
    public int[] argsort(Strings strings) {
        return argsort(strings, Order.ASCENDING);
    }

    /**
     * Returns the indices of the strings in sorted order: string {@code result[0]} is the first one in order. Equal strings
     * keep their order, and so do nulls. This takes about 0.4 µs for 10 words and 30 µs for 1,000.
     *
     * @param strings the strings, which are not changed
     * @param order the direction
     * @return one index per string
     * @throws IllegalArgumentException if the order names bits, or the
     *     offsets of byte strings are not in ascending order
     * @throws ArrayIndexOutOfBoundsException if such an offset is outside the bytes
     */
    public int[] argsort(Strings strings, Order order) {
        dispatch.execution().requireUntimed("argsort");
        return order(strings, order).indices();
    }

    /**
     * Returns the first k strings of the sorted order. Of equal strings, those with lower indices come first. The cost is that
     * of an {@link #argsort(Strings, Order) argsort}.
     *
     * @param strings the strings, which are not changed
     * @param k number of strings, from 0 to {@code strings.size()}
     * @param order the direction
     * @return copies of k strings, and their indices
     * @throws IllegalArgumentException as {@link #argsort(Strings, Order)} does, or if k is negative or greater than
     *     {@code strings.size()}
     */
    public TopK<Strings> topK(Strings strings, int k, Order order) {
        dispatch.execution().requireUntimed("topK");
        if (k < 0 || k > strings.size()) {
            throw new IllegalArgumentException("the first " + k + " of " + strings.size() + " strings");
        }
        require(order);
        dispatch.requireOpen();
        int[] indices = host.topK(StringSource.of(strings), k, strings.areNullsFirst(), order);
        return new TopK<>(StringGather.take(strings, indices), indices);
    }

    /**
     * Returns the distinct strings in sorted order, one copy of each. All nulls are equal. This takes about 0.6 µs for 10 words
     * and 50 µs for 1,000.
     *
     * @param strings the strings, which are not changed
     * @param order the direction
     * @return the distinct strings, in a new array or in new memory
     * @throws IllegalArgumentException as {@link #argsort(Strings, Order)} does
     */
    public Strings unique(Strings strings, Order order) {
        dispatch.execution().requireUntimed("unique");
        int[] indices = order(strings, order).indices();
        return StringGather.take(strings, EqualStrings.firsts(StringSource.of(strings), indices));
    }

    /**
     * Returns the rank of each string: the number of distinct strings before it in the sorted order. All nulls are equal. Ranks
     * take the strings' part where numbers are needed. {@link Sorter#argsort(Key, Key...)} takes strings themselves. This takes
     * about 0.6 µs for 10 words and 50 µs for 1,000.
     *
     * @param strings the strings, which are not changed
     * @param order the direction
     * @return one int32 rank per string, from 0 on
     * @throws IllegalArgumentException as {@link #argsort(Strings, Order)} does
     */
    public Column ranks(Strings strings, Order order) {
        dispatch.execution().requireUntimed("ranks");
        int[] indices = order(strings, order).indices();
        return Column.of(EqualStrings.ranks(StringSource.of(strings), indices));
    }

    /** Returns the indices of the strings in sorted order, and what was done. */
    SortedIndices order(Strings strings, Order order) {
        return order(strings, new int[] {0, strings.size()}, order);
    }

    /**
     * Returns the indices of the strings of all segments, each in sorted order, and what was done.
     *
     * @param offsets checked offsets of the segments, in an array that the caller of the sorter cannot change
     */
    SortedIndices order(Strings strings, int[] offsets, Order order) {
        require(order);
        StringSource source = StringSource.of(strings);
        boolean nullsFirst = strings.areNullsFirst();
        dispatch.requireOpen();
        // A device would not help: from a million strings on, 16 cores take 0.3 to 0.8 of an H200's time.
        return host.order(source, offsets, nullsFirst, order);
    }

    /** Checks that this sorter sorts strings, and that their order names no bits. */
    void require(Order order) {
        dispatch.execution().requireHost("a sort of strings");
        if (!order.hasAllBits()) {
            throw new IllegalArgumentException("bits " + order.beginBit() + " to " + order.endBit()
                    + " of strings, which have no bit ranges; compare all bits");
        }
    }
}
