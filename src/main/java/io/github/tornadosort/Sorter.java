package io.github.tornadosort;

import io.github.tornadosort.graph.PlanCache;
import io.github.tornadosort.policy.SortPolicies;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Sorts keys on one device. Opening one costs little; the first sort compiles its kernels (a second or two on a GPU), and
 * every later one uses them again, whatever its length. Several threads may share a sorter: their sorts run one after
 * the other.
 *
 * <pre>{@code
 * try (Sorter sorter = Sorter.open()) {
 *     sorter.sort(keys);
 * }
 * }</pre>
 *
 * <p>Argument checks follow {@link java.util.Arrays}: {@code fromIndex > toIndex} is an {@link IllegalArgumentException},
 * an index outside the array an {@link ArrayIndexOutOfBoundsException}, null a {@link NullPointerException}. A closed
 * sorter answers with an {@link IllegalStateException}. Whatever fails, the caller's keys are then as they were, or sorted.
 */
public final class Sorter implements AutoCloseable {
    private final SortDevice device;
    private final SortPolicy policy;
    private final ReentrantLock lock = new ReentrantLock();
    private final PlanCache plans;
    private boolean closed;

    private Sorter(SortDevice device, SortPolicy policy) {
        this.device = device;
        this.policy = policy;
        this.plans = new PlanCache(device, policy);
    }

    /** A sorter on this machine's default device. */
    public static Sorter open() {
        return open(SortDevice.preferred());
    }

    /** A sorter on this device, with the policy of its family. */
    public static Sorter open(SortDevice device) {
        return open(device, SortPolicies.forDevice(device));
    }

    /** A sorter on this device with a policy of the caller's own. */
    public static Sorter open(SortDevice device, SortPolicy policy) {
        return new Sorter(Objects.requireNonNull(device, "device"), Objects.requireNonNull(policy, "policy"));
    }

    /** Where this sorter sorts. */
    public SortDevice device() {
        return device;
    }

    /** How this sorter sorts. */
    public SortPolicy policy() {
        return policy;
    }

    /** Sorts all of the array, as {@link java.util.Arrays#sort(int[])} would. */
    public SortStats sort(int[] keys) {
        return sort(Column.of(keys));
    }

    /** Sorts the keys from {@code fromIndex} up to, not including, {@code toIndex}. */
    public SortStats sort(int[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys, fromIndex, toIndex));
    }

    /** Sorts all of the array. */
    public SortStats sort(IntArray keys) {
        return sort(Column.of(keys));
    }

    /**
     * Sorts a column's keys in place, ascending.
     *
     * @throws UnsupportedOperationException if the keys are not of 32-bit integers
     * @throws IllegalArgumentException if there are more than {@link #capacity} keys
     */
    public SortStats sort(Column keys) {
        if (keys.type() != KeyType.INT32 && keys.type() != KeyType.UINT32) {
            throw new UnsupportedOperationException("cannot sort " + keys.type().label() + " keys; int32 and uint32 can be sorted");
        }
        if (keys.size() > capacity(keys.type())) {
            throw new IllegalArgumentException(keys.size() + " " + keys.type().label() + " keys are more than the "
                    + capacity(keys.type()) + " that device " + device.id() + " (" + device.name() + ") can hold");
        }
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("this sorter is closed");
            }
            int flip = keys.type().isUnsigned() ? 0 : Integer.MIN_VALUE;
            return plans.forKeys(Math.toIntExact(keys.size())).sort(keys.segment(), flip);
        } finally {
            lock.unlock();
        }
    }

    /** The most keys of this type that one call can sort on this device. */
    public long capacity(KeyType type) {
        return plans.mostKeys(type.bytes());
    }

    /** Frees the device's memory. Closing twice does nothing; a sort that runs is waited for. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                plans.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
