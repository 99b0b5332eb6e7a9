package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.order.OrderedKeys;
import java.lang.foreign.MemorySegment;

/**
 * Sorts few 16-bit keys by their lower byte, then by their upper byte, on the calling thread. It takes less time than to count 65,536
 * values.
 */
final class ByteDigitSort {
    private static final int BINS = 1 << Byte.SIZE;

    private ByteDigitSort() {}

    /**
     * Sorts keys in place.
     *
     * @throws OutOfMemoryError if there is no memory for two copies of the keys, which are unchanged then
     */
    static void sort(Column keys, boolean descending, HostBuffers buffers) {
        int n = Math.toIntExact(keys.size());
        int[] x = buffers.ints(n);
        int[] y = buffers.ints(n);
        int flip = (int) OrderedKeys.flip(keys.type(), descending);
        short[] tile = new short[HostPolicy.TILE];
        int[] lower = new int[BINS];
        int[] upper = new int[BINS];
        for (int at = 0; at < n; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, n - at);
            MemorySegment.copy(keys.segment(), Layouts.SHORT, (long) Short.BYTES * at, tile, 0, m);
            count(tile, m, flip, x, at, lower, upper);
        }
        scatter(x, y, n, 0, lower);
        scatter(y, x, n, Byte.SIZE, upper);
        for (int at = 0; at < n; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, n - at);
            for (int i = 0; i < m; i++) {
                tile[i] = (short) (x[at + i] ^ flip);
            }
            MemorySegment.copy(tile, 0, keys.segment(), Layouts.SHORT, (long) Short.BYTES * at, m);
        }
        buffers.release(x);
        buffers.release(y);
    }

    private static void count(short[] keys, int n, int flip, int[] words, int first, int[] lower, int[] upper) {
        for (int i = 0; i < n; i++) {
            int word = keys[i] ^ flip;
            words[first + i] = word;
            lower[word & BINS - 1]++;
            upper[word >>> Byte.SIZE & BINS - 1]++;
        }
    }

    private static void scatter(int[] from, int[] to, int n, int shift, int[] counts) {
        int start = 0;
        for (int bin = 0; bin < BINS; bin++) {
            int count = counts[bin];
            counts[bin] = start;
            start += count;
        }
        for (int i = 0; i < n; i++) {
            to[counts[from[i] >>> shift & BINS - 1]++] = from[i];
        }
    }
}
