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
    /** Bytes of memory per key. */
    static final int BYTES_PER_KEY = 2 * Integer.BYTES + Character.BYTES;

    private static final int LEAF = 28;
    /** Arrays of at most this length are one leaf. */
    private static final int MAX_LEAF = 43;
    private static final int MAX_LEAVES = 1 << 13;
    private static final int SAMPLES = 32;
    /** Keys are unevenly distributed if this number of further samples is within the width of a leaf. */
    private static final int CLOSE = 4;

    private final int[] counters = new int[MAX_LEAVES];
    private final int[] sample = new int[SAMPLES];
    private final char[] leafOfKey;
    private final int[] keys;
    private final int[] sorted;

    /** @param most the largest number of keys to sort */
    LocalSort32(int most) {
        this.leafOfKey = HostMemory.array(most, Character.BYTES, char[]::new);
        this.keys = HostMemory.ints(most);
        this.sorted = HostMemory.ints(most);
    }

    /** Returns the largest number of keys. */
    int capacity() {
        return keys.length;
    }

    /** Returns the array that holds the keys to sort. */
    int[] keys() {
        return keys;
    }

    /** Sorts the first n keys, and returns an array that begins with them. The array belongs to this object. */
    int[] sort(int n) {
        if (n <= MAX_LEAF) {
            Arrays.sort(keys, 0, n);
            return keys;
        }
        return distribute(n);
    }

    private int[] distribute(int n) {
        int min = Integer.MAX_VALUE;
        int max = Integer.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            min = Math.min(min, keys[i]);
            max = Math.max(max, keys[i]);
        }
        long range = Integer.toUnsignedLong(max - min) + 1;
        int leaves = (int) Math.min(range, Math.min(MAX_LEAVES, n / LEAF + 1));
        if (isUneven(n, range / leaves)) {
            Arrays.sort(keys, 0, n);
            return keys;
        }
        Arrays.fill(counters, 0, leaves, 0);
        count(n, min, ((long) leaves << Integer.SIZE) / range);
        int start = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            int count = counters[leaf];
            counters[leaf] = start;
            start += count;
        }
        scatter(n);
        start = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            int end = counters[leaf];
            if (end - start > 1) {
                Arrays.sort(sorted, start, end);
            }
            start = end;
        }
        return sorted;
    }

    /** Returns whether several keys of a small sample are within a short distance of each other. */
    private boolean isUneven(int n, long distance) {
        for (int i = 0; i < SAMPLES; i++) {
            sample[i] = keys[(int) ((long) n * i / SAMPLES)];
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
    private void count(int n, int min, long factor) {
        for (int i = 0; i < n; i++) {
            leafOfKey[i] = (char) (Integer.toUnsignedLong(keys[i] - min) * factor >>> Integer.SIZE);
        }
        for (int i = 0; i < n; i++) {
            counters[leafOfKey[i]]++;
        }
    }

    private void scatter(int n) {
        for (int i = 0; i < n; i++) {
            int leaf = leafOfKey[i];
            int index = counters[leaf];
            counters[leaf] = index + 1;
            sorted[index] = keys[i];
        }
    }
}
