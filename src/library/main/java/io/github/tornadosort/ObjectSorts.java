package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireValues;
import static io.github.tornadosort.ArgumentChecks.requireWritable;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.host.merge.MergeSort;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sorts of objects by a key; see {@link Sorter#objects}. Each key is taken once, then the keys are sorted, and the objects
 * follow them. All sorts are stable, and an exception of the caller's function or comparator leaves the array as it was.
 * Functions and comparators are called on several threads at once, and what they throw, the sort throws, unchanged. In a static
 * initializer, they must not use the class that is being initialized, for which another thread would wait for ever. Arguments
 * are checked, and errors thrown, as {@link Sorter} describes.
 *
 * <p>The methods have names of their own, as those of {@link Comparator} have: a lambda expression does not tell {@code sortBy}
 * from {@code sortByLong}.
 */
public final class ObjectSorts {
    private final Dispatch dispatch;
    private final HostOperations host;

    ObjectSorts(Dispatch dispatch, HostOperations host) {
        this.dispatch = dispatch;
        this.host = host;
    }

    /**
     * Sorts a column's keys in place, in ascending order, and moves the objects with them; see
     * {@link #sort(Column, Order, Object[])}.
     *
     * @param keys the keys
     * @param values at least one object per key
     * @return what was done
     */
    public SortStats sort(Column keys, @Nullable Object[] values) {
        return sort(keys, Order.ASCENDING, values);
    }

    /**
     * Sorts a column's keys in place and moves the objects with them: {@code values[i]} moves where {@code keys[i]} moves.
     * Elements may be null. This takes about 0.5 µs for 10 objects and 15 µs for 1,000.
     *
     * @param keys the keys
     * @param order the order
     * @param values at least one object per key
     * @return what was done
     * @throws IllegalArgumentException if there are fewer objects than keys, the keys are read-only, or the order names bits
     *     that the keys do not have
     */
    public SortStats sort(Column keys, Order order, @Nullable Object[] values) {
        requireWritable(keys, "keys");
        requireValues(values.length, keys.size());
        order.bitMask(keys.type());
        Reason where = dispatch.where(keys, Payload.VALUES, order);
        return where == Reason.DEVICE
                ? dispatch.device().sort(keys, values, order)
                : host.sort(keys, values, order, where);
    }

    /**
     * Sorts objects in ascending order of a string, as {@link String#compareTo} orders it; see
     * {@link #sortBy(Object[], Function, Order)}.
     *
     * @param <T> type of the objects
     * @param array the objects
     * @param key returns an object's string
     * @return what was done
     */
    public <T> SortStats sortBy(T[] array, Function<? super T, @Nullable String> key) {
        return sortBy(array, key, Order.ASCENDING);
    }

    /**
     * Sorts objects by a string, as {@link String#compareTo} orders it. Objects whose string is null come last, in either
     * direction. This takes about 1 µs for 10 objects and 60 µs for 1,000.
     *
     * @param <T> type of the objects
     * @param array the objects
     * @param key returns an object's string, or null
     * @param order the direction
     * @return what was done
     * @throws IllegalArgumentException if the order names bits
     */
    public <T> SortStats sortBy(T[] array, Function<? super T, @Nullable String> key, Order order) {
        String[] keys = new String[array.length];
        ParallelRanges.ranges(array.length, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                keys[i] = key.apply(array[i]);
            }
        });
        SortedIndices sorted = new StringSorts(dispatch, host).order(Strings.of(keys).utf16(), order);
        Gather.store(Gather.objects(array, MemorySegment.ofArray(sorted.indices())), array);
        return sorted.stats();
    }

    /**
     * Sorts objects in ascending order of a number; see {@link #sortByLong(Object[], ToLongFunction, Order)}.
     *
     * @param <T> type of the objects
     * @param array the objects
     * @param key returns an object's number
     * @return what was done
     */
    public <T> SortStats sortByLong(T[] array, ToLongFunction<? super T> key) {
        return sortByLong(array, key, Order.ASCENDING);
    }

    /**
     * Sorts objects by a number. This takes about 1 µs for 10 objects and 20 µs for 1,000.
     *
     * @param <T> type of the objects
     * @param array the objects
     * @param key returns an object's number
     * @param order the order
     * @return what was done
     */
    public <T> SortStats sortByLong(T[] array, ToLongFunction<? super T> key, Order order) {
        return sort(Column.of(longs(array, key)), order, array);
    }

    private static <T> long[] longs(T[] array, ToLongFunction<? super T> key) {
        long[] keys = HostMemory.longs(array.length);
        ParallelRanges.ranges(array.length, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                keys[i] = key.applyAsLong(array[i]);
            }
        });
        return keys;
    }

    /**
     * Sorts objects in ascending order of a floating-point number, as {@link Double#compare} orders it; see
     * {@link #sortByDouble(Object[], ToDoubleFunction, Order)}.
     *
     * @param <T> type of the objects
     * @param array the objects
     * @param key returns an object's number
     * @return what was done
     */
    public <T> SortStats sortByDouble(T[] array, ToDoubleFunction<? super T> key) {
        return sortByDouble(array, key, Order.ASCENDING);
    }

    /**
     * Sorts objects by a floating-point number, as {@link Double#compare} orders it. This takes about as long as
     * {@link #sortByLong(Object[], ToLongFunction, Order)}.
     *
     * @param <T> type of the objects
     * @param array the objects
     * @param key returns an object's number
     * @param order the order
     * @return what was done
     */
    public <T> SortStats sortByDouble(T[] array, ToDoubleFunction<? super T> key, Order order) {
        double[] keys = new double[array.length];
        ParallelRanges.ranges(array.length, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                keys[i] = key.applyAsDouble(array[i]);
            }
        });
        return sort(Column.of(keys), order, array);
    }

    /**
     * Sorts objects by a comparator, with the help of a number that decides most comparisons: the first bytes of what is
     * compared, for example. The comparator is called for objects with equal numbers only. Without such objects, this takes
     * about as long as {@link #sortByLong(Object[], ToLongFunction, Order)}.
     *
     * @param <T> type of the objects
     * @param array the objects
     * @param prefix returns an object's number; of two objects with different numbers, the comparator must put that with the
     *     smaller one first
     * @param order the order of the objects
     * @return what was done
     */
    public <T> SortStats sort(T[] array, ToLongFunction<? super T> prefix, Comparator<? super T> order) {
        long[] keys = longs(array, prefix);
        T[] copy = array.clone();
        SortStats stats = sort(Column.of(keys), copy);
        Queue<int[]> longRuns = new ConcurrentLinkedQueue<>();
        ParallelRanges.ranges(copy.length, (from, to) -> {
            // A run of equal numbers belongs to the range in which it begins.
            int begin = runEnd(keys, (int) from);
            while (begin < to) {
                int end = runEnd(keys, begin + 1);
                if (MergeSort.isWorthThreads(end - begin)) {
                    longRuns.add(new int[] {begin, end});
                } else {
                    Arrays.sort(copy, begin, end, order);
                }
                begin = end;
            }
        });
        for (int[] run : longRuns) {
            MergeSort.sort(copy, run[0], run[1], order);
        }
        System.arraycopy(copy, 0, array, 0, array.length);
        return stats;
    }

    /** Returns the first index, not less than {@code from}, at which another key follows or the keys end. */
    private static int runEnd(long[] keys, int from) {
        int end = from;
        while (end > 0 && end < keys.length && keys[end] == keys[end - 1]) {
            end++;
        }
        return end;
    }
}
