package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireIndexesInArray;
import static io.github.tornadosort.ArgumentChecks.requireValues;
import static io.github.tornadosort.ArgumentChecks.requireWritable;

import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.host.strings.StringGather;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.operation.SegmentOffsets;
import io.github.tornadosort.internal.threads.Loop;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * Sorts of segments, each by itself; see {@link Sorter#segments(int[])}. Segment i holds the keys from index {@code offsets[i]},
 * inclusive, to {@code offsets[i + 1]}, exclusive. Keys before the first segment and after the last one are not changed. Each sort
 * reads the offsets when it begins, so that they may be changed between two sorts. Arguments are checked, and errors thrown, as
 * {@link Sorter} describes.
 */
public final class SegmentSorts {
    private final Dispatch dispatch;
    private final HostOperations host;
    private final int count;
    /** Checks the offsets for n keys, and copies them, so that the caller cannot change them during a sort. */
    private final ObjLongConsumer<int[]> copyOffsets;

    SegmentSorts(Dispatch dispatch, HostOperations host, int[] offsets) {
        this(dispatch, host, offsets.length, (copy, n) -> SegmentOffsets.copy(offsets, n, copy));
    }

    SegmentSorts(Dispatch dispatch, HostOperations host, long[] offsets) {
        this(dispatch, host, offsets.length, (copy, n) -> SegmentOffsets.copy(offsets, n, copy));
    }

    /** @param count number of offsets */
    private SegmentSorts(Dispatch dispatch, HostOperations host, int count, ObjLongConsumer<int[]> copyOffsets) {
        this.dispatch = dispatch;
        this.host = host;
        this.count = count;
        this.copyOffsets = copyOffsets;
    }

    /**
     * Sorts segments of a column in ascending order; see {@link #sort(Column, Order)}.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(Column keys) {
        return sort(keys, Order.ASCENDING);
    }

    /**
     * Sorts segments of a column in place. One core of the host takes about as long as
     * {@link java.util.Arrays#sort(int[], int, int)} for each segment, and 0.4 µs more; segments of at most 16 ints take half to three
     * quarters of that. Several cores sort segments at the same time. A device would take longer to be sent the segments than the cores
     * take; {@link io.github.tornadosort.stage.SegmentedSortStage} sorts segments that are there.
     *
     * @param keys the keys
     * @param order the order
     * @return what was done
     * @throws IllegalArgumentException if there is no offset, the offsets are not in ascending order, there are more than
     *     2<sup>31</sup> - 9 keys, the memory is read-only, or the order names bits that the keys do not have, an algorithm, a
     *     verification or the device
     * @throws ArrayIndexOutOfBoundsException if an offset is outside the column
     */
    public SortStats sort(Column keys, Order order) {
        requireWritable(keys, "keys");
        return sort(keys, List.of(), order);
    }

    /**
     * Sorts segments of a column in ascending order and moves values with the keys; see {@link #sort(Column, Column, Order)}.
     *
     * @param keys the keys
     * @param values values of any width, at least one per key
     * @return what was done
     */
    public SortStats sort(Column keys, Column values) {
        return sort(keys, values, Order.ASCENDING);
    }

    /**
     * Sorts segments of a column in place and moves the values with the keys: {@code values[i]} moves where {@code keys[i]} moves. For
     * few keys, this takes about 1 µs, and 0.1 µs more for each segment of five ints.
     *
     * @param keys the keys
     * @param values values of any width, at least one per key
     * @param order the order
     * @return what was done
     * @throws IllegalArgumentException as {@link #sort(Column, Order)} and {@link Sorter#sort(Column, Column, Order)} do
     * @throws ArrayIndexOutOfBoundsException if an offset is outside the column
     */
    public SortStats sort(Column keys, Column values, Order order) {
        return sort(keys, List.of(requireValues(keys, values)), order);
    }

    private SortStats sort(Column keys, List<Column> values, Order order) {
        requireIndexesInArray(keys);
        order.bitMask(keys.type());
        dispatch.execution().requireHost("a sort of segments");
        dispatch.requireOpen();
        Consumer<int[]> copy = offsets -> copyOffsets.accept(offsets, keys.size());
        return host.sortSegments(keys, count - 1, copy, order, values);
    }

    /**
     * Sorts segments of strings in ascending order; see {@link #sort(Strings, Order)}.
     *
     * @param strings the strings
     * @return what was done
     */
    public SortStats sort(Strings strings) {
        return sort(strings, Order.ASCENDING);
    }

    /**
     * Sorts segments of strings in place. This takes about 0.4 µs for two segments of five words in a {@code String[]}, and 25 µs for
     * 200 of them.
     *
     * @param strings the strings
     * @param order the direction
     * @return what was done
     * @throws IllegalArgumentException as {@link StringSorts#sort(Strings, Order)} does, or if there is no offset, or they are
     *     not in ascending order
     * @throws ArrayIndexOutOfBoundsException if an offset is greater than the number of strings
     */
    public SortStats sort(Strings strings, Order order) {
        requireWritable(strings);
        int[] offsets = offsets(strings.size());
        SortedIndices sorted = new StringSorts(dispatch, host).order(strings, offsets, order);
        int[] all = HostMemory.ints(strings.size());
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        System.arraycopy(sorted.indices(), 0, all, offsets[0], sorted.indices().length);
        Loop.store(StringGather.storing(StringGather.take(strings, all), strings));
        return sorted.stats();
    }

    /** Returns a checked copy of the offsets for n keys. */
    private int[] offsets(long n) {
        int[] copy = HostMemory.ints(count);
        copyOffsets.accept(copy, n);
        return copy;
    }
}
