package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireApart;
import static io.github.tornadosort.ArgumentChecks.requireIndexes;
import static io.github.tornadosort.ArgumentChecks.requireIndexesInArray;
import static io.github.tornadosort.ArgumentChecks.requireValues;
import static io.github.tornadosort.ArgumentChecks.requireWritable;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.operation.Reordering;
import io.github.tornadosort.internal.order.ColumnKey;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.Execution.Processor;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sorts keys on whatever the machine has: small arrays with the JDK's sorts, larger ones on all cores of the host, and on a
 * device, for example a GPU, where that is expected to be faster, copies included. {@link SortStats} tell where a sort ran, and
 * why. {@link #builder} opens sorters that sort elsewhere or otherwise.
 *
 * <pre>{@code
 * try (Sorter sorter = Sorter.open()) {
 *     sorter.sort(keys);
 * }
 * }</pre>
 *
 * <p><b>Order.</b> Every sort is stable. Integers are sorted by value, unsigned integers by magnitude, and floating-point
 * numbers as {@link Float#compare} and {@link Double#compare} order them: -0.0 before 0.0, and NaNs last, first if the order
 * is descending. NaNs keep their bits.
 *
 * <p><b>Cost.</b> {@link #open()} looks for no device and starts no thread. A sort of 10 ints takes some ten nanoseconds more
 * than {@link java.util.Arrays#sort(int[])}: up to some ten thousand keys, and on one core up to any number, it is that sort.
 * The descriptions of other operations say what they cost for few keys; these times are those of one core of a server. More
 * keys are divided into buckets by a sample of them, and each bucket is sorted in the caches of one core (Leischner, Osipov and
 * Sanders 2010, §3). The project's report, {@code benchmarks/REPORT.md}, compares the speed with that of
 * {@link java.util.Arrays#parallelSort(int[])} on several machines. On four cores or more, the first such sort of a JVM takes a
 * tenth of a second more, in which its code is compiled. The first sort on a device compiles the kernels, which takes a second
 * or two on a GPU; later sorts of about as many keys reuse them. A sorter of {@link #open()} compiles them on another thread,
 * and the host sorts meanwhile if that takes less time. The device sorts digit by digit, the least significant digit first (Ha,
 * Krüger and Silva 2009), unless the sorter was opened with an algorithm or another one was measured to be faster. Keys that
 * are already sorted are only read. {@link Diagnostics#hostBytes} returns the memory that a sort needs. Sorts of arrays on the
 * host keep theirs for later sorts, up to a quarter of the heap, until the sorter is closed or the JVM is short of memory.
 *
 * <p><b>Errors.</b> Arguments are checked as in {@link java.util.Arrays}: {@code fromIndex > toIndex} is an
 * {@link IllegalArgumentException}, an index outside the array an {@link ArrayIndexOutOfBoundsException}, null a
 * {@link NullPointerException}. After any failure, also one of a caller's function, the caller's data is either unchanged or
 * sorted. Operations that the settings of a {@link Builder} rule out throw an {@link UnsupportedOperationException}.
 *
 * <p><b>Threads, closing, interrupts.</b> Several threads may share a sorter: sorts on the host run at the same time, sorts on
 * the device one after the other. The data of a call must not be changed by others until it returns. {@link #close} may be
 * called by any thread, more than once; afterwards every operation throws an {@link IllegalStateException}. It cancels the
 * preparation of the device, waits for half a second at most for the sort that runs on the device, and frees the memory of the
 * device and of the host; what still runs then ends as usual, and frees its memory itself. Memory of the host that a GPU's
 * driver has pinned is kept for later sorters, since TornadoVM 5.2.0 cannot unpin it: at most seven times that of the largest
 * sorts of those sorters that were open at a time. If a thread is interrupted while the device sorts, a
 * {@link CancellationException} is thrown before the next pass; the thread's interrupt flag stays set, the data is unchanged,
 * and the sorter can still be used. Sorts on the host do not end early.
 *
 * <p><b>Groups.</b> Operations on primitive arrays, on a {@code String[]} and on a {@link Column} are methods of the sorter.
 * Others are in groups: {@link #strings}, {@link #objects}, {@link #records} and {@link #segments}.
 *
 * <p><b>Length.</b> Keys that do not fit on the device are sorted there in chunks, which are merged on the host.
 */
public final class Sorter extends ArraySorts implements AutoCloseable {
    private final Dispatch dispatch;
    private final HostOperations host;

    /** @param openDevice opens the device; tests open one that fails */
    Sorter(Supplier<DeviceOperations> openDevice, Execution execution, boolean inBackground) {
        this.dispatch = new Dispatch(openDevice, execution, inBackground);
        this.host = new HostOperations(execution);
    }

    /**
     * Opens a sorter that sorts where the sort is expected to end first: on the host's cores, or on the first device. The first
     * call in a JVM takes about 10 ms, in which classes are loaded. Devices are looked for when an operation may need one.
     * Before the first sort of a type on a device other than the JVM, the kernels of such sorts are tested there. The host
     * sorts keys whose kernels fail, and a warning is logged. {@code -Dtornadosort.selftest=false} turns tests off. Without a
     * device, the host sorts.
     *
     * <p>A device takes a second or more to start, so it is worth its start to programs that sort for seconds. The host sorts
     * until the sorts that a device would do faster have cost as much as the start: {@link SortStats} give
     * {@link SortStats.Reason#DEVICE_NOT_STARTED} as the reason. Then a daemon thread opens the device, tests the kernels of
     * such sorts and compiles them, and the host goes on sorting, for {@link SortStats.Reason#DEVICE_STARTING}. The same holds
     * for each further kind of keys, for keys with values, and for a larger number of keys. A sort that alone would take the
     * host longer than the start waits for the device. If the device cannot be prepared, a warning is logged, and the host
     * sorts from then on. {@link #close} cancels the preparation; it waits until the driver has finished the current kernels,
     * for half a second at most, after which their memory is freed. {@code -Dtornadosort.background=false} makes all sorts wait
     * for the device.
     *
     * <p>When the JVM shuts down, sorts on the device end with a {@link CancellationException}, and the process ends when the
     * driver has finished what it is doing.
     *
     * @return a sorter, to be closed by the caller
     */
    public static Sorter open() {
        return builder().open();
    }

    /** {@return a builder for a sorter that sorts on another device than {@link #open()} does, or in another way} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Says how a sorter sorts: where, and with what. None of this changes a result. Without settings, a sorter is that of
     * {@link Sorter#open()}.
     */
    public static final class Builder {
        /** System property: {@code false} makes sorters wait until the device is ready. */
        private static final String BACKGROUND_PROPERTY = "tornadosort.background";

        private @Nullable SortDevice device;
        private @Nullable SortPolicy policy;
        /** Null for the usual one. Its class needs TornadoVM's API. */
        private @Nullable Checkpoint checkpoint;
        private Processor processor = Processor.FASTEST;
        private @Nullable Algorithm algorithm;
        private int digitBits = Execution.BY_POLICY;
        private boolean timed;
        private boolean verified;

        private Builder() {}

        /**
         * Sets the device. Sorts wait until it is ready. The host still sorts what it is expected to sort faster.
         *
         * @param on one of {@link SortDevice#all}
         * @return this builder
         */
        public Builder device(SortDevice on) {
            this.device = Objects.requireNonNull(on, "device");
            return this;
        }

        /**
         * Sorts arrays, columns and records on the device, whatever their length. The host always sorts strings and segments.
         *
         * @return this builder
         */
        public Builder onDevice() {
            this.processor = Processor.DEVICE;
            return this;
        }

        /**
         * Sorts on the host's cores, whatever the number of keys. No device is looked for.
         *
         * @return this builder
         */
        public Builder onHost() {
            this.processor = Processor.HOST;
            return this;
        }

        /**
         * Takes the times of kernels and copies by the device's clock, or the time of the sort if the host sorts; see
         * {@link SortStats}. TornadoVM keeps a log of each timed execution until the sorter is closed, so this is meant for
         * measurements. Operations that return no {@link SortStats}, {@code argsort} for example, throw an
         * {@link UnsupportedOperationException}.
         *
         * @return this builder
         */
        public Builder timed() {
            this.timed = true;
            return this;
        }

        /**
         * Sorts on the device, and lets the host check what the device returns: that it holds the keys that were sorted, with
         * their values (by a hash of the multiset), that they are in order, and, for an argsort, that equal keys kept their
         * order. If the check fails, an error is logged and the host sorts the keys. Sorts that the host alone does, such as
         * those of strings, throw an {@link UnsupportedOperationException}.
         *
         * @return this builder
         */
        public Builder verified() {
            this.verified = true;
            return this;
        }

        /**
         * Sorts on the device with an algorithm: {@code radix}, or one of the artifact {@code tornado-sort-laboratory}, which
         * programs that name it add to their class path: {@code radix-msd} (also called {@code hybrid}), {@code radix-scan},
         * {@code radix-split}, {@code radix-local}, {@code radix-four-way}, {@code sample}, {@code merge}, {@code bitonic} and
         * {@code odd-even-merge}. All give the same result: those that are not stable by nature compare the indices of equal
         * keys. The algorithm runs even if the keys are in order. Sorts that the host alone does throw an
         * {@link UnsupportedOperationException}.
         *
         * @param name the algorithm's name
         * @return this builder
         * @throws IllegalArgumentException if there is no such algorithm, or its artifact is not on the class path
         */
        public Builder algorithm(String name) {
            this.algorithm = Algorithm.named(name);
            this.digitBits = Execution.BY_POLICY;
            return this;
        }

        /**
         * Sets the width of digits, for the algorithms {@code radix} and {@code radix-local}. Otherwise, the device's policy
         * has it.
         *
         * @param bits bits of a digit, from 1 to 8
         * @return this builder
         * @throws IllegalArgumentException if no such algorithm was named before, or the width is not from 1 to 8
         */
        public Builder digitBits(int bits) {
            Execution.requireDigits(algorithm, bits);
            this.digitBits = bits;
            return this;
        }

        /** Sorts on the device with the kernels of a policy, which are not tested. */
        Builder policy(SortPolicy how) {
            this.policy = Objects.requireNonNull(how, "policy");
            return onDevice();
        }

        /** Sets what is called before each execution on the device; tests make sorts fail there. */
        Builder checkpoint(Checkpoint called) {
            this.checkpoint = called;
            return this;
        }

        /**
         * Opens the sorter.
         *
         * @return a sorter, to be closed by the caller
         * @throws IllegalArgumentException if the host is to sort with an algorithm or a verification
         */
        public Sorter open() {
            Execution execution = new Execution(processor, algorithm, digitBits, timed, verified);
            boolean inBackground = device == null && execution.processor() == Processor.FASTEST
                    && !"false".equals(System.getProperty(BACKGROUND_PROPERTY));
            return new Sorter(new Opener(device, policy, execution, checkpoint), execution, inBackground);
        }
    }

    /** Opens the device that is set, or the first one. A class, since the first lambda expression of a JVM takes some 20 ms. */
    private record Opener(
            @Nullable SortDevice device, @Nullable SortPolicy policy, Execution execution, @Nullable Checkpoint checkpoint)
            implements Supplier<DeviceOperations> {
        @Override
        public DeviceOperations get() {
            SortDevice opened = device != null ? device : SortDevice.preferred();
            return new DeviceOperations(
                    opened,
                    policy != null ? policy : SortPolicies.forDevice(opened),
                    execution,
                    checkpoint != null ? checkpoint : Checkpoint.INTERRUPTS);
        }
    }

    /**
     * Returns the device of this sorter. The first call looks for it; see {@link #open()}.
     *
     * @return the device
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if there is no device, or TornadoVM cannot load a driver
     */
    public SortDevice device() {
        return dispatch.device().device();
    }

    /** Returns what decides where this sorter sorts, for {@link Diagnostics}. */
    Dispatch dispatch() {
        return dispatch;
    }

    /** {@return sorts of strings, and their top-k, distinct strings and ranks} */
    public StringSorts strings() {
        return new StringSorts(dispatch, host);
    }

    /** {@return sorts of objects, by a key of each or together with a column of keys} */
    public ObjectSorts objects() {
        return new ObjectSorts(dispatch, host);
    }

    /** {@return sorts of records, which are rows of bytes} */
    public RecordSorts records() {
        return new RecordSorts(dispatch, host);
    }

    /**
     * {@return sorts of these segments, each by itself: segment i holds the keys from index {@code offsets[i]}, inclusive, to
     * {@code offsets[i + 1]}, exclusive}
     *
     * @param offsets the start of each segment, and the end of the last one, in ascending order; each sort checks them
     */
    public SegmentSorts segments(int[] offsets) {
        return new SegmentSorts(dispatch, host, offsets);
    }

    /**
     * Sorts an array in ascending order of code points; see {@link #sort(String[], Order)}. Nulls come last.
     *
     * @param strings the strings
     * @return what was done
     */
    public SortStats sort(@Nullable String[] strings) {
        return sort(strings, Order.ASCENDING);
    }

    /**
     * Sorts an array in the order of code points; see {@link StringSorts#sort(Strings, Order, Column...)}. Nulls come last. Ten
     * words take about as long as with {@link java.util.Arrays#sort(Object[])}, 0.2 µs. A thousand words take about 50 µs, 0.4
     * of its time.
     *
     * @param strings the strings
     * @param order the direction
     * @return what was done
     * @throws IllegalArgumentException if the order names bits
     */
    public SortStats sort(@Nullable String[] strings, Order order) {
        dispatch.requireOpen();
        strings().require(order);
        SortStats sorted = strings.length <= HostPolicy.FEW_ROWS ? host.sortFew(strings, order) : null;
        return sorted != null ? sorted : strings().sort(Strings.of(strings), order);
    }

    /**
     * Sorts part of an array in ascending order of code points. Nulls come last in that part. This takes about as long as
     * {@link #sort(String[])} for as many strings.
     *
     * @param strings the strings
     * @param fromIndex index of the first string to sort, inclusive
     * @param toIndex index of the last string to sort, exclusive
     * @return what was done
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > strings.length}
     */
    public SortStats sort(@Nullable String[] strings, int fromIndex, int toIndex) {
        Column.requireRange(fromIndex, toIndex, strings.length);
        String[] part = Arrays.copyOfRange(strings, fromIndex, toIndex);
        SortStats stats = sort(part);
        System.arraycopy(part, 0, strings, fromIndex, part.length);
        return stats;
    }

    /**
     * Sorts a column's keys in place, and moves values with them: {@code values[i]} of each column moves where {@code keys[i]}
     * moves. Values after the first {@code keys.size()} are not changed.
     *
     * <p>For few keys on the heap, without values, this takes about 30 ns more than a sort of an array, in either direction. If
     * the order names some of the bits, it takes about 0.2 µs for 10 ints and 6 µs for 1,000. One column of values of 32 bits
     * is the fastest: with keys of 32 bits, 10 of them take about 0.1 µs, and 1,000 about 15 µs. With keys or values of another
     * width, this takes about 0.4 µs for 10 pairs, and 7 µs (8 bits) to 20 µs (64 bits) for 1,000. Several columns of values
     * are copied in the order of an {@link #argsort(Column, Order) argsort}: 10 rows of two take 1 µs, and 1,000 about 20 µs.
     *
     * @param keys the keys
     * @param order the order
     * @param values columns of any width, each of at least one value per key
     * @return what was done
     * @throws IllegalArgumentException if there are fewer values than keys, memory is read-only, columns overlap in memory, the
     *     order names bits that the keys do not have, or there are several columns of values, and more than 2<sup>31</sup> - 9
     *     keys
     */
    @Override
    public SortStats sort(Column keys, Order order, Column... values) {
        if (values.length > 0) {
            return sort(keys, order, requireValues(keys, values));
        }
        requireWritable(keys, "keys");
        order.bitMask(keys.type());
        return sort(keys, order, dispatch.where(keys, Payload.NONE, order));
    }

    private SortStats sort(Column keys, Order order, Reason where) {
        return where == Reason.DEVICE
                ? dispatch.device().sort(keys, order)
                : host.sort(keys, order, where);
    }

    private SortStats sort(Column keys, Order order, List<Column> values) {
        order.bitMask(keys.type());
        if (values.size() > 1) {
            return sortRows(keys, order, values);
        }
        Column moved = values.getFirst();
        Payload payload = moved.type().bytes() == Integer.BYTES ? Payload.VALUES : Payload.INDICES;
        Reason where = dispatch.where(keys, payload, order);
        return where == Reason.DEVICE
                ? dispatch.device().sort(keys, moved, order)
                : host.sort(keys, moved, order, where);
    }

    /** Copies all columns in their new order, and then back. */
    private SortStats sortRows(Column keys, Order order, List<Column> values) {
        requireIndexesInArray(keys);
        Reason where = dispatch.where(keys, Payload.INDICES, order);
        SortedIndices sorted = argsort(keys, order, where);
        if (sorted.stats().reason() != Reason.SORTED_ALREADY) {
            List<Column> columns = new ArrayList<>(values);
            columns.add(keys);
            Loop.store(Reordering.of(columns, sorted.indices()));
        }
        return sorted.stats();
    }

    /**
     * Passes a column's keys in sorted order to a sink, piece by piece, for example to write them to a file. The keys are not
     * changed, and may be read-only, such as a file that is mapped into memory. The host's cores need memory for one copy of
     * the keys, where a copy that is sorted in place would take memory for two. They pass keys of 32 and 64 bits while they
     * sort, if there are 10<sup>5</sup> or more, they are compared by all their bits, and they are not sorted yet. All other
     * keys are copied and sorted, and then passed at once; for few keys, this takes as long as a copy and
     * {@link #sort(Column, Order, Column...)}.
     *
     * @param keys the keys
     * @param order the order
     * @param sink receives each key once, unless there are none
     * @return what was done
     * @throws IllegalArgumentException if the order names bits that the keys do not have
     */
    public SortStats sortTo(Column keys, Order order, KeySink sink) {
        Objects.requireNonNull(sink, "sink");
        order.bitMask(keys.type());
        Reason where = dispatch.where(keys, Payload.NONE, order);
        SortStats passed = where == Reason.DEVICE ? null : host.sortTo(keys, order, sink, where);
        return passed == null ? sortCopyTo(keys, order, sink, where) : passed;
    }

    private SortStats sortCopyTo(Column keys, Order order, KeySink sink, Reason where) {
        try (Arena arena = Arena.ofShared()) {
            Column copy = new Column(HostMemory.segment(arena, keys.segment().byteSize(), Long.BYTES), keys.type());
            Copy.bytes(keys.segment(), copy.segment());
            SortStats stats = sort(copy, order, where);
            if (copy.size() > 0) {
                sink.accept(0, copy.segment());
            }
            return stats;
        }
    }

    @Override
    @Nullable
    SortStats sortFew(Object keys, int n, KeyType type, Order order) {
        if (!HostKeys.areForJdk(n, type) || !order.hasAllBits()) {
            return null;
        }
        Reason where = dispatch.where(n, type, Payload.NONE, order);
        return where == Reason.DEVICE ? null : host.sortFew(keys, n, type, order, where);
    }

    /**
     * Returns the indices of the keys in ascending order; see {@link #argsort(Column, Order)}.
     *
     * @param keys the keys, which are not changed
     * @return one index per key: {@code keys[result[0]]} is the smallest key
     */
    public int[] argsort(Column keys) {
        return argsort(keys, Order.ASCENDING);
    }

    /**
     * Returns the indices of the keys in sorted order: {@code keys[result[0]]} is the first key in order. Equal keys keep
     * their order. This takes about 0.1 µs for 10 keys and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @param order the order
     * @return one index per key
     * @throws IllegalArgumentException if there are more than 2<sup>31</sup> - 9 keys, or the order names bits that the keys do
     *     not have
     */
    public int[] argsort(Column keys, Order order) {
        requireIndexesInArray(keys);
        dispatch.execution().requireUntimed("argsort");
        order.bitMask(keys.type());
        Reason where = dispatch.where(keys, Payload.INDICES, order);
        return argsort(keys, order, where).indices();
    }

    private SortedIndices argsort(Column keys, Order order, Reason where) {
        return where == Reason.DEVICE ? dispatch.device().argsort(keys, order) : host.argsort(keys, order, where);
    }

    /**
     * Returns the indices of rows that are sorted by several keys: the first key decides, the next one between rows in which it
     * is equal, and so on. Each key has its own type and order; -0.0 comes before 0.0. With two keys of ints, this takes about
     * 0.8 µs for 10 rows and 25 µs for 1,000. For many rows, the cost is about one {@link #argsort(Column, Order) argsort} per
     * key. Of strings beside other keys, the {@linkplain StringSorts#ranks(Strings, Order) ranks} are computed first.
     *
     * @param first the primary key
     * @param then further keys of the same number of rows; none is changed
     * @return one index per row
     * @throws IllegalArgumentException if the numbers of rows differ or exceed 2<sup>31</sup> - 9, or an order names bits that
     *     the key does not have
     */
    public int[] argsort(Key first, Key... then) {
        List<Key> keys = new ArrayList<>(List.of(then));
        keys.addFirst(first);
        for (Key key : keys) {
            if (key.size() != first.size()) {
                throw new IllegalArgumentException("key " + keys.indexOf(key) + " has " + key.size() + " rows, key 0 has "
                        + first.size() + "; all keys must have the same number of rows");
            }
            if (key.column() != null) {
                requireIndexesInArray(key.column());
                key.order().bitMask(key.column().type());
            }
        }
        dispatch.execution().requireUntimed("argsort");
        if (then.length == 0) {
            return first.column() != null
                    ? argsort(first.column(), first.order())
                    : strings().argsort(first.strings(), first.order());
        }
        List<ColumnKey> columns = keys.stream().map(this::column).toList();
        return dispatch.isOnDevice(columns) ? dispatch.device().argsort(columns) : host.argsort(columns);
    }

    private ColumnKey column(Key key) {
        return key.column() != null
                ? new ColumnKey(key.column(), key.order())
                : new ColumnKey(strings().ranks(key.strings(), key.order()), Order.ASCENDING);
    }

    /**
     * Returns the first k keys of the sorted order: the smallest keys, or the largest ones if the order is descending. Of equal
     * keys, those with lower indices come first. If k is much smaller than the number of keys, the keys are read once and not
     * sorted. This takes about 1 µs for 10 keys and 20 µs for 1,000. The host reads keys about as fast as they could be copied
     * to a device, so it runs there. A sorter that insists on the device sorts all keys.
     *
     * @param keys the keys, which are not changed
     * @param k number of keys, from 0 to {@code keys.size()}
     * @param order the order
     * @return k keys in sorted order, and their indices
     * @throws IllegalArgumentException if k is negative or greater than {@code keys.size()}, there are more than
     *     2<sup>31</sup> - 9 keys, or the order names bits that the keys do not have
     */
    public TopK<Column> topK(Column keys, int k, Order order) {
        requireIndexesInArray(keys);
        dispatch.execution().requireUntimed("topK");
        order.bitMask(keys.type());
        if (k < 0 || k > keys.size()) {
            throw new IllegalArgumentException("the first " + k + " of " + keys.size() + " keys");
        }
        dispatch.requireOpen();
        int[] indices = dispatch.execution().processor() == Processor.DEVICE
                ? HostMemory.copyOf(dispatch.device().argsort(keys, order).indices(), k)
                : host.topK(keys, k, order);
        return new TopK<>(Gather.rows(keys, indices), indices);
    }

    /**
     * Returns the distinct keys in sorted order, one copy of each. This takes about 0.3 µs more than a sort of 10 keys, and 2
     * µs more than one of 1,000.
     *
     * @param keys the keys, which are not changed
     * @param order the order; keys that differ only in bits that do not count are equal
     * @return the distinct keys, in a new array
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} keys, or the order names
     *     bits that the keys do not have
     */
    public Column unique(Column keys, Order order) {
        dispatch.execution().requireUntimed("unique");
        order.bitMask(keys.type());
        return runLengths(keys, order).keys();
    }

    /**
     * Returns the distinct keys in sorted order, and how often each of them occurs. All NaNs are equal; 0.0 and -0.0 are not.
     * This takes about 0.3 µs more than a sort of 10 keys, and 2 µs more than one of 1,000.
     *
     * @param keys the keys, which are not changed
     * @param order the order; keys that differ only in bits that do not count are equal
     * @return the distinct keys and their counts, in new arrays
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} keys, or the order names
     *     bits that the keys do not have
     */
    public Runs runLengths(Column keys, Order order) {
        requireIndexes(keys);
        dispatch.execution().requireUntimed("runLengths");
        order.bitMask(keys.type());
        return dispatch.where(keys, Payload.NONE, order) == Reason.DEVICE
                ? dispatch.device().runLengths(keys, order)
                : host.runLengths(keys, order);
    }

    /**
     * {@return whether the keys are in this order} This takes about 0.1 µs for 10 keys and 1 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @param order the order
     * @throws IllegalArgumentException if the order names bits that the keys do not have
     */
    public boolean isSorted(Column keys, Order order) {
        order.bitMask(keys.type());
        dispatch.requireOpen();
        return SortedKeys.areSorted(keys, order);
    }

    /**
     * Merges two sorted columns into a third one. Of equal keys, those of {@code a} come first. Keys of {@code out} after the
     * first {@code a.size() + b.size()} are not changed. The merge runs on the host, and takes about 10 µs for 10 keys and 30
     * µs for 1,000.
     *
     * @param a sorted keys
     * @param b sorted keys of the same type
     * @param out the destination: at least {@code a.size() + b.size()} keys of the same type
     * @param order the order of a and b
     * @return what was done
     * @throws IllegalArgumentException if the types differ; if {@code out} is too short or read-only, or overlaps a or b; if a
     *     or b is not in this order; or if the order names bits that the keys do not have
     */
    public SortStats merge(Column a, Column b, Column out, Order order) {
        order.bitMask(out.type());
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
        dispatch.requireOpen();
        return host.merge(a, b, out, order);
    }

    /**
     * Moves the keys in which a bit is 0 before those in which it is 1. Within both groups, keys keep their order. This takes
     * about 0.2 µs for 10 keys and 7 µs for 1,000.
     *
     * @param keys the keys
     * @param bit index of the bit, as in {@link Order#beginBit}: 0 is the least significant
     * @return the number of keys in which the bit is 0, which is the index of the first key in which it is 1
     * @throws IllegalArgumentException if the keys have no such bit, or the memory is read-only
     */
    public long partition(Column keys, int bit) {
        Order oneBit = Order.ASCENDING.bits(bit, bit + 1);
        requireWritable(keys, "keys");
        oneBit.bitMask(keys.type());
        sort(keys, oneBit);
        OrderedKeys ordered = new OrderedKeys(keys, oneBit);
        return ordered.lowerBound(OrderedKeys.SMALLEST + 1, 0, keys.size());
    }

    /**
     * Frees the memory of the device and of the host. Waits for a sort that runs on the device, for half a second at most, and
     * cancels the preparation of the device. Closing a sorter twice has no effect.
     */
    @Override
    public void close() {
        try {
            dispatch.close();
        } finally {
            host.close();
        }
    }
}
