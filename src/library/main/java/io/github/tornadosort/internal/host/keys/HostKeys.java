package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;

/**
 * Sorts keys that move alone, by all their bits, on the host: few keys on the calling thread, more keys on
 * all cores. Equal keys have equal bits, or are NaNs, whose order every sort here keeps. Therefore no sort needs to be stable.
 */
public final class HostKeys {
    /** Maximum number of keys. */
    public static final long MAX_KEYS = Integer.MAX_VALUE - 8;
    /** More keys of 32 and 64 bits are sorted by the JDK: the ends of tiles after the last key would be no ints. */
    public static final long MAX_DIVIDED = Integer.MAX_VALUE - (1 << 20);

    private HostKeys() {}

    /** Returns whether order name all bits of the keys, by default or one by one. */
    public static boolean areComparedByAllBits(Column keys, Order order) {
        return areComparedByAllBits(keys.type(), order);
    }

    /** Returns whether order name all bits of keys of a type, by default or one by one. */
    public static boolean areComparedByAllBits(KeyType type, Order order) {
        return order.bitMask(type) == Order.ASCENDING.bitMask(type);
    }

    /** Returns the number of threads that sort many keys. */
    public static int threads() {
        return Loop.threads();
    }

    /**
     * Sorts the keys in place. If there is not enough memory for a copy of them, one thread sorts them without.
     *
     * @param keys at most {@link #MAX_KEYS} keys
     * @return false if the keys were found to be sorted already
     */
    public static boolean sort(Column keys, boolean descending, HostBuffers buffers) {
        if (!areForJdk(Math.toIntExact(keys.size()), keys.type())) {
            try {
                return sort(keys, descending, Loop.threads(keys.segment()), buffers);
            } catch (OutOfMemoryError e) {
                // The keys are unchanged.
            }
        }
        JdkSort.sort(keys, descending);
        return true;
    }

    private static boolean sort(Column keys, boolean descending, int threads, HostBuffers buffers) {
        int width = keys.type().bytes();
        if (width <= Short.BYTES) {
            if (threads < HostPolicy.FEW_THREADS && JdkSort.arrayOf(keys) != null) {
                JdkSort.sort(keys, descending);
            } else {
                CountingSort.sort(keys, descending, threads, buffers);
            }
            return true;
        }
        return width == Integer.BYTES
                ? KeySort32.sort(keys, descending, threads, buffers)
                : KeySort64.sort(keys, descending, threads, buffers);
    }

    /** Returns whether the JDK sorts n keys: its sort is as fast on any number of threads, or n is too large for this package. */
    public static boolean areForJdk(int n, KeyType type) {
        return type.bytes() < Integer.BYTES
                ? n < HostPolicy.CACHED * Long.BYTES / type.bytes()
                : n < HostPolicy.FEW || n > MAX_DIVIDED;
    }

    /**
     * Passes the keys in sorted order to a sink, if they are sorted by buckets: many keys of 32 or 64 bits that are neither few runs nor
     * hard to divide.
     *
     * @param keys at most {@link #MAX_KEYS} keys, which are not changed
     * @return false if the keys are not sorted by buckets; nothing was passed then
     */
    public static boolean sortTo(Column keys, boolean descending, HostBuffers buffers, KeySink sink) {
        if (keys.type().bytes() < Integer.BYTES || areForJdk((int) keys.size(), keys.type())) {
            return false;
        }
        int threads = Loop.threads(keys.segment());
        return keys.type().bytes() == Integer.BYTES
                ? KeySort32.sortTo(new Words32(keys, descending, sink), threads, buffers)
                : KeySort64.sortTo(new Words64(keys, descending, sink), threads, buffers);
    }

    /** Sorts part of an array in ascending order. */
    public static void sort(long[] keys, int from, int to, HostBuffers buffers) {
        sort(Column.of(keys).range(from, to), false, buffers);
    }
}
