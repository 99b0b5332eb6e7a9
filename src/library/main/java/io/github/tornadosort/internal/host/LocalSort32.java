package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Sorts some ten thousand ints in the caches of one core: distributes them to leaves of about 28 keys by their value, and sorts
 * each leaf. The JDK sorts 17 to 43 ints by vector instructions in about one nanosecond each, but takes seven for each of 64 ints or
 * more, since its quicksort produces parts that are shorter than 17. Keys that are not evenly distributed make long leaves, which
 * the JDK's quicksort sorts. Not thread-safe.
 */
final class LocalSort32 {
    private static final int LEAF = 28;
    /** Arrays of at most this length are one leaf. */
    private static final int MAX_LEAF = 43;
    private static final int MAX_LEAVES = 1 << 13;
    private static final int SAMPLES = 32;
    /** Keys are unevenly distributed if these many further samples are in a range of {@link #CLOSE_LEAVES} leaves. */
    private static final int CLOSE = 4;
    private static final int CLOSE_LEAVES = 8;

    private final int[] counters = new int[MAX_LEAVES];
    private final int[] sample = new int[SAMPLES];
    private final char[] leafOfKey;
    private final int[] sorted;

    /** @param most the largest number of keys to sort */
    LocalSort32(int most) {
        this.leafOfKey = HostMemory.array(most, Character.BYTES, char[]::new);
        this.sorted = HostMemory.ints(most);
    }

    /**
     * Sorts n keys, and returns an array that begins with them. The array belongs to this object.
     *
     * @param from the keys, from index {@code first} on; not changed
     */
    int[] sort(int[] from, int first, int n) {
        if (n <= MAX_LEAF) {
            System.arraycopy(from, first, sorted, 0, n);
            Arrays.sort(sorted, 0, n);
        } else {
            distribute(from, first, n);
        }
        return sorted;
    }

    private void distribute(int[] from, int first, int n) {
        int min = Integer.MAX_VALUE;
        int max = Integer.MIN_VALUE;
        for (int i = first; i < first + n; i++) {
            min = Math.min(min, from[i]);
            max = Math.max(max, from[i]);
        }
        long range = Integer.toUnsignedLong(max - min) + 1;
        int leaves = (int) Math.min(range, Math.min(MAX_LEAVES, n / LEAF + 1));
        if (isUneven(from, first, n, range / leaves * CLOSE_LEAVES)) {
            System.arraycopy(from, first, sorted, 0, n);
            Arrays.sort(sorted, 0, n);
            return;
        }
        count(from, first, n, min, ((long) leaves << Integer.SIZE) / range);
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
    private boolean isUneven(int[] from, int first, int n, long distance) {
        for (int i = 0; i < SAMPLES; i++) {
            sample[i] = from[first + (int) ((long) n * i / SAMPLES)];
        }
        Arrays.sort(sample);
        for (int i = 0; i + CLOSE < SAMPLES; i++) {
            if (Integer.toUnsignedLong(sample[i + CLOSE] - sample[i]) < distance) {
                return true;
            }
        }
        return false;
    }

    /** Counts the keys of each leaf. The leaf of a key is (key - min) * factor / 2<sup>32</sup>. */
    private void count(int[] from, int first, int n, int min, long factor) {
        for (int i = 0; i < n; i++) {
            leafOfKey[i] = (char) (Integer.toUnsignedLong(from[first + i] - min) * factor >>> Integer.SIZE);
        }
        for (int i = 0; i < n; i++) {
            counters[leafOfKey[i]]++;
        }
    }

    private void scatter(int[] from, int first, int n) {
        for (int i = 0; i < n; i++) {
            int leaf = leafOfKey[i];
            int index = counters[leaf];
            counters[leaf] = index + 1;
            sorted[index] = from[first + i];
        }
    }
}
