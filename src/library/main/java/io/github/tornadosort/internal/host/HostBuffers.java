package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * Java arrays for the intermediate results of host sorts. Arrays are kept between calls, because the first access to fresh
 * memory costs as much as the work done in it. Thread-safe: several sorts may take arrays at once.
 */
public final class HostBuffers implements AutoCloseable {
    /** Maximum number of bytes kept between calls. */
    private static final long MAX_KEPT = 512L << 20;
    /** Shorter arrays are not kept: to allocate them costs less than to find them. */
    private static final int MIN_KEPT_LENGTH = 1 << 14;

    private final List<int[]> ints = new ArrayList<>();
    private final List<long[]> longs = new ArrayList<>();
    private long kept;

    /**
     * Returns an array of at least n ints. Its contents are undefined.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public int[] ints(int n) {
        int[] found = n < MIN_KEPT_LENGTH ? null : takeInts(n);
        return found != null ? found : HostMemory.ints(n);
    }

    /**
     * Returns an array of at least n longs. Its contents are undefined.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public long[] longs(int n) {
        long[] found = n < MIN_KEPT_LENGTH ? null : takeLongs(n);
        return found != null ? found : HostMemory.longs(n);
    }

    /** Gives an array back for later calls. */
    public synchronized void release(int[] array) {
        if (array.length >= MIN_KEPT_LENGTH && makeRoom((long) Integer.BYTES * array.length)) {
            ints.add(array);
        }
    }

    /** Gives an array back for later calls. */
    public synchronized void release(long[] array) {
        if (array.length >= MIN_KEPT_LENGTH && makeRoom((long) Long.BYTES * array.length)) {
            longs.add(array);
        }
    }

    /** Drops all arrays. */
    @Override
    public synchronized void close() {
        ints.clear();
        longs.clear();
        kept = 0;
    }

    private synchronized int[] takeInts(int n) {
        int[] best = null;
        for (int[] array : ints) {
            if (array.length >= n && (best == null || array.length < best.length)) {
                best = array;
            }
        }
        if (best != null) {
            ints.remove(best);
            kept -= (long) Integer.BYTES * best.length;
        }
        return best;
    }

    private synchronized long[] takeLongs(int n) {
        long[] best = null;
        for (long[] array : longs) {
            if (array.length >= n && (best == null || array.length < best.length)) {
                best = array;
            }
        }
        if (best != null) {
            longs.remove(best);
            kept -= (long) Long.BYTES * best.length;
        }
        return best;
    }

    /** Drops all other arrays if another one does not fit; returns false if it does not fit even then. */
    private boolean makeRoom(long bytes) {
        if (kept + bytes > MAX_KEPT) {
            close();
        }
        if (bytes > MAX_KEPT) {
            return false;
        }
        kept += bytes;
        return true;
    }
}
