package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import java.lang.foreign.MemorySegment;

/**
 * Sorts 16-bit keys that are fewer than their values, on the calling thread. Values that are close together are counted; otherwise, keys
 * are sorted by their lower byte, then by their upper byte.
 */
final class ByteDigitSort {
    private static final int BINS = 1 << Byte.SIZE;

    private ByteDigitSort() {}

    /**
     * Sorts keys in place.
     *
     * @throws OutOfMemoryError if there is no memory for two copies of the keys, which are unchanged then
     */
    static void sort(Column keys, boolean descending) {
        int n = Math.toIntExact(keys.size());
        short[] x = HostMemory.array(n + CountingSort.AT_ONCE, Short.BYTES, short[]::new);
        MemorySegment.copy(keys.segment(), Layouts.SHORT, 0, x, 0, n);
        int flip = (int) OrderedKeys.flip(keys.type(), descending) & 0xffff;
        int least = 0xffff;
        int most = 0;
        for (int i = 0; i < n; i++) {
            int word = (x[i] ^ flip) & 0xffff;
            least = Math.min(least, word);
            most = Math.max(most, word);
        }
        if (most - least < n) {
            count(x, n, flip, least, HostMemory.ints(most - least + 1));
        } else {
            sort(x, HostMemory.array(n, Short.BYTES, short[]::new), n, flip);
        }
        MemorySegment.copy(x, 0, keys.segment(), Layouts.SHORT, 0, n);
    }

    private static void count(short[] keys, int n, int flip, int least, int[] counts) {
        for (int i = 0; i < n; i++) {
            counts[((keys[i] ^ flip) & 0xffff) - least]++;
        }
        int at = 0;
        for (int value = 0; value < counts.length; value++) {
            CountingSort.fill(keys, at, at + counts[value], (short) (value + least ^ flip));
            at += counts[value];
        }
    }

    private static void sort(short[] x, short[] y, int n, int flip) {
        int[] lower = new int[BINS];
        int[] upper = new int[BINS];
        for (int i = 0; i < n; i++) {
            int word = x[i] ^ flip;
            lower[word & BINS - 1]++;
            upper[word >>> Byte.SIZE & BINS - 1]++;
        }
        scatter(x, y, n, flip, 0, lower);
        scatter(y, x, n, flip, Byte.SIZE, upper);
    }

    private static void scatter(short[] from, short[] to, int n, int flip, int shift, int[] counts) {
        int start = 0;
        for (int bin = 0; bin < BINS; bin++) {
            int count = counts[bin];
            counts[bin] = start;
            start += count;
        }
        for (int i = 0; i < n; i++) {
            to[counts[(from[i] ^ flip) >>> shift & BINS - 1]++] = from[i];
        }
    }
}
