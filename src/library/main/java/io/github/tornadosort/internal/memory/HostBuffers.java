package io.github.tornadosort.internal.memory;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Memory for the intermediate results of host sorts. It is kept between calls, because the first access to fresh memory costs
 * as much as the work done in it. The JVM takes it back before it runs out of memory. Thread-safe: several sorts may take memory at
 * once.
 */
public final class HostBuffers implements AutoCloseable {
    /**
     * Maximum number of bytes kept between calls: a quarter of the heap, but at least 512 MiB. (16 cores, 2<sup>28</sup> ints: a sort takes
     * 1 s if its copy is not kept, since one thread clears it; half as many keys take 0.14 s.)
     */
    private static final long MAX_KEPT = Math.max(512L << 20, Runtime.getRuntime().maxMemory() / 4);
    /** Smaller buffers are not kept: allocating them costs less than finding them. */
    private static final int MIN_KEPT_LENGTH = 1 << 12;

    private final Pool<int[]> ints = new Pool<>(Integer.BYTES);
    private final Pool<long[]> longs = new Pool<>(Long.BYTES);
    /** Pools of objects, by class. */
    private final Map<Class<?>, Pool<Sized>> objects = new HashMap<>();
    private long kept;

    /** An object that holds memory for a number of elements. */
    public interface Sized {
        /** Returns the number of elements. */
        int capacity();

        /** Returns the bytes of memory per element. */
        int bytesPerElement();
    }

    /** A buffer that is not in use, unless the JVM has taken it back. */
    private record Kept<T>(SoftReference<T> buffer, int length) {}

    /** Buffers of one kind that are not in use. */
    private static final class Pool<T> {
        private final List<Kept<T>> free = new ArrayList<>();
        private final int width;

        private Pool(int width) {
            this.width = width;
        }

        private long bytes(int elements) {
            return (long) width * elements;
        }

        /** Removes and returns the shortest buffer of at least n elements, or null. */
        private Kept<T> take(int n) {
            int best = -1;
            int shortest = Integer.MAX_VALUE;
            // Most sorts take what the one before has given back last.
            for (int i = free.size() - 1; i >= 0 && shortest > n; i--) {
                int found = free.get(i).length;
                if (found >= n && found < shortest) {
                    best = i;
                    shortest = found;
                }
            }
            return best < 0 ? null : free.remove(best);
        }
    }

    /**
     * Returns an array of at least n ints. Its contents are undefined.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public int[] ints(int n) {
        return take(ints, n, HostMemory::ints);
    }

    /**
     * Returns an array of at least n longs. Its contents are undefined.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public long[] longs(int n) {
        return take(longs, n, HostMemory::longs);
    }

    /**
     * Fills an array with objects of a class that were kept and have room for n elements, as far as there are any; the other elements stay
     * null. One call takes the objects of all threads: if each thread called this object, most would wait for the others.
     */
    public synchronized <T extends Sized> void takeKept(Class<T> type, T[] to, int n) {
        Pool<Sized> pool = objects.get(type);
        for (int i = 0; pool != null && i < to.length; i++) {
            to[i] = type.cast(takeKept(pool, n));
        }
    }

    /** Gives an array back for later calls. */
    public void release(int[] array) {
        release(ints, array, array.length);
    }

    /** Gives an array back for later calls. */
    public void release(long[] array) {
        release(longs, array, array.length);
    }

    /** Gives an object back for later calls. */
    public synchronized void release(Sized object) {
        try {
            release(objects.computeIfAbsent(object.getClass(), _ -> new Pool<>(object.bytesPerElement())), object,
                    object.capacity());
        } catch (OutOfMemoryError e) {
            // The object is not kept.
        }
    }

    /** Drops all buffers that are not in use. */
    @Override
    public synchronized void close() {
        ints.free.clear();
        longs.free.clear();
        objects.clear();
        kept = 0;
    }

    private <T> T take(Pool<T> pool, int n, IntFunction<T> make) {
        T found = n < MIN_KEPT_LENGTH ? null : takeKept(pool, n);
        return found != null ? found : make.apply(n);
    }

    private synchronized <T> T takeKept(Pool<T> pool, int n) {
        for (Kept<T> found = pool.take(n); found != null; found = pool.take(n)) {
            kept -= pool.bytes(found.length);
            T buffer = found.buffer.get();
            if (buffer != null) {
                return buffer;
            }
        }
        return null;
    }

    private synchronized <T> void release(Pool<T> pool, T buffer, int length) {
        long bytes = pool.bytes(length);
        if (length < MIN_KEPT_LENGTH || bytes > MAX_KEPT) {
            return;
        }
        if (kept + bytes > MAX_KEPT) {
            close();
        }
        try {
            pool.free.add(new Kept<>(new SoftReference<>(buffer), length));
            kept += bytes;
        } catch (OutOfMemoryError e) {
            // The buffer is not kept. To give it back at the end of a sort must not make the sort fail.
        }
    }
}
