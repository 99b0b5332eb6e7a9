package io.github.tornadosort;

import io.github.tornadosort.graph.KeySorter;
import io.github.tornadosort.policy.SortPolicies;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
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
    private final KeySorter keySorter;
    private boolean closed;

    private Sorter(SortDevice device, SortPolicy policy) {
        this.device = device;
        this.policy = policy;
        this.keySorter = new KeySorter(device, policy);
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

    /** Sorts a column's keys in place, ascending. */
    public SortStats sort(Column keys) {
        return sort(keys, SortOptions.ascending());
    }

    /**
     * Sorts a column's keys in place.
     *
     * @throws IllegalArgumentException if there are more than {@link #capacity} keys, or bits beyond the keys' width
     */
    public SortStats sort(Column keys, SortOptions options) {
        requireRoom(keys, false);
        return alone(() -> keySorter.sort(keys, options));
    }

    /**
     * Sorts a column's keys in place, and moves the values with them: {@code values[i]} goes where {@code keys[i]} goes.
     *
     * @throws IllegalArgumentException if there are fewer values than keys, or more keys than fit
     */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        requireRoom(keys, true);
        if (values.size() < keys.size()) {
            throw new IllegalArgumentException(values.size() + " values for " + keys.size() + " keys");
        }
        return alone(() -> keySorter.sort(keys, values.segment(), options));
    }

    /**
     * The places of the keys in sorted order: {@code keys[result[0]]} is the smallest. The keys stay as they are.
     *
     * @throws IllegalArgumentException if there are more keys than fit
     */
    public int[] argsort(Column keys, SortOptions options) {
        requireRoom(keys, true);
        return alone(() -> keySorter.argsort(keys, options));
    }

    /** The most keys of this type that one call can sort on this device. */
    public long capacity(KeyType type) {
        return keySorter.mostKeys(type, false);
    }

    /** Frees the device's memory. Closing twice does nothing; a sort that runs is waited for. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                keySorter.close();
            }
        } finally {
            lock.unlock();
        }
    }

    private void requireRoom(Column keys, boolean withPayload) {
        long most = keySorter.mostKeys(keys.type(), withPayload);
        if (keys.size() > most) {
            throw new IllegalArgumentException(keys.size() + " " + keys.type().label() + " keys are more than the " + most
                    + " that device " + device.id() + " (" + device.name() + ") can hold");
        }
    }

    private <T> T alone(Supplier<T> work) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("this sorter is closed");
            }
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
