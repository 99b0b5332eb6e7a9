package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireApart;
import static io.github.tornadosort.ArgumentChecks.requireIndexes;
import static io.github.tornadosort.ArgumentChecks.requireIndexesInArray;
import static io.github.tornadosort.ArgumentChecks.requireValues;
import static io.github.tornadosort.ArgumentChecks.requireWritable;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.dispatch.Dispatch.FirstDevice;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.operation.Lexsort;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.threads.Copy;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sorts keys on whatever the machine has: small arrays with the JDK's sorts, larger ones on all cores of the host, and on a
 * device, for example a GPU, where that is expected to be faster, copies included. {@link SortStats} tell where a sort ran, and
 * why. Several threads may share a sorter: sorts on the host run at the same time, sorts on the device one after the other.
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
 * than {@link java.util.Arrays#sort(int[])}: up to some ten thousand keys, and on one core up to any number, it is that sort. The
 * descriptions of other operations say what they cost for few keys; these times are those of one core of a server. More keys are
 * divided into buckets by a sample of them, and each bucket is sorted in the caches of one core (Leischner, Osipov and Sanders
 * 2010, §3). The project's report,
 * {@code benchmarks/REPORT.md}, compares the speed with that of {@link java.util.Arrays#parallelSort(int[])} on several machines.
 * On four cores or more, the first such sort of a JVM takes a tenth of a second more, in which its code is compiled. The first
 * sort on a device compiles the kernels, which takes a second or two on a GPU; later sorts of about as many keys reuse them. A
 * sorter of {@link #open()} compiles them on another thread, and the host sorts meanwhile if that takes less time. The device
 * sorts digit by digit, the least significant digit first (Ha, Krüger and Silva 2009), unless the options name an algorithm or
 * another one was measured to be faster. Keys that are already sorted are only read. {@link #scratchBytes(long, KeyType)} returns
 * the memory that a sort needs. Sorts of arrays on the host keep theirs for later sorts, up to a quarter of the heap, until the
 * sorter is closed or the JVM is short of memory.
 *
 * <p><b>Errors.</b> Arguments are checked as in {@link java.util.Arrays}: {@code fromIndex > toIndex} is an
 * {@link IllegalArgumentException}, an index outside the array an {@link ArrayIndexOutOfBoundsException}, null a
 * {@link NullPointerException}. A closed sorter throws an {@link IllegalStateException}. After any failure the caller's keys
 * are either unchanged or sorted. If a thread is interrupted while the device sorts, a
 * {@link java.util.concurrent.CancellationException} is thrown before the next pass; the thread's interrupt flag stays set,
 * the keys are unchanged, and the sorter can still be used. Sorts on the host do not end early.
 *
 * <p><b>Groups.</b> Operations on primitive arrays, on a {@code String[]} and on a {@link Column} are methods of the sorter.
 * Others are in groups: {@link #strings}, {@link #objects}, {@link #records} and {@link #segments(int[])}.
 *
 * <p><b>Length.</b> Keys that do not fit on the device are sorted there in chunks of at most {@link #capacity} keys, which are
 * merged on the host.
 */
public final class Sorter extends ArraySorts implements AutoCloseable {
    /** System property: {@code false} makes sorters wait until the device is ready. */
    private static final String BACKGROUND_PROPERTY = "tornadosort.background";

    private final Dispatch dispatch;
    private final HostOperations host = new HostOperations();

    private Sorter(Dispatch dispatch) {
        this.dispatch = dispatch;
    }

    /** Makes a sorter that prepares the device while the host sorts. */
    Sorter(Supplier<DeviceOperations> openDevice) {
        this(Dispatch.inBackground(openDevice));
    }

    /** @param checkpoint called before each execution on the device; tests make sorts fail there */
    Sorter(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        this(Dispatch.deviceAlone(() -> new DeviceOperations(device, policy, checkpoint)));
    }

    /**
     * Opens a sorter that sorts where the sort is expected to end first: on the host's cores, or on the first device. The first call in a JVM takes about 10 ms, in which classes are loaded. Devices are looked for when an
     * operation may need one. Before the first sort of a type on a device other than the JVM, the kernels of such sorts are
     * tested there. The host sorts keys whose kernels fail, and a warning is logged. {@code -Dtornadosort.selftest=false} turns
     * the tests off. Without a device, the host sorts.
     *
     * <p>A device takes a second or more to start, so it is worth its start to programs that sort for seconds. The host sorts
     * until the sorts that a device would do faster have cost as much as the start: {@link SortStats} give
     * {@link SortStats.Reason#DEVICE_NOT_STARTED} as the reason. Then a daemon thread opens the device, tests the kernels of such
     * sorts and compiles them, and the host goes on sorting, for {@link SortStats.Reason#DEVICE_STARTING}. The same holds for
     * each further kind of keys, for keys with values, and for a larger number of keys. A sort that alone would take the host
     * longer than the start waits for the device, and so does a sort with {@link SortOptions.Builder#onDevice}. If the device
     * cannot be prepared, a warning is logged, and the host sorts from then on. {@link #close} cancels the preparation; it waits
     * until the driver has finished the current kernels, for half a second at most, after which their memory is freed. {@code -Dtornadosort.background=false} makes
     * all sorts wait for the device.
     *
     * <p>When the JVM shuts down, sorts on the device end with a {@link CancellationException}, and the process ends when the
     * driver has finished what it is doing.
     *
     * @return a sorter, to be closed by the caller
     */
    public static Sorter open() {
        return "false".equals(System.getProperty(BACKGROUND_PROPERTY))
                ? new Sorter(Dispatch.waiting(new FirstDevice()))
                : new Sorter(new FirstDevice());
    }

    /**
     * Opens a sorter that sorts where the sort is expected to end first: on the host's cores, or on this device, with the policy
     * of the device's family. {@link SortOptions.Builder#onDevice} selects the device. The host sorts keys whose kernels fail
     * their test.
     *
     * @param device one of {@link SortDevice#all}
     * @return a sorter, to be closed by the caller
     */
    public static Sorter open(SortDevice device) {
        Objects.requireNonNull(device, "device");
        return new Sorter(Dispatch.waiting(
                () -> new DeviceOperations(device, SortPolicies.forDevice(device), Checkpoint.INTERRUPTS)));
    }

    /**
     * Opens a sorter that sorts on this device alone, whatever the number of keys, with a policy of the caller. The
     * kernels of another policy than the device's own are not tested.
     *
     * @param device one of {@link SortDevice#all}
     * @param policy the kernels to run, and their sizes
     * @return a sorter, to be closed by the caller
     */
    public static Sorter open(SortDevice device, SortPolicy policy) {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(policy, "policy");
        return new Sorter(device, policy, Checkpoint.INTERRUPTS);
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

    /**
     * Returns the policy of {@link #device}.
     *
     * @return the policy
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if there is no device, or TornadoVM cannot load a driver
     */
    public SortPolicy policy() {
        return dispatch.device().policy();
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
     * {@return sorts of these segments; see {@link #segments(int[])}}
     *
     * @param offsets the start of each segment, and the end of the last one, in ascending order; each sort checks them
     */
    public SegmentSorts segments(long[] offsets) {
        return new SegmentSorts(dispatch, host, offsets);
    }

    /**
     * Sorts an array in ascending order of code points; see {@link #sort(String[], SortOptions)}. Nulls come last.
     *
     * @param strings the strings
     * @return what was done
     */
    public SortStats sort(@Nullable String[] strings) {
        return sort(strings, SortOptions.ascending());
    }

    /**
     * Sorts an array in the order of code points; see {@link StringSorts#sort(Strings, SortOptions)}. Nulls come last. Ten words
     * take about as long as with {@link java.util.Arrays#sort(Object[])}, 0.2 µs. A thousand words take about 50 µs, 0.4 of its
     * time.
     *
     * @param strings the strings
     * @param options the direction, and whether to take times
     * @return what was done
     * @throws IllegalArgumentException if the options name bits, an algorithm, a verification or the device
     */
    public SortStats sort(@Nullable String[] strings, SortOptions options) {
        dispatch.requireOpen();
        StringSorts.requireOptions(options);
        SortStats sorted = strings.length <= HostPolicy.FEW_ROWS ? host.sortFew(strings, options) : null;
        return sorted != null ? sorted : strings().sort(Strings.of(strings), options);
    }

    /**
     * Returns the indices of the strings in ascending order of code points; see {@link StringSorts#argsort(Strings,
     * SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @return one index per string
     */
    public int[] argsort(@Nullable String[] strings) {
        return argsort(strings, SortOptions.ascending());
    }

    /**
     * Returns the indices of the strings in the order of code points; see {@link StringSorts#argsort(Strings, SortOptions)}.
     *
     * @param strings the strings, which are not changed
     * @param options the direction
     * @return one index per string
     * @throws IllegalArgumentException if the options name bits, an algorithm, a verification or the device, or are timed
     */
    public int[] argsort(@Nullable String[] strings, SortOptions options) {
        return strings().argsort(Strings.of(strings), options);
    }

    /**
     * Sorts a column's keys in place. For few keys on the heap, this takes about 30 ns more than a sort of an array, in either
     * direction. If the options name some of the bits, it takes about 0.2 µs for 10 ints and 6 µs for 1,000.
     *
     * @param keys the keys
     * @param options the order, and how to sort
     * @return what was done
     * @throws IllegalArgumentException if the options name bits that the keys do not have, or the memory is read-only
     */
    @Override
    public SortStats sort(Column keys, SortOptions options) {
        requireWritable(keys, "keys");
        options.bitMask(keys.type());
        return sort(keys, options, dispatch.where(keys, Payload.NONE, options));
    }

    private SortStats sort(Column keys, SortOptions options, Reason where) {
        return where == Reason.DEVICE
                ? dispatch.onDevice(on -> on.columns().sort(keys, options))
                : Dispatch.onHost(where, host.sort(keys, options));
    }

    /**
     * Passes a column's keys in sorted order to a sink, piece by piece, for example to write them to a file. The keys are not
     * changed, and may be read-only, such as a file that is mapped into memory. The host's cores need memory for one copy of the
     * keys, where a copy that is sorted in place would take memory for two. They pass keys of 32 and 64 bits while they sort, if
     * there are 10<sup>5</sup> or more, they are compared by all their bits, and they are not sorted yet. All other keys are
     * copied and sorted, and then passed at once; for few keys, this takes as long as a copy and {@link #sort(Column,
     * SortOptions)}.
     *
     * @param keys the keys
     * @param options the order, and how to sort
     * @param sink receives each key once, unless there are none
     * @return what was done
     * @throws IllegalArgumentException if the options name bits that the keys do not have
     */
    public SortStats sortTo(Column keys, SortOptions options, KeySink sink) {
        Objects.requireNonNull(sink, "sink");
        options.bitMask(keys.type());
        Reason where = dispatch.where(keys, Payload.NONE, options);
        SortStats passed = where == Reason.DEVICE ? null : host.sortTo(keys, options, sink);
        return passed == null ? sortCopyTo(keys, options, sink, where) : Dispatch.onHost(where, passed);
    }

    private SortStats sortCopyTo(Column keys, SortOptions options, KeySink sink, Reason where) {
        try (Arena arena = Arena.ofShared()) {
            Column copy = new Column(HostMemory.segment(arena, keys.segment().byteSize(), Long.BYTES), keys.type());
            Copy.bytes(keys.segment(), copy.segment());
            SortStats stats = sort(copy, options, where);
            if (copy.size() > 0) {
                sink.accept(0, copy.segment());
            }
            return stats;
        }
    }

    @Override
    SortStats sortFew(Object keys, int n, KeyType type, SortOptions options) {
        if (!HostKeys.areForJdk(n, type) || !options.haveAllBits()) {
            return null;
        }
        Reason where = dispatch.where(n, type, Payload.NONE, options);
        return where == Reason.DEVICE ? null : Dispatch.onHost(where, host.sortFew(keys, n, type, options));
    }

    /**
     * Sorts a column's keys in place, in ascending order, and moves the values with them; see
     * {@link #sort(Column, Column, SortOptions)}.
     *
     * @param keys the keys
     * @param values values of any width, at least one per key
     * @return what was done
     */
    public SortStats sort(Column keys, Column values) {
        return sort(keys, values, SortOptions.ascending());
    }

    /**
     * Sorts a column's keys in place and moves the values with them: {@code values[i]} moves where {@code keys[i]} moves. Values
     * after the first {@code keys.size()} are not changed. Values of 32 bits are the fastest: with keys of 32 bits, 10 of them
     * take about 0.1 µs, and 1,000 about 15 µs. With keys or values of another width, this takes about 0.4 µs for 10 pairs, and 7
     * µs (8 bits) to 20 µs (64 bits) for 1,000.
     *
     * @param keys the keys
     * @param values values of any width, at least one per key
     * @param options the order, and how to sort
     * @return what was done
     * @throws IllegalArgumentException if there are fewer values than keys, either is read-only, they overlap in memory, or
     *     the options name bits that the keys do not have
     */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        Column moved = requireValues(keys, values);
        options.bitMask(keys.type());
        Reason where =
                dispatch.where(keys, values.type().bytes() == Integer.BYTES ? Payload.VALUES : Payload.INDICES, options);
        return where == Reason.DEVICE
                ? dispatch.onDevice(on -> on.columns().sort(keys, moved, options))
                : Dispatch.onHost(where, host.sort(keys, moved, options));
    }

    /**
     * Returns the indices of the keys in sorted order: {@code keys[result[0]]} is the first key in order. Equal keys keep
     * their order. This takes about 0.1 µs for 10 keys and 15 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @param options the order, and how to sort
     * @return one index per key
     * @throws IllegalArgumentException if there are more than 2<sup>31</sup> - 9 keys, the options name bits that the
     *     keys do not have, or they are timed
     */
    @Override
    public int[] argsort(Column keys, SortOptions options) {
        requireIndexesInArray(keys);
        requireOptions("argsort", keys, options);
        return dispatch.where(keys, Payload.INDICES, options) == Reason.DEVICE
                ? dispatch.onDevice(on -> on.columns().argsort(keys, options).indices())
                : host.argsort(keys, options);
    }

    /**
     * Returns the indices of rows that are sorted by several keys, as NumPy's {@code lexsort} does: the <em>last</em> key of the
     * list is the primary one; the key before it decides between rows in which the primary key is equal, and so on. Each key has
     * its own type and direction. Unlike in NumPy, where they are equal, -0.0 comes before 0.0. With two keys of ints, this takes
     * about 0.8 µs for 10 rows and 25 µs for 1,000. For many rows, the cost is about one {@link #argsort(Column, SortOptions)
     * argsort} per key.
     *
     * @param keys columns of equal size, which are not changed
     * @return one index per row
     * @throws IllegalArgumentException if there is no key, the sizes differ or exceed 2<sup>31</sup> - 9, or a key's
     *     options are timed or name bits that the key does not have
     */
    public int[] lexsort(List<SortKey> keys) {
        List<SortKey> copy = List.copyOf(keys);
        for (SortKey key : copy) {
            requireIndexesInArray(key.keys());
            requireOptions("lexsort", key.keys(), key.options());
        }
        Lexsort.check(copy);
        return dispatch.isLexsortOnDevice(copy)
                ? dispatch.onDevice(on -> on.lexsort().order(copy).indices())
                : host.lexsort(copy);
    }

    /**
     * Returns the k smallest keys; see {@link #topK(Column, int, SortOptions)}.
     *
     * @param keys the keys, which are not changed
     * @param k number of keys, from 0 to {@code keys.size()}
     * @return k keys in ascending order, and their indices
     */
    public TopK topK(Column keys, int k) {
        return topK(keys, k, SortOptions.ascending());
    }

    /**
     * Returns the first k keys of the sorted order: the smallest keys, or the largest ones if the order is descending. Of equal
     * keys, those with lower indices come first. If k is much smaller than the number of keys, the keys are read once and not
     * sorted. This takes about 1 µs for 10 keys and 20 µs for 1,000. It runs on the host, which reads keys about as fast as they
     * could be copied to a device.
     *
     * @param keys the keys, which are not changed
     * @param k number of keys, from 0 to {@code keys.size()}
     * @param options the order
     * @return k keys in sorted order, and their indices
     * @throws IllegalArgumentException if k is negative or greater than {@code keys.size()}, there are more than
     *     {@link Integer#MAX_VALUE} keys, or the options name bits that the keys do not have, or anything but an order: an
     *     algorithm, times, a verification or the device
     */
    public TopK topK(Column keys, int k, SortOptions options) {
        requireIndexes(keys);
        options.requireOrderOnly("topK");
        options.bitMask(keys.type());
        if (k < 0 || k > keys.size()) {
            throw new IllegalArgumentException("the first " + k + " of " + keys.size() + " keys");
        }
        dispatch.requireOpen();
        int[] indices = host.topK(keys, k, options);
        return new TopK(Gather.rows(keys, indices), indices);
    }

    /**
     * Returns the distinct keys in ascending order; see {@link #unique(Column, SortOptions)}.
     *
     * @param keys the keys, which are not changed
     * @return the distinct keys, in a new array
     */
    public Column unique(Column keys) {
        return unique(keys, SortOptions.ascending());
    }

    /**
     * Returns the distinct keys in sorted order, one copy of each. This takes about 0.3 µs more than a sort of 10 keys, and 2 µs
     * more than one of 1,000. If many keys have at most some thousand distinct values, the host counts them, which is faster than
     * a sort.
     *
     * @param keys the keys, which are not changed
     * @param options the order, and how to sort; keys that differ only in bits that do not count are equal
     * @return the distinct keys, in a new array
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} keys, or the options are timed or name
     *     bits that the keys do not have
     */
    public Column unique(Column keys, SortOptions options) {
        requireOptions("unique", keys, options);
        return runLengths(keys, options).keys();
    }

    /**
     * Returns the distinct keys in ascending order, and how often each of them occurs; see
     * {@link #runLengths(Column, SortOptions)}.
     *
     * @param keys the keys, which are not changed
     * @return the distinct keys and their counts, in new arrays
     */
    public Runs runLengths(Column keys) {
        return runLengths(keys, SortOptions.ascending());
    }

    /**
     * Returns the distinct keys in sorted order, and how often each of them occurs. All NaNs are equal; 0.0 and -0.0 are not.
     * This takes about 0.3 µs more than a sort of 10 keys, and 2 µs more than one of 1,000. If many keys have at most
     * some thousand distinct values, the host counts them, which is faster than a sort.
     *
     * @param keys the keys, which are not changed
     * @param options the order, and how to sort; keys that differ only in bits that do not count are equal
     * @return the distinct keys and their counts, in new arrays
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} keys, or the options are timed or name
     *     bits that the keys do not have
     */
    public Runs runLengths(Column keys, SortOptions options) {
        requireIndexes(keys);
        requireOptions("runLengths", keys, options);
        if (dispatch.where(keys, Payload.NONE, options) != Reason.DEVICE) {
            return host.runLengths(keys, options);
        }
        return dispatch.onDevice(on -> {
            Column sorted = new Column(on.scratch().bytes(keys.segment().byteSize()), keys.type());
            Copy.bytes(keys.segment(), sorted.segment());
            on.columns().sort(sorted, options);
            return SortedKeys.runs(sorted, options, true, new HostBuffers());
        });
    }

    /**
     * {@return whether the keys are in ascending order; see {@link #isSorted(Column, SortOptions)}}
     *
     * @param keys the keys, which are not changed
     */
    public boolean isSorted(Column keys) {
        return isSorted(keys, SortOptions.ascending());
    }

    /**
     * {@return whether the keys are in the order of the options} This takes about 0.1 µs for 10 keys and 1 µs for 1,000.
     *
     * @param keys the keys, which are not changed
     * @param options the order
     * @throws IllegalArgumentException if the options name bits that the keys do not have, or anything but an order: an
     *     algorithm, times or a verification
     */
    public boolean isSorted(Column keys, SortOptions options) {
        options.requireOrderOnly("isSorted");
        options.bitMask(keys.type());
        dispatch.requireOpen();
        return SortedKeys.areSorted(keys, options);
    }

    /**
     * Merges two columns in ascending order into a third one; see {@link #merge(Column, Column, Column, SortOptions)}.
     *
     * @param a sorted keys
     * @param b sorted keys of the same type
     * @param out the destination
     */
    public void merge(Column a, Column b, Column out) {
        merge(a, b, out, SortOptions.ascending());
    }

    /**
     * Merges two sorted columns into a third one. Of equal keys, those of {@code a} come first. Keys of {@code out} after the
     * first {@code a.size() + b.size()} are not changed. The merge runs on the host, and takes about 10 µs for 10 keys and 30 µs
     * for 1,000.
     *
     * @param a sorted keys
     * @param b sorted keys of the same type
     * @param out the destination: at least {@code a.size() + b.size()} keys of the same type
     * @param options the order of a and b
     * @throws IllegalArgumentException if the types differ; if {@code out} is too short or read-only, or overlaps a or b; if a
     *     or b is not sorted in the order of the options; or if the options name bits that the keys do not have, or anything
     *     but an order
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
        dispatch.requireOpen();
        if (RunMerge.mergeFew(a, b, out, options)) {
            return;
        }
        requireSorted(a, "the first keys", options);
        requireSorted(b, "the second keys", options);
        new RunMerge(List.of(a, b), options, out).run();
    }

    /**
     * Moves the keys in which a bit is 0 before those in which it is 1. Within both groups, keys keep their order. This takes
     * about 0.2 µs for 10 keys and 7 µs for 1,000.
     *
     * @param keys the keys
     * @param bit index of the bit, as in {@link SortOptions#beginBit}: 0 is the least significant
     * @return the number of keys in which the bit is 0, which is the index of the first key in which it is 1
     * @throws IllegalArgumentException if the keys have no such bit, or the memory is read-only
     */
    public long partition(Column keys, int bit) {
        SortOptions oneBit = SortOptions.builder().bits(bit, bit + 1).build();
        requireWritable(keys, "keys");
        oneBit.bitMask(keys.type());
        sort(keys, oneBit);
        OrderedKeys ordered = new OrderedKeys(keys, oneBit);
        return ordered.lowerBound(OrderedKeys.SMALLEST + 1, 0, keys.size());
    }

    /**
     * {@return the largest number of keys of this type that a device sorts in one piece; more keys are sorted in chunks}
     *
     * @param type the keys' type
     */
    public long capacity(KeyType type) {
        return dispatch.device().columns().maxKeys(type, false, SortOptions.ascending());
    }

    /**
     * Returns the memory that a sort of n keys needs; see {@link #scratchBytes(long, KeyType, KeyType)}.
     *
     * @param n number of keys
     * @param type the keys' type
     * @return bytes on the device and on the host
     * @throws IllegalArgumentException if n is negative, or the number of bytes exceeds the range of a long
     */
    public ScratchBytes scratchBytes(long n, KeyType type) {
        requireCountable(n, type.bytes());
        return scratchBytes(n, type, 0, SortOptions.ascending());
    }

    /**
     * Returns the memory that a sort of n keys with values needs, on the device and on the host, in addition to the keys and
     * values themselves. A sorter keeps some hundred megabytes of it on the host for later calls, until it is closed.
     *
     * @param n number of keys, and of values
     * @param type the keys' type
     * @param values a type of the width of a value
     * @return bytes on the device and on the host
     * @throws IllegalArgumentException if n is negative, or the number of bytes exceeds the range of a long
     */
    public ScratchBytes scratchBytes(long n, KeyType type, KeyType values) {
        return scratchBytes(n, type, values, SortOptions.ascending());
    }

    /**
     * Returns the memory that a sort of n keys with values needs if it runs where the options say; see
     * {@link #scratchBytes(long, KeyType, KeyType)}. Options that select the host look for no device.
     *
     * @param n number of keys, and of values
     * @param type the keys' type
     * @param values a type of the width of a value
     * @param options say where to sort
     * @return bytes on the device and on the host
     * @throws IllegalArgumentException if n is negative, the number of bytes exceeds the range of a long, or the options select
     *     the host, which cannot sort as many keys
     */
    public ScratchBytes scratchBytes(long n, KeyType type, KeyType values, SortOptions options) {
        requireCountable(n, type.bytes() + values.bytes());
        return scratchBytes(n, type, values.bytes(), options);
    }

    private ScratchBytes scratchBytes(long n, KeyType type, int valueBytes, SortOptions options) {
        Payload payload = valueBytes == 0 ? Payload.NONE : Payload.VALUES;
        return dispatch.isOnDevice(n, type, payload, options)
                ? dispatch.device().columns().scratchBytes(n, type, valueBytes)
                : HostOperations.scratchBytes(n, type, valueBytes);
    }

    /**
     * Returns the number of verified sorts ({@link SortOptions#verified}) whose result on the device was wrong, so that the
     * JVM sorted instead. Each chunk counts, and so do operations that return no {@link SortStats}.
     *
     * @return the number of wrong results since this sorter was opened
     */
    public int mismatches() {
        return dispatch.mismatches();
    }

    /**
     * Frees the memory of the device and of the host. Waits for a sort that runs on the device, and cancels the preparation of
     * the device. Closing a sorter twice has no effect.
     */
    @Override
    public void close() {
        try {
            dispatch.close();
        } finally {
            host.close();
        }
    }

    /** Checks the options of an operation that sorts and returns no {@link SortStats}. */
    private static void requireOptions(String operation, Column keys, SortOptions options) {
        options.requireUntimed(operation);
        options.bitMask(keys.type());
    }

    /** Leaves half of a long's range for what a sort needs in addition to copies of the keys and values. */
    private static void requireCountable(long n, int bytesEach) {
        if (n < 0) {
            throw new IllegalArgumentException(n + " keys; there must be 0 or more");
        }
        if (n > Long.MAX_VALUE / 2 / bytesEach) {
            throw new IllegalArgumentException(
                    n + " keys of " + bytesEach + " bytes each, values included, are more bytes than can be counted");
        }
    }

    private static void requireSorted(Column keys, String what, SortOptions options) {
        if (!SortedKeys.areSorted(keys, options)) {
            throw new IllegalArgumentException(what + " to merge are not sorted in the order that the options say");
        }
    }
}
