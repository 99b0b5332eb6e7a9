package io.github.tornadosort;

import io.github.tornadosort.graph.KeySorter;
import io.github.tornadosort.host.Scratch;
import io.github.tornadosort.operation.Lexsort;
import io.github.tornadosort.operation.RecordSort;
import io.github.tornadosort.policy.SortPolicies;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

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
public final class Sorter extends ArraySorts implements AutoCloseable {
    private final SortDevice device;
    private final SortPolicy policy;
    private final ReentrantLock lock = new ReentrantLock();
    private final Scratch scratch = new Scratch();
    private final KeySorter keySorter;
    private final Lexsort lexsort;
    private final RecordSort recordSort;
    private boolean closed;

    private Sorter(SortDevice device, SortPolicy policy) {
        this.device = device;
        this.policy = policy;
        this.keySorter = new KeySorter(device, policy, scratch);
        this.lexsort = new Lexsort(keySorter, scratch);
        this.recordSort = new RecordSort(keySorter, scratch);
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

    /** Sorts all of one of TornadoVM's off-heap arrays, ascending. */
    public SortStats sort(TornadoNativeArray keys) {
        return sort(Column.of(keys));
    }

    /**
     * Sorts a column's keys in place.
     *
     * @throws IllegalArgumentException if there are more than {@link #capacity} keys, bits beyond the keys' width, or the
     *     memory is read-only
     */
    @Override
    public SortStats sort(Column keys, SortOptions options) {
        requireRoom(keys, false);
        requireWritable(keys, "keys");
        return alone(() -> keySorter.sort(keys, options));
    }

    /**
     * Sorts a column's keys in place, and moves the values with them: {@code values[i]} goes where {@code keys[i]} goes.
     * Values behind as many as there are keys stay where they are. Values of 32 bits are the fastest.
     *
     * @throws IllegalArgumentException if there are fewer values than keys, more keys than fit, memory that is read-only,
     *     or memory that is both keys' and values'
     */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        requireRoom(keys, true);
        requireWritable(keys, "keys");
        requireWritable(values, "values");
        requireValues(values.size(), keys);
        Column moved = values.range(0, keys.size());
        if (keys.segment().asOverlappingSlice(moved.segment()).isPresent()) {
            throw new IllegalArgumentException("keys and values overlap in memory; give the values memory of their own");
        }
        return alone(() -> keySorter.sort(keys, moved, options));
    }

    /**
     * Sorts a column's keys in place, and moves the objects with them: {@code values[i]} goes where {@code keys[i]} goes.
     *
     * @throws IllegalArgumentException if there are fewer objects than keys, more keys than fit, or keys in read-only
     *     memory
     */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        requireRoom(keys, true);
        requireWritable(keys, "keys");
        requireValues(values.length, keys);
        return alone(() -> keySorter.sort(keys, values, options));
    }

    /**
     * Sorts records in place by their keys, in the order of their bytes as unsigned numbers, as C's {@code memcmp} has it.
     * Works in as much memory again as the records take.
     *
     * @throws IllegalArgumentException if the options have bits, there are more records than fit, or the memory is
     *     read-only
     */
    public void sort(Records records, SortOptions options) {
        requireWritable(records.segment(), "records");
        alone(() -> {
            recordSort.sort(records, options);
            return null;
        });
    }

    /**
     * The places of the records in sorted order, as {@link #sort(Records, SortOptions)} has it. The records stay as they
     * are.
     *
     * @throws IllegalArgumentException if the options have bits, or there are more records than fit
     */
    public int[] argsort(Records records, SortOptions options) {
        return alone(() -> recordSort.argsort(records, options));
    }

    /** The places of the keys in ascending order; see {@link #argsort(Column, SortOptions)}. */
    public int[] argsort(Column keys) {
        return argsort(keys, SortOptions.ascending());
    }

    /**
     * The places of the keys in sorted order: {@code keys[result[0]]} is the smallest. Equal keys keep their order; the
     * keys stay as they are.
     *
     * @throws IllegalArgumentException if there are more keys than fit
     */
    public int[] argsort(Column keys, SortOptions options) {
        requireRoom(keys, true);
        return alone(() -> keySorter.argsort(keys, options));
    }

    /**
     * The places of rows in the order of several keys, as NumPy's {@code lexsort} has it: the <em>last</em> key of the list
     * is the primary one, and the others, from the back to the front, decide between rows that are equal in it. Each key
     * has its own type and direction. The keys stay as they are.
     *
     * @throws IllegalArgumentException if there is no key, the keys are not equally many, or more than fit
     */
    public int[] lexsort(List<SortKey> keys) {
        keys.forEach(key -> requireRoom(key.keys(), true));
        return alone(() -> lexsort.order(keys));
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
                scratch.close();
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

    private static void requireValues(long values, Column keys) {
        if (values < keys.size()) {
            throw new IllegalArgumentException(
                    values + " values for " + keys.size() + " keys; there must be one for each");
        }
    }

    private static void requireWritable(Column column, String what) {
        requireWritable(column.segment(), what);
    }

    private static void requireWritable(MemorySegment memory, String what) {
        if (memory.isReadOnly()) {
            throw new IllegalArgumentException("the memory of the " + what + " is read-only; sort a copy of it");
        }
    }

    private <T> T alone(Supplier<T> work) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("this sorter is closed");
            }
            try {
                return work.get();
            } finally {
                scratch.reset();
            }
        } finally {
            lock.unlock();
        }
    }
}
