package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * Sorts keys that move alone, by all their bits, on the host: few keys with the JDK's sorts on the calling thread, more keys on
 * all cores. Equal keys have equal bits, or are NaNs, whose order every sort here keeps. Therefore no sort needs to be stable.
 */
public final class HostKeys {
    /** Number of keys from which the JDK's sort on several threads is at least as fast as on one. */
    private static final int JDK_PARALLEL_FROM = 1 << 16;
    /** Number of keys from which the bucket sort is faster than the JDK's, on few threads and on many. */
    private static final int BUCKETS_FROM = 1 << 17;
    private static final int BUCKETS_OF_MANY_THREADS_FROM = 1 << 16;
    /**
     * Number of keys of 8 and 16 bits, which one thread sorts in one to ten nanoseconds each, from which all cores count them.
     */
    private static final int COUNT_FROM = 1 << 18;
    /** Keys that are compared on the calling thread before all cores check the order of the others. */
    private static final int FIRST_KEYS = 64;

    /** Maximum number of keys. */
    public static final long MAX_KEYS = Integer.MAX_VALUE - 8;

    private HostKeys() {}

    /** Returns whether options name all bits of the keys, by default or one by one. */
    public static boolean areComparedByAllBits(Column keys, SortOptions options) {
        return options.bitMask(keys.type()) == SortOptions.ascending().bitMask(keys.type());
    }

    /** Returns the number of threads that sort many keys. */
    public static int threads() {
        return Loop.threads();
    }

    /**
     * Sorts the keys in place.
     *
     * @param keys at most {@link #MAX_KEYS} keys
     * @return false if the keys were found to be sorted already
     */
    public static boolean sort(Column keys, boolean descending, HostBuffers buffers) {
        return sort(keys, descending, buffers, null);
    }

    /**
     * Sorts the keys in place.
     *
     * @param keys at most {@link #MAX_KEYS} keys
     * @param sorted receives how many keys from the first one on have their final values, while the others are sorted; may be null
     * @return false if the keys were found to be sorted already
     */
    public static boolean sort(Column keys, boolean descending, HostBuffers buffers, LongConsumer sorted) {
        long n = keys.size();
        boolean narrow = keys.type().bytes() <= Short.BYTES;
        if (n < (narrow ? COUNT_FROM : bucketsFrom(Loop.threads()))) {
            if (n < JDK_PARALLEL_FROM) {
                JdkSort.sort(keys, descending);
            } else {
                JdkSort.sortInParallel(keys, descending, buffers);
            }
            return true;
        }
        if (startsSorted(keys, descending) && SortedKeys.areSorted(keys, options(descending))) {
            return false;
        }
        if (narrow) {
            CountingSort.sort(keys, descending);
        } else if (startsSorted(keys, !descending)) {
            sortReversed(keys, descending, buffers);
        } else {
            sortInParallel(keys, descending, buffers, sorted);
        }
        return true;
    }

    /**
     * Passes the keys in sorted order to a sink, if they are sorted by buckets: many keys of 32 or 64 bits that are not sorted yet.
     *
     * @param keys at most {@link #MAX_KEYS} keys, which are not changed
     * @return false if the keys are not sorted by buckets; nothing was passed then
     */
    public static boolean sortTo(Column keys, boolean descending, HostBuffers buffers, KeySink sink) {
        int threads = threads(keys);
        return keys.type().bytes() >= Integer.BYTES
                && keys.size() >= bucketsFrom(threads)
                && !startsSorted(keys, descending)
                && !startsSorted(keys, !descending)
                && suitBuckets(keys, descending, threads)
                && sortByBuckets(keys, descending, threads, buffers, null, sink);
    }

    /** Returns whether keys may be sorted by buckets. On one thread, they must be random: the JDK is faster otherwise. */
    private static boolean suitBuckets(Column keys, boolean descending, int threads) {
        return (threads > 1 || KeySample.isRandom(keys, options(descending))) && !containsNaN(keys);
    }

    /** Sorts keys that begin in the opposite order. */
    private static void sortReversed(Column keys, boolean descending, HostBuffers buffers) {
        if (SortedKeys.areSorted(keys, options(!descending)) && !containsNaN(keys)) {
            ReversedKeys.reverse(keys, descending);
        } else {
            // The JDK recognizes runs in either order.
            JdkSort.sortInParallel(keys, descending, buffers);
        }
    }

    /** Returns the number of keys from which a number of threads sort them by buckets. */
    static int bucketsFrom(int threads) {
        return threads < BucketSort32.MANY_THREADS ? BUCKETS_FROM : BUCKETS_OF_MANY_THREADS_FROM;
    }

    /**
     * Sorts the first n keys of an array on the calling thread.
     *
     * @param array an array of the type that {@link Column#allocate} uses for keys of this type
     */
    public static void sortFew(Object array, int n, KeyType type, boolean descending) {
        JdkSort.sort(array, 0, n, type, descending, false);
    }

    /** Sorts part of an array in ascending order. */
    public static void sort(long[] keys, int from, int to, HostBuffers buffers) {
        sort(Column.of(keys).range(from, to), false, buffers, null);
    }

    private static boolean startsSorted(Column keys, boolean descending) {
        return SortedKeys.areSorted(keys.range(0, FIRST_KEYS), options(descending));
    }

    private static SortOptions options(boolean descending) {
        return descending ? SortOptions.descending() : SortOptions.ascending();
    }

    /** Returns the number of threads that may sort these keys. */
    private static int threads(Column keys) {
        return Loop.areShared(keys.segment()) ? Loop.threads() : 1;
    }

    private static void sortInParallel(Column keys, boolean descending, HostBuffers buffers, LongConsumer sorted) {
        int threads = threads(keys);
        if (suitBuckets(keys, descending, threads) && sortByBuckets(keys, descending, threads, buffers, sorted)) {
            return;
        }
        if (threads == 1) {
            JdkSort.sort(keys, descending);
        } else {
            JdkSort.sortInParallel(keys, descending, buffers);
        }
    }

    /** Sorts the keys in place. Returns false, and leaves them unchanged, if there is no memory or another sort suits them better. */
    private static boolean sortByBuckets(
            Column keys, boolean descending, int threads, HostBuffers buffers, LongConsumer sorted) {
        try {
            return sortByBuckets(keys, descending, threads, buffers, sorted, null);
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** @param sink receives the sorted keys; null to sort in place */
    private static boolean sortByBuckets(
            Column keys, boolean descending, int threads, HostBuffers buffers, LongConsumer sorted, KeySink sink) {
        return keys.type().bytes() == Integer.BYTES
                ? BucketSort32.sort(new Tiles32(keys, descending, sink), threads, buffers, sorted)
                : BucketSort64.sort(new Tiles64(keys, descending, sink), threads, buffers, sorted);
    }

    private static boolean containsNaN(Column keys) {
        if (!keys.type().isFloat()) {
            return false;
        }
        AtomicBoolean found = new AtomicBoolean();
        MemorySegment memory = keys.segment();
        ParallelRanges.ranges(keys.size(), (first, end) -> {
            boolean inRange = keys.type().bytes() == Integer.BYTES
                    ? Tiles32.containsNaN(memory, first, end)
                    : Tiles64.containsNaN(memory, first, end);
            if (inRange) {
                found.set(true);
            }
        }, memory);
        return found.get();
    }
}
