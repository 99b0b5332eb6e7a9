package io.github.tornadosort;

import io.github.tornadosort.internal.algorithm.catalog.AlgorithmCatalog;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.device.KeySorter;
import io.github.tornadosort.internal.host.Copy;
import io.github.tornadosort.internal.host.Gather;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.host.RunMerge;
import io.github.tornadosort.internal.host.Scratch;
import io.github.tornadosort.internal.host.SortedKeys;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.operation.Lexsort;
import io.github.tornadosort.internal.operation.RecordSort;
import io.github.tornadosort.internal.operation.SegmentedSort;
import io.github.tornadosort.internal.operation.TopKSelection;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
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
 *
 * <p>Keys may be more than the device holds: {@link #capacity} of them at a time are then sorted there, and merged on the
 * host; {@link #scratchBytes} tells what memory that takes. A thread that is interrupted while it sorts gets a
 * {@link java.util.concurrent.CancellationException} before the next pass; its interrupt flag stays set, its keys are as
 * they were, and the sorter can be used again.
 */
public final class Sorter extends ArraySorts implements AutoCloseable {
    private final SortDevice device;
    private final SortPolicy policy;
    private final ReentrantLock lock = new ReentrantLock();
    private final Scratch scratch = new Scratch();
    private final ColumnSorter columnSorter;
    private final Lexsort lexsort;
    private final RecordSort recordSort;
    private final SegmentedSort segmentedSort;
    private final TopKSelection topKeys;
    private boolean closed;

    /** @param checkpoint called before each execution on the device; tests make sorts fail there */
    Sorter(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        this.device = device;
        this.policy = policy;
        this.columnSorter =
                new ColumnSorter(new KeySorter(device, policy, scratch, checkpoint, AlgorithmCatalog::plan), scratch);
        this.lexsort = new Lexsort(columnSorter, scratch);
        this.recordSort = new RecordSort(columnSorter, scratch);
        this.segmentedSort = new SegmentedSort(lexsort, scratch);
        this.topKeys = new TopKSelection(columnSorter);
    }

    /** {@return a sorter on this machine's default device, to be closed by the caller} */
    public static Sorter open() {
        return open(SortDevice.preferred());
    }

    /**
     * {@return a sorter on this device, with the policy of its family}
     *
     * @param device one of {@link SortDevice#all}
     */
    public static Sorter open(SortDevice device) {
        return open(device, SortPolicies.forDevice(device));
    }

    /**
     * {@return a sorter on this device with a policy of the caller's own}
     *
     * @param device one of {@link SortDevice#all}
     * @param policy which kernels run, and with what sizes
     */
    public static Sorter open(SortDevice device, SortPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        SelfTests.ofUser().warnOf(Objects.requireNonNull(device, "device"));
        return new Sorter(device, policy, Checkpoint.INTERRUPTS);
    }

    /** {@return where this sorter sorts} */
    public SortDevice device() {
        return device;
    }

    /** {@return how this sorter sorts} */
    public SortPolicy policy() {
        return policy;
    }

    /**
     * Sorts all of one of TornadoVM's off-heap arrays, ascending. As with any {@link Column}, no array of the JVM's heap stands
     * between it and the device; but there is one copy in and one out within the host's memory, since task graphs are bound
     * to the arrays that they were built with, and one plan serves all callers. That is 7 % of a sort of 2^24 ints on the
     * JVM's cores, and what lets a sort that fails leave the keys as they were. {@link SortStage} sorts arrays in place that
     * kernels of the caller's own work in.
     *
     * @param keys sorted where they are
     * @return what was done
     */
    public SortStats sort(TornadoNativeArray keys) {
        return sort(Column.of(keys));
    }

    /**
     * Sorts a column's keys in place.
     *
     * @param keys sorted where they are
     * @param options direction, and which bits count
     * @return what was done
     * @throws IllegalArgumentException if there are bits beyond the keys' width, or the memory is read-only
     */
    @Override
    public SortStats sort(Column keys, SortOptions options) {
        requireWritable(keys, "keys");
        options.bitMask(keys.type());
        return alone(() -> columnSorter.sort(keys, options));
    }

    /**
     * Sorts a column's keys in place, and moves the values with them: {@code values[i]} goes where {@code keys[i]} goes.
     * Values behind as many as there are keys stay where they are. Values of 32 bits are the fastest.
     *
     * @param keys sorted where they are
     * @param values of any width, at least one a key
     * @param options direction, and which bits count
     * @return what was done
     * @throws IllegalArgumentException if there are fewer values than keys, memory that is read-only, or memory that is
     *     both keys' and values'
     */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        Column moved = requireValues(keys, values);
        options.bitMask(keys.type());
        return alone(() -> columnSorter.sort(keys, moved, options));
    }

    /**
     * Sorts a column's keys in place, and moves the objects with them: {@code values[i]} goes where {@code keys[i]} goes.
     *
     * @param keys sorted where they are
     * @param values at least one a key; null is one like any other
     * @param options direction, and which bits count
     * @return what was done
     * @throws IllegalArgumentException if there are fewer objects than keys, or keys in read-only memory
     */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        requireWritable(keys, "keys");
        requireValues(values.length, keys);
        options.bitMask(keys.type());
        return alone(() -> columnSorter.sort(keys, values, options));
    }

    /**
     * Sorts records in place by their keys, in the order of their bytes as unsigned numbers, as C's {@code memcmp} has it.
     * Works in as much memory again as the records take.
     *
     * @param records sorted where they are
     * @param options direction, and whether to verify
     * @throws IllegalArgumentException if the options have bits, an algorithm or times, or the memory is read-only
     */
    public void sort(Records records, SortOptions options) {
        requireWritable(records.segment(), "records");
        requireOptionsOfRecords(options);
        alone(() -> recordSort.sort(records, options));
    }

    /**
     * The places of the records in sorted order, as {@link #sort(Records, SortOptions)} has it. The records stay as they
     * are.
     *
     * @param records only read
     * @param options direction, and whether to verify
     * @return one index per record: {@code result[0]} is that of the first in order
     * @throws IllegalArgumentException if the options have bits, an algorithm or times
     */
    public int[] argsort(Records records, SortOptions options) {
        requireOptionsOfRecords(options);
        return alone(() -> recordSort.argsort(records, options));
    }

    /**
     * The places of the keys in ascending order; see {@link #argsort(Column, SortOptions)}.
     *
     * @param keys only read
     * @return one place a key: {@code result[0]} is that of the smallest
     */
    public int[] argsort(Column keys) {
        return argsort(keys, SortOptions.ascending());
    }

    /**
     * The places of the keys in sorted order: {@code keys[result[0]]} is the smallest. Equal keys keep their order; the
     * keys stay as they are.
     *
     * @param keys only read
     * @param options direction, and which bits count
     * @return one place a key
     * @throws IllegalArgumentException if there are more keys than ints can number, or the options have times
     */
    public int[] argsort(Column keys, SortOptions options) {
        requireIndexes(keys);
        requireOptions("argsort", keys, options);
        return alone(() -> columnSorter.argsort(keys, options));
    }

    /**
     * The places of rows in the order of several keys, as NumPy's {@code lexsort} has it: the <em>last</em> key of the list
     * is the primary one, and the others, from the back to the front, decide between rows that are equal in it. Each key
     * has its own type and direction. The keys stay as they are.
     *
     * @param keys columns of equal size; the last one is the primary key
     * @return one place a row
     * @throws IllegalArgumentException if there is no key, the keys are not equally many, or more than ints can number, or
     *     a key's options have times
     */
    public int[] lexsort(List<SortKey> keys) {
        List<SortKey> copy = List.copyOf(keys);
        for (SortKey key : copy) {
            requireIndexes(key.keys());
            requireOptions("lexsort", key.keys(), key.options());
        }
        return alone(() -> lexsort.order(copy));
    }

    /**
     * Sorts segments of a column, each by itself; see {@link #sortSegments(Column, long[], SortOptions)}.
     *
     * @param keys sorted where they are
     * @param offsets one more than there are segments, none smaller than the one before it
     * @param options direction, and which bits count
     */
    public void sortSegments(Column keys, int[] offsets, SortOptions options) {
        sortSegments(keys, widened(offsets), options);
    }

    /**
     * Sorts segments of a column in place, each by itself: segment i is the keys from {@code offsets[i]} up to, not
     * including, {@code offsets[i + 1]}. Keys before the first segment and behind the last one stay where they are.
     *
     * @param keys sorted where they are
     * @param offsets one more than there are segments, none smaller than the one before it
     * @param options direction, and which bits count
     * @throws IllegalArgumentException if there is no offset, one is smaller than the one before it, there are more
     *     keys than ints can number, the memory is read-only, or the options have times
     * @throws ArrayIndexOutOfBoundsException if an offset is outside the column
     */
    public void sortSegments(Column keys, long[] offsets, SortOptions options) {
        requireWritable(keys, "keys");
        requireIndexes(keys);
        requireOptions("sortSegments", keys, options);
        long[] copy = offsets.clone();
        alone(() -> segmentedSort.sort(keys, copy, options, List.of()));
    }

    /**
     * Sorts segments of a column, and values along; see {@link #sortSegments(Column, Column, long[], SortOptions)}.
     *
     * @param keys sorted where they are
     * @param values of any width, at least one a key
     * @param offsets one more than there are segments, none smaller than the one before it
     * @param options direction, and which bits count
     */
    public void sortSegments(Column keys, Column values, int[] offsets, SortOptions options) {
        sortSegments(keys, values, widened(offsets), options);
    }

    /**
     * Sorts segments of a column in place, each by itself, and moves the values with the keys: {@code values[i]} goes where
     * {@code keys[i]} goes.
     *
     * @param keys sorted where they are
     * @param values of any width, at least one a key
     * @param offsets one more than there are segments, none smaller than the one before it
     * @param options direction, and which bits count
     * @throws IllegalArgumentException as {@link #sortSegments(Column, long[], SortOptions)} and
     *     {@link #sort(Column, Column, SortOptions)} do
     * @throws ArrayIndexOutOfBoundsException if an offset is outside the column
     */
    public void sortSegments(Column keys, Column values, long[] offsets, SortOptions options) {
        Column moved = requireValues(keys, values);
        requireIndexes(keys);
        requireOptions("sortSegments", keys, options);
        long[] copy = offsets.clone();
        alone(() -> segmentedSort.sort(keys, copy, options, List.of(moved)));
    }

    /**
     * The first k keys of the sorted order, sorted, and where they are: the smallest ones, or the largest ones with
     * descending options. Of equal keys the first ones count. The keys stay as they are; where k is much smaller than their
     * number, they are read once and not sorted.
     *
     * @param keys only read
     * @param k how many, from 0 to all of them
     * @param options direction, and which bits count
     * @return k keys and their places
     * @throws IllegalArgumentException if k is negative or there are fewer keys, or the options have an algorithm or times
     */
    public TopK topK(Column keys, int k, SortOptions options) {
        requireIndexes(keys);
        requireOptions("topK", keys, options);
        options.requireAutomatic("topK");
        int[] places = alone(() -> topKeys.indices(keys, k, options));
        return new TopK(rows(keys, places), places);
    }

    /**
     * One of each key, sorted. The keys stay as they are.
     *
     * @param keys only read
     * @param options direction, and which bits count: keys that differ in others are equal
     * @return the distinct keys, in an array of their own
     * @throws IllegalArgumentException if there are more keys than ints can number, or the options have times
     */
    public Column unique(Column keys, SortOptions options) {
        requireOptions("unique", keys, options);
        return runLengths(keys, options).keys();
    }

    /**
     * One of each key, sorted, and how often it is there. Keys are equal if the sort holds them for equal: all NaNs are, 0.0
     * and -0.0 are not. The keys stay as they are.
     *
     * @param keys only read
     * @param options direction, and which bits count: keys that differ in others are equal
     * @return the distinct keys and their numbers, in arrays of their own
     * @throws IllegalArgumentException if there are more keys than ints can number, or the options have times
     */
    public Runs runLengths(Column keys, SortOptions options) {
        requireIndexes(keys);
        requireOptions("runLengths", keys, options);
        return alone(() -> {
            Column sorted = new Column(scratch.bytes(keys.segment().byteSize()), keys.type());
            Copy.bytes(keys.segment(), sorted.segment());
            columnSorter.sort(sorted, options);
            int[] starts = SortedKeys.starts(sorted, options);
            int[] counts = HostMemory.ints(starts.length);
            for (int i = 0; i < counts.length; i++) {
                counts[i] = (i + 1 < starts.length ? starts[i + 1] : (int) sorted.size()) - starts[i];
            }
            return new Runs(rows(sorted, starts), counts);
        });
    }

    /**
     * {@return whether the keys are in the order that the options say: no key belongs before the one on its left}
     *
     * @param keys only read
     * @param options direction, and which bits count
     * @throws IllegalArgumentException if the options have more than an order: an algorithm, times or a verification
     */
    public boolean isSorted(Column keys, SortOptions options) {
        options.requireOrderOnly("isSorted");
        options.bitMask(keys.type());
        return alone(() -> SortedKeys.areSorted(keys, options));
    }

    /**
     * Merges two sorted columns into a third one; of equal keys, those of {@code a} come first. What is in {@code out}
     * behind the keys of both stays.
     *
     * @param a sorted keys
     * @param b sorted keys of the same type
     * @param out takes both: at least {@code a.size() + b.size()} keys of the same type
     * @param options the order that a and b are in
     * @throws IllegalArgumentException if the types differ, {@code out} is too short or read-only, or overlaps a or b, or
     *     one of these is not sorted in the order of the options, or the options have more than an order
     */
    public void merge(Column a, Column b, Column out, SortOptions options) {
        options.requireOrderOnly("merge");
        options.bitMask(out.type());
        if (a.type() != b.type() || a.type() != out.type()) {
            throw new IllegalArgumentException("keys of " + a.type().label() + " and " + b.type().label()
                    + " cannot be merged into " + out.type().label() + "; they must have one type");
        }
        if (out.size() < a.size() + b.size()) {
            throw new IllegalArgumentException(
                    a.size() + " and " + b.size() + " keys do not fit in " + out.size());
        }
        requireWritable(out, "merged keys");
        requireApart(a, "the first keys", out, "the merged ones");
        requireApart(b, "the second keys", out, "the merged ones");
        alone(() -> {
            requireSorted(a, "the first keys", options);
            requireSorted(b, "the second keys", options);
            RunMerge.Rows keys = new RunMerge.Rows(
                    List.of(a.segment(), b.segment()), out.segment(), out.type().bytes());
            new RunMerge(List.of(a, b), options, keys).run();
        });
    }

    /**
     * Moves the keys whose ordered bits have a 0 at {@code bit} before those that have a 1; among both, keys stay in order.
     *
     * @param keys partitioned where they are
     * @param bit counted as {@link SortOptions#beginBit} is: 0 is the least significant
     * @return how many have a 0: the place of the first key with a 1
     * @throws IllegalArgumentException if the keys have no such bit
     */
    public long partition(Column keys, int bit) {
        SortOptions oneBit = SortOptions.builder().bits(bit, bit + 1).build();
        sort(keys, oneBit);
        OrderedKeys ordered = new OrderedKeys(keys, oneBit);
        return ordered.lowerBound(OrderedKeys.SMALLEST + 1, 0, keys.size());
    }

    /**
     * {@return the most keys of this type that are sorted in one piece; more are sorted in chunks, and merged}
     *
     * @param type of the keys
     */
    public long capacity(KeyType type) {
        return columnSorter.maxKeys(type, false, SortOptions.ascending());
    }

    /**
     * Memory that a sort of so many keys works in; see {@link #scratchBytes(long, KeyType, KeyType)}.
     *
     * @param n keys
     * @param type of the keys
     * @return bytes on the device and on the host
     * @throws IllegalArgumentException if n is negative, or a long cannot hold the number of bytes
     */
    public ScratchBytes scratchBytes(long n, KeyType type) {
        requireCountable(n, type.bytes());
        return columnSorter.scratchBytes(n, type, 0);
    }

    /**
     * Memory that a sort of so many keys with values works in, on the device and on the host, beside the keys and values
     * themselves. A sorter keeps it for its next call, up to some hundred megabytes on the host, until it is closed.
     *
     * @param n keys, and as many values
     * @param type of the keys
     * @param values a type as wide as a value is
     * @return bytes on the device and on the host
     * @throws IllegalArgumentException if n is negative, or a long cannot hold the number of bytes
     */
    public ScratchBytes scratchBytes(long n, KeyType type, KeyType values) {
        requireCountable(n, type.bytes() + values.bytes());
        return columnSorter.scratchBytes(n, type, values.bytes());
    }

    /**
     * Verified sorts so far ({@link SortOptions#verified}) that the device got wrong and the JVM did instead, those that
     * return no {@link SortStats} among them; each chunk counts.
     *
     * @return how many
     */
    public int mismatches() {
        return columnSorter.mismatches();
    }

    /** Frees the device's memory. Closing twice does nothing; a sort that runs is waited for. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                columnSorter.close();
                scratch.close();
            }
        } finally {
            lock.unlock();
        }
    }

    private static long[] widened(int[] offsets) {
        long[] wide = HostMemory.longs(offsets.length);
        Arrays.setAll(wide, i -> offsets[i]);
        return wide;
    }

    /** Copies of the keys at these places. */
    private static Column rows(Column keys, int[] places) {
        Column rows = Column.allocate(keys.type(), places.length);
        Gather.rows(keys.segment(), MemorySegment.ofArray(places), rows.segment(), keys.type().bytes());
        return rows;
    }

    private static void requireOptionsOfRecords(SortOptions options) {
        options.requireUntimed("a sort of records");
        options.requireAutomatic("a sort of records");
    }

    /** Checks options of an operation that sorts and returns no {@link SortStats}. */
    private static void requireOptions(String operation, Column keys, SortOptions options) {
        options.requireUntimed(operation);
        options.bitMask(keys.type());
    }

    /** The values that move with the keys. */
    private static Column requireValues(Column keys, Column values) {
        requireWritable(keys, "keys");
        requireWritable(values, "values");
        requireValues(values.size(), keys);
        Column moved = values.range(0, keys.size());
        requireApart(keys, "the keys", moved, "the values");
        return moved;
    }

    /** Half of what a long holds is left for what a sort needs beside copies of the keys and values. */
    private static void requireCountable(long n, int bytesEach) {
        if (n < 0) {
            throw new IllegalArgumentException(n + " keys; there must be 0 or more");
        }
        if (n > Long.MAX_VALUE / 2 / bytesEach) {
            throw new IllegalArgumentException(
                    n + " keys of " + bytesEach + " bytes each, values included, are more bytes than can be counted");
        }
    }

    private static void requireIndexes(Column keys) {
        if (keys.size() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(keys.size() + " keys are more than ints can number; at most "
                    + Integer.MAX_VALUE + " may be sorted by their places");
        }
    }

    private static void requireSorted(Column keys, String what, SortOptions options) {
        if (!SortedKeys.areSorted(keys, options)) {
            throw new IllegalArgumentException(what + " to merge are not sorted in the order that the options say");
        }
    }

    private static void requireApart(Column a, String what, Column b, String other) {
        if (a.segment().asOverlappingSlice(b.segment()).isPresent()) {
            throw new IllegalArgumentException(what + " and " + other + " overlap in memory; give each its own");
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

    private void alone(Runnable work) {
        alone(() -> {
            work.run();
            return null;
        });
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
