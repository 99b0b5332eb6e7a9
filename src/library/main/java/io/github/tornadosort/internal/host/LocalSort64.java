package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Sorts some ten thousand longs in the caches of one core: distributes them to leaves of about 28 keys by their value, and sorts
 * each leaf. The JDK sorts 21 to 43 longs by vector instructions in about two nanoseconds each, but takes ten for each of 64 longs or
 * more, since its quicksort produces parts that are shorter than 21. Keys that are not evenly distributed make long leaves, which
 * the JDK's quicksort sorts. Not thread-safe.
 */
final class LocalSort64 {
    private static final int LEAF = 28;
    /** Arrays of at most this length are one leaf. */
    private static final int MAX_LEAF = 43;
    private static final int MAX_LEAVES = 1 << 13;
    private static final int SAMPLES = 32;
    /** Keys are unevenly distributed if these many further samples are in a range of {@link #CLOSE_LEAVES} leaves. */
    private static final int CLOSE = 4;
    private static final int CLOSE_LEAVES = 8;

    private final int[] counters = new int[MAX_LEAVES];
    private final long[] sample = new long[SAMPLES];
    private final char[] leafOfKey;
    private final long[] sorted;

    /** @param most the largest number of keys to sort */
    LocalSort64(int most) {
        this.leafOfKey = HostMemory.array(most, Character.BYTES, char[]::new);
        this.sorted = HostMemory.longs(most);
    }

    /**
     * Sorts n keys, and returns an array that begins with them. The array belongs to this object.
     *
     * @param from the keys, from index {@code first} on; not changed
     */
    long[] sort(long[] from, int first, int n) {
        if (n <= MAX_LEAF) {
            System.arraycopy(from, first, sorted, 0, n);
            Arrays.sort(sorted, 0, n);
        } else {
            distribute(from, first, n);
        }
        return sorted;
    }

    private void distribute(long[] from, int first, int n) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = first; i < first + n; i++) {
            min = Math.min(min, from[i]);
            max = Math.max(max, from[i]);
        }
        // The upper 32 bits of a distance from the smallest key select the leaf.
        int shift = Math.max(0, Integer.SIZE - Long.numberOfLeadingZeros(max - min));
        long range = ((max - min) >>> shift) + 1;
        int leaves = (int) Math.min(range, Math.min(MAX_LEAVES, n / LEAF + 1));
        if (isUneven(from, first, n, range / leaves * CLOSE_LEAVES, shift)) {
            System.arraycopy(from, first, sorted, 0, n);
            Arrays.sort(sorted, 0, n);
            return;
        }
        count(from, first, n, min, shift, ((long) leaves << Integer.SIZE) / range);
        int start = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            int count = counters[leaf];
            counters[leaf] = start;
            start += count;
        }
        scatter(from, first, n);
        start = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            int end = counters[leaf];
            counters[leaf] = 0;
            if (end - start > 1) {
                Arrays.sort(sorted, start, end);
            }
            start = end;
        }
    }

    /** Returns whether several keys of a small sample are within a short distance of each other. */
    private boolean isUneven(long[] from, int first, int n, long distance, int shift) {
        for (int i = 0; i < SAMPLES; i++) {
            sample[i] = from[first + (int) ((long) n * i / SAMPLES)];
        }
        Arrays.sort(sample);
        for (int i = 0; i + CLOSE < SAMPLES; i++) {
            if ((sample[i + CLOSE] - sample[i] >>> shift) < distance) {
                return true;
            }
        }
        return false;
    }

    /** Counts the keys of each leaf. The leaf of a key is ((key - min) >>> shift) * factor / 2<sup>32</sup>. */
    private void count(long[] from, int first, int n, long min, int shift, long factor) {
        for (int i = 0; i < n; i++) {
            leafOfKey[i] = (char) (((from[first + i] - min) >>> shift) * factor >>> Integer.SIZE);
        }
        for (int i = 0; i < n; i++) {
            counters[leafOfKey[i]]++;
        }
    }

    private void scatter(long[] from, int first, int n) {
        for (int i = 0; i < n; i++) {
            int leaf = leafOfKey[i];
            int index = counters[leaf];
            counters[leaf] = index + 1;
            sorted[index] = from[first + i];
        }
    }
}
