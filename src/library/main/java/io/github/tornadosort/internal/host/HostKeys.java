package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.keys.KeySort32;
import io.github.tornadosort.internal.host.keys.KeySort64;
import io.github.tornadosort.internal.host.keys.Words32;
import io.github.tornadosort.internal.host.keys.Words64;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import java.util.function.LongConsumer;

/**
 * Sorts keys that move alone, by all their bits, on the host: few keys with the JDK's sorts on the calling thread, more keys on
 * all cores. Equal keys have equal bits, or are NaNs, whose order every sort here keeps. Therefore no sort needs to be stable.
 */
public final class HostKeys {
    /**
     * Keys of 32 or 64 bits. The JDK sorts fewer: it takes some 20 microseconds, as long as a thread takes to wake up, and it merges runs
     * itself from this number on.
     */
    public static final int FEW = 1 << 12;
    /** Keys of 8 or 16 bits. The JDK sorts fewer: it counts them, too, on one thread. */
    private static final int COUNT_FROM = 2 << CountingSort.PART_LOG;
    /** Bytes. The JDK counts fewer in 0.5 ns each; to count them on several threads takes each of them 2 ns. */
    private static final int COUNT_BYTES_FROM = 4 * COUNT_FROM;
    /** Threads. With fewer, the JDK counts any number of bytes as fast. */
    private static final int COUNT_BYTES_THREADS = 8;

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
     * Sorts the keys in place. If there is not enough memory for a copy of them, one thread sorts them without.
     *
     * @param keys at most {@link #MAX_KEYS} keys
     * @param sorted receives how many keys from the first one on have their final values, while the others are sorted; may be null
     * @return false if the keys were found to be sorted already
     */
    public static boolean sort(Column keys, boolean descending, HostBuffers buffers, LongConsumer sorted) {
        if (keys.type().bytes() <= Short.BYTES) {
            return sortNarrow(keys, descending, buffers);
        }
        if (keys.size() < FEW) {
            JdkSort.sort(keys, descending);
            return true;
        }
        try {
            return keys.type().bytes() == Integer.BYTES
                    ? KeySort32.sort(new Words32(keys, descending), Loop.threads(keys.segment()), buffers, sorted)
                    : KeySort64.sort(new Words64(keys, descending), Loop.threads(keys.segment()), buffers, sorted);
        } catch (OutOfMemoryError e) {
            // The keys are unchanged.
            JdkSort.sort(keys, descending);
            return true;
        }
    }

    private static boolean sortNarrow(Column keys, boolean descending, HostBuffers buffers) {
        boolean bytes = keys.type().bytes() == Byte.BYTES;
        if (keys.size() < (bytes ? COUNT_BYTES_FROM : COUNT_FROM)
                || bytes && Loop.threads(keys.segment()) < COUNT_BYTES_THREADS) {
            JdkSort.sort(keys, descending);
            return true;
        }
        if (SortedKeys.areSorted(keys, descending ? SortOptions.descending() : SortOptions.ascending())) {
            return false;
        }
        CountingSort.sort(keys, descending, buffers);
        return true;
    }

    /**
     * Passes the keys in sorted order to a sink, if they are sorted by buckets: many keys of 32 or 64 bits that are neither few runs nor
     * hard to divide.
     *
     * @param keys at most {@link #MAX_KEYS} keys, which are not changed
     * @return false if the keys are not sorted by buckets; nothing was passed then
     */
    public static boolean sortTo(Column keys, boolean descending, HostBuffers buffers, KeySink sink) {
        if (keys.type().bytes() < Integer.BYTES || keys.size() < FEW) {
            return false;
        }
        return keys.type().bytes() == Integer.BYTES
                ? KeySort32.sort(new Words32(keys, descending, sink), Loop.threads(keys.segment()), buffers, null)
                : KeySort64.sort(new Words64(keys, descending, sink), Loop.threads(keys.segment()), buffers, null);
    }

    /**
     * Sorts the first n keys of an array on the calling thread.
     *
     * @param array an array of the type that {@link Column#allocate} uses for keys of this type
     */
    public static void sortFew(Object array, int n, KeyType type, boolean descending) {
        JdkSort.sort(array, 0, n, type, descending);
    }

    /** Sorts part of an array in ascending order. */
    public static void sort(long[] keys, int from, int to, HostBuffers buffers) {
        sort(Column.of(keys).range(from, to), false, buffers, null);
    }
}
