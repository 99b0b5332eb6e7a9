package io.github.tornadosort.internal.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * Allocates the host memory whose size grows with the caller's data: arrays on the heap and native segments. The library
 * allocates all such memory here, so that a test can make each allocation fail in turn.
 */
public final class HostMemory {
    private static final LongConsumer NOTHING = bytes -> {};
    private static volatile LongConsumer watcher = NOTHING;

    private HostMemory() {}

    /**
     * Sets the watcher that is called before each allocation, on the allocating thread, with the number of bytes. Tests use it
     * to throw an {@link OutOfMemoryError}.
     *
     * @param watcher the watcher, or null to remove it
     */
    public static void watch(LongConsumer watcher) {
        HostMemory.watcher = watcher == null ? NOTHING : watcher;
    }

    /** Allocates n ints, all 0. */
    public static int[] ints(int n) {
        watcher.accept((long) n * Integer.BYTES);
        return new int[n];
    }

    /** Allocates n longs, all 0. */
    public static long[] longs(int n) {
        watcher.accept((long) n * Long.BYTES);
        return new long[n];
    }

    /** Allocates n references, all null. */
    public static Object[] objects(int n) {
        return array(n, Integer.BYTES, Object[]::new);
    }

    /**
     * Allocates an array of n elements.
     *
     * @param width bytes per element
     * @param make allocates an array of a given length
     */
    public static <T> T array(int n, int width, IntFunction<T> make) {
        watcher.accept((long) n * width);
        return make.apply(n);
    }

    /** Allocates an array of n ints and copies as many elements of {@code from} as fit. */
    public static int[] copyOf(int[] from, int n) {
        int[] copy = ints(n);
        System.arraycopy(from, 0, copy, 0, Math.min(from.length, n));
        return copy;
    }

    /** Allocates an array of n longs and copies as many elements of {@code from} as fit. */
    public static long[] copyOf(long[] from, int n) {
        long[] copy = longs(n);
        System.arraycopy(from, 0, copy, 0, Math.min(from.length, n));
        return copy;
    }

    /** Allocates a native segment that lives as long as the arena. */
    public static MemorySegment segment(Arena arena, long bytes, long alignment) {
        return segment(bytes, size -> arena.allocate(size, alignment));
    }

    /**
     * Allocates a native segment.
     *
     * @param make allocates a segment of a given size in bytes
     */
    public static MemorySegment segment(long bytes, LongFunction<MemorySegment> make) {
        watcher.accept(bytes);
        return make.apply(bytes);
    }
}
