package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireIndexesInArray;
import static io.github.tornadosort.ArgumentChecks.requireValues;

import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.operation.HostOperations;
import java.util.List;
import java.util.Objects;

/**
 * Sorts of segments, each by itself; see {@link Sorter#segments}. Segment i holds the keys from index {@code offsets[i]},
 * inclusive, to {@code offsets[i + 1]}, exclusive. Keys before the first segment and after the last one are not changed. Each
 * sort reads the offsets when it begins, so that they may be changed between two sorts. Arguments are checked, and errors
 * thrown, as {@link Sorter} describes.
 */
public final class SegmentSorts {
    private final Dispatch dispatch;
    private final HostOperations host;
    private final int[] offsets;

    SegmentSorts(Dispatch dispatch, HostOperations host, int[] offsets) {
        this.dispatch = dispatch;
        this.host = host;
        this.offsets = Objects.requireNonNull(offsets, "offsets");
    }

    /**
     * Sorts segments of a column in ascending order and moves values with the keys; see
     * {@link #sort(Column, Order, Column...)}.
     *
     * @param keys the keys
     * @param values columns of any width, each of at least one value per key
     * @return what was done
     */
    public SortStats sort(Column keys, Column... values) {
        return sort(keys, Order.ASCENDING, values);
    }

    /**
     * Sorts segments of a column in place and moves values with the keys: {@code values[i]} of each column moves where
     * {@code keys[i]} moves. One core of the host takes about as long as {@link java.util.Arrays#sort(int[], int, int)} for
     * each segment, and 0.4 µs more; segments of at most 16 ints take half to three quarters of that. With values, few keys
     * take about 1 µs, and 0.1 µs more for each segment of five ints. Several cores sort segments at the same time. A device
     * would take longer to be sent the segments than the cores take; {@link io.github.tornadosort.stage.SegmentedSortStage}
     * sorts segments that are there.
     *
     * @param keys the keys
     * @param order the order
     * @param values columns of any width, each of at least one value per key
     * @return what was done
     * @throws IllegalArgumentException if there is no offset, the offsets are not in ascending order, there are more than
     *     2<sup>31</sup> - 9 keys or fewer values than keys, memory is read-only, columns overlap in memory, or the order names
     *     bits that the keys do not have
     * @throws ArrayIndexOutOfBoundsException if an offset is outside the column
     */
    public SortStats sort(Column keys, Order order, Column... values) {
        List<Column> moved = requireValues(keys, values);
        requireIndexesInArray(keys);
        order.bitMask(keys.type());
        dispatch.execution().requireHost("a sort of segments");
        dispatch.requireOpen();
        return host.sortSegments(keys, offsets.length - 1, copy -> copyOffsets(copy, keys.size()), order, moved);
    }

    /**
     * Sorts segments of strings in ascending order and moves values with them; see {@link #sort(Strings, Order, Column...)}.
     *
     * @param strings the strings
     * @param values columns of any width, each of at least one value per string
     * @return what was done
     */
    public SortStats sort(Strings strings, Column... values) {
        return sort(strings, Order.ASCENDING, values);
    }

    /**
     * Sorts segments of strings in place and moves values with them. This takes about 0.4 µs for two segments of five words in
     * a {@code String[]}, and 25 µs for 200 of them.
     *
     * @param strings the strings
     * @param order the direction
     * @param values columns of any width, each of at least one value per string
     * @return what was done
     * @throws IllegalArgumentException as {@link StringSorts#sort(Strings, Order, Column...)} does, or if there is no offset,
     *     or they are not in ascending order
     * @throws ArrayIndexOutOfBoundsException if an offset is greater than the number of strings
     */
    public SortStats sort(Strings strings, Order order, Column... values) {
        List<Column> moved = StringSorts.requireValues(strings, values);
        int[] ends = HostMemory.ints(offsets.length);
        copyOffsets(ends, strings.size());
        SortedIndices sorted = new StringSorts(dispatch, host).order(strings, ends, order);
        int[] all = HostMemory.ints(strings.size());
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        System.arraycopy(sorted.indices(), 0, all, ends[0], sorted.indices().length);
        StringSorts.store(strings, moved, all);
        return sorted.stats();
    }

    /**
     * Copies the offsets, so that the caller cannot change them during a sort, and checks that they ascend and are within the
     * keys.
     *
     * @param copy the destination, which may be longer
     * @param n number of keys, at most {@link Integer#MAX_VALUE}
     */
    private void copyOffsets(int[] copy, long n) {
        int count = offsets.length;
        System.arraycopy(offsets, 0, copy, 0, count);
        // Negative if an offset or a length is.
        int all = count == 0 ? -1 : copy[0];
        for (int i = 1; i < count; i++) {
            all |= copy[i] | copy[i] - copy[i - 1];
        }
        if (all < 0 || copy[count - 1] > n) {
            throw refused(copy, count, n);
        }
    }

    /** Returns the exception for the first offset that is wrong. */
    private static RuntimeException refused(int[] offsets, int count, long keys) {
        for (int i = 0; i < count; i++) {
            if (offsets[i] < 0 || offsets[i] > keys) {
                return new ArrayIndexOutOfBoundsException(
                        "offsets[" + i + "] is " + offsets[i] + ", there are " + keys + " keys");
            }
            if (i > 0 && offsets[i] < offsets[i - 1]) {
                return new IllegalArgumentException("offsets[" + i + "] is " + offsets[i] + ", before offsets[" + (i - 1)
                        + "], which is " + offsets[i - 1]);
            }
        }
        return new IllegalArgumentException("no offsets; one segment has two, its start and its end");
    }
}
