package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Sorts some ten thousand longs in the caches of one core: distributes them to leaves of about 28 keys by their value, and
 * sorts each leaf. The JDK sorts 21 to 43 longs by vector instructions in about two nanoseconds each, but takes ten for each of
 * 64 longs or more, since its quicksort produces parts that are shorter than 21. Keys that are not evenly distributed would make
 * long leaves; an array that has many such keys is sorted digit by digit. Not thread-safe.
 *
 * <p>Each loop over keys is a method that is called for a tile of them. Methods are compiled sooner if they are called more
 * often, and all threads wait for that in the first sorts of a JVM.
 */
final class LocalSort64 {
    /** Bytes of memory per key. */
    static final int BYTES_PER_KEY = 2 * Long.BYTES + Character.BYTES;

    private static final int LEAF = 28;
    /** Arrays of at most this length are one leaf. */
    private static final int MAX_LEAF = 43;
    private static final int MAX_LEAVES = 1 << 13;
    private static final int TILE = 1024;
    private static final int TILE_OF_LEAVES = 32;
    private static final int SAMPLES = 32;
    /**
     * Number of samples that are equal to another one from which the JDK's quicksort is fastest, since it sets equal keys aside.
     * It compares half as many longs at a time as ints, or fewer.
     */
    private static final int MANY_REPEATS = Long.SIZE / 4;
    /**
     * Keys are unevenly distributed if one more than this number of samples are in a sixteenth of the range. Samples of evenly
     * distributed keys are so once in six hundred times.
     */
    private static final int CLOSE_SAMPLES = 9;
    private static final int CLOSE_SHIFT = 4;
    /** Keys are unevenly distributed if more than this part of them is in leaves of more than {@link #MAX_LEAF} keys. */
    private static final int CROWDED_PART = 4;
    private static final long LOW = 0xffffffffL;
    /**
     * Whether the JDK's quicksort is faster than long leaves. It is for ints, but not for longs, which it sorts without vector
     * instructions on some processors.
     */
    private static final boolean IS_QUICKSORT_FAST = Long.SIZE <= 32;
    /** Number of unevenly distributed keys from which a sort by digits is faster than long leaves and the JDK's quicksort. */
    private static final int DIGITS_FROM = 1 << 11;
    /** Maximum length of a digit: the counters of its values fit in the first-level cache. */
    private static final int MAX_DIGIT_BITS = 12;

    private final int[] counters = new int[MAX_LEAVES];
    private final long[] sample = new long[SAMPLES];
    private final char[] leafOfKey;
    private final long[] keys;
    private final long[] sorted;

    /** @param most the largest number of keys to sort */
    LocalSort64(int most) {
        this.leafOfKey = HostMemory.array(most, Character.BYTES, char[]::new);
        this.keys = HostMemory.longs(most);
        this.sorted = HostMemory.longs(most);
    }

    /** Returns the largest number of keys. */
    int capacity() {
        return keys.length;
    }

    /** Returns the array that holds the keys to sort. */
    long[] keys() {
        return keys;
    }

    /** Returns an array with room for a number for each key, which a sort overwrites. */
    long[] scratch() {
        return sorted;
    }

    /** Returns an array with room for a small number for each key, which a sort overwrites. */
    char[] numbers() {
        return leafOfKey;
    }

    /** Sorts the first n keys, and returns an array that begins with them. The array belongs to this object. */
    long[] sort(int n) {
        return n <= MAX_LEAF ? sortByJdk(n) : distribute(n);
    }

    private long[] distribute(int n) {
        long min = smallest(n);
        long max = largest(n, min);
        if (min == max) {
            return keys;
        }
        // The upper 32 bits of a distance from the smallest key select the leaf.
        int shift = Math.max(0, Long.SIZE - 32 - Long.numberOfLeadingZeros(max - min));
        long range = ((max - min >>> shift) & LOW) + 1;
        int leaves = (int) (range <= Math.min(n, MAX_LEAVES) ? range : Math.min(MAX_LEAVES, n / LEAF + 1));
        if (leaves < range) {
            takeSample(n);
            if (repeats() >= MANY_REPEATS) {
                return sortByJdk(n);
            }
            if ((n >= DIGITS_FROM || IS_QUICKSORT_FAST) && isUneven(max - min)) {
                return n >= DIGITS_FROM ? sortByDigits(n, min, max) : sortByJdk(n);
            }
        }
        long factor = ((long) leaves << 32) / range;
        Arrays.fill(counters, 0, leaves, 0);
        count(n, min, shift, factor);
        if (leaves == range) {
            fill(leaves, min);
            return sorted;
        }
        if (n >= DIGITS_FROM && crowded(leaves) > n / CROWDED_PART) {
            return sortByDigits(n, min, max);
        }
        addUp(leaves);
        scatter(n);
        sortLeaves(leaves);
        return sorted;
    }

    // Each loop over tiles is a method of its own, which the JVM compiles once. A method with several loops is compiled for each of
    // them while it runs: half a second of processor time.

    private long smallest(int n) {
        long min = Long.MAX_VALUE;
        for (int from = 0; from < n; from += TILE) {
            min = Math.min(min, smallest(from, Math.min(from + TILE, n)));
        }
        return min;
    }

    private long largest(int n, long min) {
        long max = min;
        for (int from = 0; from < n; from += TILE) {
            max = Math.max(max, largest(from, Math.min(from + TILE, n), min));
        }
        return max;
    }

    /** Counts the keys of each leaf. */
    private void count(int n, long min, int shift, long factor) {
        for (int from = 0; from < n; from += TILE) {
            count(from, Math.min(from + TILE, n), min, shift, factor);
        }
    }

    private void scatter(int n) {
        for (int from = 0; from < n; from += TILE) {
            scatter(from, Math.min(from + TILE, n));
        }
    }

    private void sortLeaves(int leaves) {
        for (int leaf = 0; leaf < leaves; leaf += TILE_OF_LEAVES) {
            sortLeaves(leaf, Math.min(leaf + TILE_OF_LEAVES, leaves));
        }
    }

    /**
     * Returns the smallest key of a tile, as the complement of the largest complement: the JVM makes no vector code of a loop that does
     * nothing but compare.
     */
    private long smallest(int from, int to) {
        long largest = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            largest = Math.max(largest, ~keys[i]);
        }
        return ~largest;
    }

    /** Returns the largest key of a tile, by its unsigned distance from the smallest key, for the same reason. */
    private long largest(int from, int to, long min) {
        long largest = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            largest = Math.max(largest, keys[i] - min ^ Long.MIN_VALUE);
        }
        return (largest ^ Long.MIN_VALUE) + min;
    }

    private void takeSample(int n) {
        for (int i = 0; i < SAMPLES; i++) {
            sample[i] = keys[(int) ((long) n * i / SAMPLES)];
        }
        InPlaceSort.sort(sample, 0, sample.length);
    }

    /** Returns how many samples are equal to another one. */
    private int repeats() {
        int repeats = 0;
        for (int i = 1; i < SAMPLES; i++) {
            repeats += sample[i] == sample[i - 1] ? 1 : 0;
        }
        return repeats;
    }

    /** Returns whether many samples are close to each other. Leaves need not be counted then: many of them would be crowded. */
    private boolean isUneven(long range) {
        for (int i = CLOSE_SAMPLES; i < SAMPLES; i++) {
            if (Long.compareUnsigned(sample[i] - sample[i - CLOSE_SAMPLES], range >>> CLOSE_SHIFT) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Counts the keys of each leaf. The leaf of a key is ((key - min) >>> shift) * factor / 2<sup>32</sup>. */
    private void count(int from, int to, long min, int shift, long factor) {
        for (int i = from; i < to; i++) {
            leafOfKey[i] = (char) ((keys[i] - min >>> shift & LOW) * factor >>> 32);
        }
        for (int i = from; i < to; i++) {
            counters[leafOfKey[i]]++;
        }
    }

    /** Writes the keys if each leaf is for one value. */
    private void fill(int leaves, long min) {
        int start = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            int end = start + counters[leaf];
            Arrays.fill(sorted, start, end, min + leaf);
            start = end;
        }
    }

    /** Returns the number of keys in leaves of more than {@link #MAX_LEAF} keys. */
    private int crowded(int leaves) {
        int keys = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            keys += counters[leaf] > MAX_LEAF ? counters[leaf] : 0;
        }
        return keys;
    }

    /** Replaces each of the first n counters by the sum of those before it. */
    private void addUp(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int count = counters[i];
            counters[i] = sum;
            sum += count;
        }
    }

    private void scatter(int from, int to) {
        for (int i = from; i < to; i++) {
            int leaf = leafOfKey[i];
            int index = counters[leaf];
            counters[leaf] = index + 1;
            sorted[index] = keys[i];
        }
    }

    /** Sorts consecutive leaves. Their counters are their ends. */
    private void sortLeaves(int first, int last) {
        int start = first == 0 ? 0 : counters[first - 1];
        for (int leaf = first; leaf < last; leaf++) {
            int end = counters[leaf];
            if (end - start > 1) {
                InPlaceSort.sort(sorted, start, end);
            }
            start = end;
        }
    }

    private long[] sortByJdk(int n) {
        InPlaceSort.sort(keys, 0, n);
        return keys;
    }

    /** Sorts by the digits of the distances from the smallest key, least significant first. */
    private long[] sortByDigits(int n, long min, long max) {
        long varying = 0;
        for (int from = 0; from < n; from += TILE) {
            varying |= distances(from, Math.min(from + TILE, n), min);
        }
        int first = Long.numberOfTrailingZeros(varying);
        int span = Long.SIZE - Long.numberOfLeadingZeros(max - min) - first;
        int bits = Math.ceilDiv(span, Math.ceilDiv(span, MAX_DIGIT_BITS));
        int mask = (1 << bits) - 1;
        long[] source = keys;
        long[] target = sorted;
        for (int shift = first; shift < first + span; shift += bits) {
            if ((varying >>> shift & mask) == 0) {
                continue;
            }
            Arrays.fill(counters, 0, mask + 1, 0);
            for (int from = 0; from < n; from += TILE) {
                countDigits(source, from, Math.min(from + TILE, n), min, shift, mask);
            }
            addUp(mask + 1);
            for (int from = 0; from < n; from += TILE) {
                scatterByDigit(source, from, Math.min(from + TILE, n), min, shift, mask, target);
            }
            long[] swapped = source;
            source = target;
            target = swapped;
        }
        return source;
    }

    /** Returns the bits that are set in any of the distances from the smallest key. */
    private long distances(int from, int to, long min) {
        long bits = 0;
        for (int i = from; i < to; i++) {
            bits |= keys[i] - min;
        }
        return bits;
    }

    private void countDigits(long[] source, int from, int to, long min, int shift, int mask) {
        for (int i = from; i < to; i++) {
            counters[(int) (source[i] - min >>> shift) & mask]++;
        }
    }

    private void scatterByDigit(long[] source, int from, int to, long min, int shift, int mask, long[] target) {
        for (int i = from; i < to; i++) {
            long key = source[i];
            int digit = (int) (key - min >>> shift) & mask;
            int index = counters[digit];
            counters[digit] = index + 1;
            target[index] = key;
        }
    }
}
