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
     * Sorts segments of a column in ascending order; see {@link #sort(Column, SortOptions)}.
     *
     * @param keys the keys
     * @return what was done
     */
    public SortStats sort(Column keys) {
        return sort(keys, SortOptions.ascending());
    }

    /**
     * Sorts segments of a column in place. One core of the host takes about as long as
     * {@link java.util.Arrays#sort(int[], int, int)} for each segment, and 0.4 µs more; segments of at most 16 ints take half to three
     * quarters of that. Several cores sort segments at the same time. A device would take longer to be sent the segments than the cores
     * take; {@link io.github.tornadosort.stage.SegmentedSortStage} sorts segments that are there.
     *
     * @param keys the keys
     * @param options the order, and whether to take times
     * @return what was done
     * @throws IllegalArgumentException if there is no offset, the offsets are not in ascending order, there are more than
     *     2<sup>31</sup> - 9 keys, the memory is read-only, or the options name bits that the keys do not have, an algorithm, a
     *     verification or the device
     * @throws ArrayIndexOutOfBoundsException if an offset is outside the column
     */
    public SortStats sort(Column keys, SortOptions options) {
        requireWritable(keys, "keys");
        return sort(keys, List.of(), options);
    }

    /**
     * Sorts segments of a column in ascending order and moves values with the keys; see {@link #sort(Column, Column, SortOptions)}.
     *
     * @param keys the keys
     * @param values values of any width, at least one per key
     * @return what was done
     */
    public SortStats sort(Column keys, Column values) {
        return sort(keys, values, SortOptions.ascending());
    }

    /**
     * Sorts segments of a column in place and moves the values with the keys: {@code values[i]} moves where {@code keys[i]} moves. For
     * few keys, this takes about 1 µs, and 0.1 µs more for each segment of five ints.
     *
     * @param keys the keys
     * @param values values of any width, at least one per key
     * @param options the order, and whether to take times
     * @return what was done
     * @throws IllegalArgumentException as {@link #sort(Column, SortOptions)} and {@link Sorter#sort(Column, Column, SortOptions)} do
     * @throws ArrayIndexOutOfBoundsException if an offset is outside the column
     */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        return sort(keys, List.of(requireValues(keys, values)), options);
    }

    private SortStats sort(Column keys, List<Column> values, SortOptions options) {
        requireIndexesInArray(keys);
        options.bitMask(keys.type());
        options.requireHost("a sort of segments");
        dispatch.requireOpen();
        Consumer<int[]> copy = offsets -> copyOffsets.accept(offsets, keys.size());
        return host.sortSegments(keys, count - 1, copy, options, values);
    }

    /**
     * Sorts segments of strings in ascending order; see {@link #sort(Strings, SortOptions)}.
     *
     * @param strings the strings
     * @return what was done
     */
    public SortStats sort(Strings strings) {
        return sort(strings, SortOptions.ascending());
    }

    /**
     * Sorts segments of strings in place. This takes about 0.4 µs for two segments of five words in a {@code String[]}, and 25 µs for
     * 200 of them.
     *
     * @param strings the strings
     * @param options the direction, and whether to take times
     * @return what was done
     * @throws IllegalArgumentException as {@link StringSorts#sort(Strings, SortOptions)} does, or if there is no offset, or they are
     *     not in ascending order
     * @throws ArrayIndexOutOfBoundsException if an offset is greater than the number of strings
     */
    public SortStats sort(Strings strings, SortOptions options) {
        requireWritable(strings);
        int[] offsets = offsets(strings.size());
        SortedIndices order = new StringSorts(dispatch, host).order(strings, offsets, options);
        int[] all = HostMemory.ints(strings.size());
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        System.arraycopy(order.indices(), 0, all, offsets[0], order.indices().length);
        Loop.store(StringGather.storing(StringGather.take(strings, all), strings));
        return order.stats();
    }

    /** Returns a checked copy of the offsets for n keys. */
    private int[] offsets(long n) {
        int[] copy = HostMemory.ints(count);
        copyOffsets.accept(copy, n);
        return copy;
    }
}
