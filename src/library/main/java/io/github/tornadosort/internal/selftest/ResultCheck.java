package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;

/**
 * Checks on the host what a device has returned. Keys must be in order, and the same multiset as before: the sum of a hash of
 * each key, or of each key with its value, must be the same. The indices of keys must be a permutation in stable order.
 */
public final class ResultCheck {
    private ResultCheck() {}

    /** Thrown if a result is wrong. */
    public static final class MismatchException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private MismatchException(String found) {
            super("the device returned " + found);
        }
    }

    /**
     * Checks sorted keys and the values that moved with them.
     *
     * @param values as many values of 32 bits as keys, or null
     * @param sum the {@link #sum} before the sort
     * @throws MismatchException if the keys are not in order, or not those of before with their values
     */
    public static void requireSorted(Column sorted, MemorySegment values, long sum, Order sortOrder) {
        if (sum(sorted, values) != sum) {
            throw new MismatchException(values == null ? "other keys than before" : "other keys or values than before");
        }
        requireInOrder(sorted, sortOrder);
    }

    /** @throws MismatchException if the keys are not in order */
    public static void requireInOrder(Column sorted, Order sortOrder) {
        if (!SortedKeys.areSorted(sorted, sortOrder)) {
            throw new MismatchException("keys out of order");
        }
    }

    /**
     * Checks that the indices of equal keys are in order.
     *
     * @param sorted keys in order
     * @param indices the index of each of them before the sort
     * @throws MismatchException if they are not
     */
    public static void requireStable(Column sorted, MemorySegment indices, Order sortOrder) {
        OrderedKeys keys = new OrderedKeys(sorted, sortOrder);
        require("equal keys in another order than before", sorted.size(), i -> i == 0 || keys.at(i) != keys.at(i - 1)
                || index(indices, i) > index(indices, i - 1),
                sorted.segment(), indices);
    }

    /**
     * Checks the indices of keys in sorted order. Each key must be greater than the one before, or equal and behind it, so that
     * no index occurs twice.
     *
     * @param keys the keys before the sort
     * @param sorted the keys in this order, or null if only the indices were returned
     * @throws MismatchException if the indices are wrong, or do not lead to the sorted keys
     */
    public static void requireOrder(Column keys, MemorySegment indices, Column sorted, Order sortOrder) {
        long n = keys.size();
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        require("indices that no key has", n, i -> Integer.toUnsignedLong(index(indices, i)) < n, indices);
        require("indices that are not in order", n, i -> {
            int left = i == 0 ? 0 : index(indices, i - 1);
            int index = index(indices, i);
            int order = i == 0 ? -1 : Long.compare(ordered.at(left), ordered.at(index));
            return order < 0 || order == 0 && left < index;
        }, keys.segment(), indices);
        if (sorted != null) {
            require("other keys than those of the indices", n, i -> bits(sorted, i) == bits(keys, index(indices, i)),
                    keys.segment(), sorted.segment(), indices);
        }
    }

    private static int index(MemorySegment indices, long i) {
        return indices.get(Layouts.INT, Integer.BYTES * i);
    }

    /** Throws an exception unless the condition holds for all numbers from 0 to n - 1. */
    private static void require(String otherwise, long n, LongPredicate condition, MemorySegment... accessed) {
        AtomicBoolean wrong = new AtomicBoolean();
        ParallelRanges.ranges(n, (from, to) -> {
            for (long i = from; i < to; i++) {
                if (!condition.test(i)) {
                    wrong.set(true);
                    return;
                }
            }
        }, accessed);
        if (wrong.get()) {
            throw new MismatchException(otherwise);
        }
    }

    /**
     * Returns the sum of a hash of each key, or of each key with its value.
     *
     * @param values as many values of 32 bits as keys, or null
     */
    public static long sum(Column keys, MemorySegment values) {
        LongAdder sum = new LongAdder();
        ParallelRanges.ranges(keys.size(), (from, to) -> {
            long part = 0;
            for (long i = from; i < to; i++) {
                part += values == null ? hash(bits(keys, i)) : hash(bits(keys, i), index(values, i));
            }
            sum.add(part);
        }, values == null ? new MemorySegment[] {keys.segment()} : new MemorySegment[] {keys.segment(), values});
        return sum.sum();
    }

    private static long bits(Column keys, long i) {
        MemorySegment memory = keys.segment();
        return switch (keys.type().bytes()) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, i) & 0xff;
            case 2 -> memory.get(Layouts.SHORT, 2 * i) & 0xffff;
            case 4 -> Integer.toUnsignedLong(memory.get(Layouts.INT, 4 * i));
            default -> memory.get(Layouts.LONG, 8 * i);
        };
    }

    /** Returns a hash of a key with its value. */
    public static long hash(long bits, int value) {
        return hash(hash(bits) + value);
    }

    /**
     * Returns a hash of a key: the last steps of MurmurHash3.
     *
     * @param bits the bits of the key, extended with zeros
     */
    public static long hash(long bits) {
        long mixed = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
