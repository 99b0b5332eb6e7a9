package io.github.tornadosort.internal.memory;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Memory for the intermediate results of host sorts. It is kept between calls, because the first access to fresh memory costs
 * as much as the work done in it. The JVM takes it back before it runs out of memory. Thread-safe: several sorts may take
 * memory at once.
 */
public final class HostBuffers implements AutoCloseable {
    /**
     * Maximum number of bytes kept between calls: a quarter of the heap, but at least 512 MiB. (16 cores, 2<sup>28</sup> ints:
     * a sort takes 1 s if its copy is not kept, since one thread clears it; half as many keys take 0.14 s.)
     */
    private static final long MAX_KEPT = Math.max(512L << 20, Runtime.getRuntime().maxMemory() / 4);
    /** Smaller buffers are not kept: allocating them costs less than finding them. */
    private static final int MIN_KEPT_LENGTH = 1 << 12;

    /** Buffers that are not in use, by class. */
    private final Map<Class<?>, List<Kept>> free = new HashMap<>();
    private long kept;

    /**
     * A buffer that is not in use, unless the JVM has taken it back.
     *
     * @param length the number of elements for which it has memory
     */
    private record Kept(SoftReference<Object> buffer, int length, long bytes) {}

    /**
     * Returns an array of at least n ints. Its contents are undefined.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public int[] ints(int n) {
        return take(int[].class, n, HostMemory::ints);
    }

    /**
     * Returns an array of at least n longs. Its contents are undefined.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public long[] longs(int n) {
        return take(long[].class, n, HostMemory::longs);
    }

    private <T> T take(Class<T> type, int n, IntFunction<T> make) {
        T found = n < MIN_KEPT_LENGTH ? null : takeKept(type, n);
        return found != null ? found : make.apply(n);
    }

    /**
     * Fills an array with objects of a class that were kept and have room for n elements, as far as there are any; the other
     * elements stay null. One call takes the objects of all threads: if each thread called this object, most would wait.
     */
    public synchronized <T> void takeKept(Class<T> type, T[] to, int n) {
        for (int i = 0; i < to.length; i++) {
            to[i] = takeKept(type, n);
        }
    }

    private synchronized <T> T takeKept(Class<T> type, int n) {
        List<Kept> ofType = free.getOrDefault(type, List.of());
        for (int shortest = shortest(ofType, n); shortest >= 0; shortest = shortest(ofType, n)) {
            Kept found = ofType.remove(shortest);
            kept -= found.bytes;
            T buffer = type.cast(found.buffer.get());
            if (buffer != null) {
                return buffer;
            }
        }
        return null;
    }

    /** Returns the index of the shortest buffer of at least n elements, or -1. */
    private static int shortest(List<Kept> buffers, int n) {
        int best = -1;
        int shortest = Integer.MAX_VALUE;
        // Most sorts take what the one before has given back last.
        for (int i = buffers.size() - 1; i >= 0 && shortest > n; i--) {
            int length = buffers.get(i).length;
            if (length >= n && length < shortest) {
                best = i;
                shortest = length;
            }
        }
        return best;
    }

    /** Gives an array back for later calls. */
    public void release(int[] array) {
        release(array, array.length, Integer.BYTES);
    }

    /** Gives an array back for later calls. */
    public void release(long[] array) {
        release(array, array.length, Long.BYTES);
    }

    /**
     * Gives an object back for later calls.
     *
     * @param length the number of elements for which it has memory
     * @param width the bytes of memory per element
     */
    public synchronized void release(Object buffer, int length, int width) {
        long bytes = (long) width * length;
        if (length < MIN_KEPT_LENGTH || bytes > MAX_KEPT) {
            return;
        }
        if (kept + bytes > MAX_KEPT) {
            close();
        }
        try {
            free.computeIfAbsent(buffer.getClass(), _ -> new ArrayList<>())
                    .add(new Kept(new SoftReference<>(buffer), length, bytes));
            kept += bytes;
        } catch (OutOfMemoryError e) {
            // The buffer is not kept. To give it back at the end of a sort must not make the sort fail.
        }
    }

    /** Drops all buffers that are not in use. */
    @Override
    public synchronized void close() {
        free.clear();
        kept = 0;
    }
}
