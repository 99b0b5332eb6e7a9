package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;

/** The memory of one thread, and its stable sort of a bucket in the cache. */
final class LocalRows {
    /** Bytes of memory per row. */
    static final int WIDTH = 4 * Long.BYTES + Character.BYTES;

    private static final long[] NONE = {};

    private final int capacity;
    /** Packed rows, or keys; in order after a sort. */
    long[] rows;
    long[] spare;
    /** For rows that are not packed: the values, and words to sort. */
    long[] values = NONE;
    private long[] words = NONE;
    private final int[] count;
    /** For parts: the bucket of each row, and the cells of a tile. */
    char[] bucketOfKey;
    int[] cells;
    /** Tiles of keys and values of 32 bits. */
    final int[] ints;
    final int[] intValues;
    /** The smallest row; after a sort of packed rows, what was subtracted from their keys. */
    long least;
    private long most;
    /** The bits in which rows differ. */
    private long varying;

    /** @param capacity maximum number of packed rows */
    LocalRows(int capacity) {
        this.capacity = capacity;
        this.rows = HostMemory.longs(capacity);
        this.spare = HostMemory.longs(capacity);
        this.count = HostMemory.ints(DigitSort.counters(capacity));
        this.ints = new int[Math.clamp(capacity, 1, HostPolicy.TILE)];
        this.intValues = new int[ints.length];
    }

    /** Allocates memory for rows that are not packed. */
    void allocateForTwo() {
        if (words.length == 0) {
            values = HostMemory.longs(capacity);
            words = HostMemory.longs(capacity);
        }
    }

    /** Allocates memory to distribute parts to buckets. */
    void allocateForParts() {
        if (bucketOfKey == null) {
            cells = HostMemory.ints(HostPolicy.TILE);
            bucketOfKey = HostMemory.array(capacity, Character.BYTES, char[]::new);
        }
    }

    /** Notes that the rows are in order as they are. */
    void keep() {
        least = 0;
    }

    /** Undoes the subtraction from packed rows. */
    void addLeast(int n, int low) {
        subtract(rows, n, -least << low);
        least = 0;
    }

    /** Returns whether the keys of n rows ascend. */
    boolean areSorted(int n, int low) {
        for (int i = 1; i < n; i++) {
            if (rows[i] >> low < rows[i - 1] >> low) {
                return false;
            }
        }
        return true;
    }

    /** Sorts the first n rows, whose values are their lower bits; low is 0 for rows that are not packed. */
    void sort(int n, int low) {
        if (low == 0) {
            sortTwo(n);
            return;
        }
        look(rows, 0, n);
        int lowest = Long.numberOfTrailingZeros(varying & -1L << low);
        long from = least >> low << low;
        int highest = Long.SIZE - Long.numberOfLeadingZeros(most - from);
        if (lowest == Long.SIZE) {
            keep();
            return;
        }
        least >>= low;
        subtract(rows, n, from);
        long[] sorted = DigitSort.sort(rows, spare, 0, n, lowest, highest, count);
        spare = sorted == rows ? spare : rows;
        rows = sorted;
    }

    /** Sorts rows that are not packed. */
    private void sortTwo(int n) {
        long[] sorted = sortTwo(rows, values, words, spare, 0, n);
        keep();
        if (sorted != null) {
            long[] keys = sorted == words ? spare : words;
            spare = rows;
            words = values;
            rows = keys;
            values = sorted;
        }
    }

    /**
     * Sorts keys and values by words, bits of the keys above the index of the row. Rows that are tied in these bits are sorted again.
     *
     * @return the one of x and y that holds the sorted values from the same index on; the other one holds the sorted keys. Null if all keys
     *     are equal
     */
    private long[] sortTwo(long[] keys, long[] unsorted, long[] x, long[] y, int from, int n) {
        look(keys, from, n);
        if (varying == 0) {
            return null;
        }
        long smallest = least;
        int lowest = Long.numberOfTrailingZeros(varying);
        int highest = Long.SIZE - Long.numberOfLeadingZeros(most - least);
        int low = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        int shift = Math.max(lowest, highest - (Long.SIZE - 1 - low));
        int high = highest - shift + low;
        words(keys, from, n, smallest, shift, low, x);
        int last = DigitSort.fewTies(n, low, high, count);
        long[] sorted = DigitSort.sort(x, y, from, n, last, high, count);
        long[] sortedKeys = sorted == x ? y : x;
        gather(sorted, from, n, (1 << low) - 1, keys, unsorted, sortedKeys);
        if (shift > lowest || last > low) {
            int ignored = shift + last - low;
            for (int i = from + 1; i < from + n; i++) {
                if (sortedKeys[i - 1] > sortedKeys[i]) {
                    i = sortTies(sortedKeys, sorted, keys, unsorted, from, i, from + n, smallest, ignored) - 1;
                }
            }
        }
        return sorted;
    }

    /** Sorts the rows that are tied with one of them but for some lower bits, using the other two arrays; returns their end. */
    private int sortTies(
            long[] keys, long[] sorted, long[] x, long[] y, int from, int i, int to, long smallest, int ignored) {
        long upper = keys[i] - smallest >>> ignored;
        int begin = i - 1;
        while (begin > from && keys[begin - 1] - smallest >>> ignored == upper) {
            begin--;
        }
        int end = i + 1;
        while (end < to && keys[end] - smallest >>> ignored == upper) {
            end++;
        }
        if (end - begin <= HostPolicy.INSERTION) {
            insert(keys, sorted, begin, i, end);
        } else {
            long[] result = sortTwo(keys, sorted, x, y, begin, end - begin);
            System.arraycopy(result == x ? y : x, begin, keys, begin, end - begin);
            System.arraycopy(result, begin, sorted, begin, end - begin);
        }
        return end;
    }

    /** Inserts the rows from index i on among those before them. */
    private static void insert(long[] keys, long[] values, int begin, int i, int end) {
        for (int next = i; next < end; next++) {
            long key = keys[next];
            long value = values[next];
            int j = next;
            while (j > begin && keys[j - 1] > key) {
                keys[j] = keys[j - 1];
                values[j] = values[j - 1];
                j--;
            }
            keys[j] = key;
            values[j] = value;
        }
    }

    /** Replaces sorted words by the rows' values, and writes the keys to another array. */
    private static void gather(long[] sorted, int from, int n, int mask, long[] keys, long[] values, long[] to) {
        for (int i = from; i < from + n; i++) {
            int index = from + ((int) sorted[i] & mask);
            to[i] = keys[index];
            sorted[i] = values[index];
        }
    }

    private static void words(long[] keys, int from, int n, long smallest, int shift, int low, long[] to) {
        for (int i = 0; i < n; i++) {
            to[from + i] = (keys[from + i] - smallest >>> shift) << low | i;
        }
    }

    /** Finds the smallest and the largest row, and the bits in which rows differ. */
    private void look(long[] x, int from, int n) {
        least = x[from];
        most = least;
        varying = 0;
        for (int at = from; at < from + n; at += HostPolicy.TILE) {
            look(x, at, Math.min(at + HostPolicy.TILE, from + n), x[from]);
        }
    }

    /** Looks at a tile. The JIT compiler makes vector code of these three together. */
    private void look(long[] x, int from, int to, long first) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        long bits = 0;
        for (int i = from; i < to; i++) {
            bits |= x[i] ^ first;
            min = Math.min(min, x[i]);
            max = Math.max(max, x[i]);
        }
        least = Math.min(least, min);
        most = Math.max(most, max);
        varying |= bits;
    }

    private static void subtract(long[] rows, int n, long least) {
        for (int i = 0; i < n; i++) {
            rows[i] -= least;
        }
    }
}
