package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;
import java.util.Arrays;

/**
 * Finds the bucket of a key without a comparison. A window cuts a range of keys into cells of equal width, and a table holds the bucket
 * of each cell. If one cell holds too much of the sample, it is cut again by a window of its own. A key's cell is the sum of its cells in
 * all windows; a key below a window is in the window's first cell, and one above it in the last cell.
 */
public final class Cells${W} {
    /** Windows of cells. Each one takes about 0.1 ns per key. */
    static final int MAX_WINDOWS = 16;
    /** Planned buckets. A cell with more samples than this many buckets gets a window of its own. */
    static final int CROWDED_CELL = 3;

    private final ${key}[] min = new ${key}[MAX_WINDOWS];
    private final ${key}[] max = new ${key}[MAX_WINDOWS];
    private final int[] shift = new int[MAX_WINDOWS];
    private int windows;
    private int buckets;
    /** The sorted sample, and the cell of each sampled key. */
    private final ${key}[] sample;
    private final int[] cell;
    /** The bucket of each cell. */
    private char[] bucketOf;

    /**
     * Makes windows until no cell is crowded, then joins the cells to buckets.
     *
     * @param sample sorted keys
     * @param wanted the number of buckets, at least one
     */
    public Cells${W}(${key}[] sample, int wanted) {
        this.sample = sample;
        this.cell = new int[sample.length];
        int target = Math.max(1, sample.length / wanted);
        addWindow(sample[0], sample[sample.length - 1]);
        boolean crowded = true;
        while (crowded && windows < MAX_WINDOWS) {
            crowded = splitFullest(target);
        }
        join(target);
    }

    public int buckets() {
        return buckets;
    }

    /** Gives a window to the fullest cell, and to the crowded cells that follow it; returns false if no cell is crowded. */
    private boolean splitFullest(int target) {
        int most = CROWDED_CELL * target;
        int from = 0;
        int to = 0;
        int fullest = most;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = end(begin);
            if (end - begin > fullest && !isAlone(begin, end)) {
                from = begin;
                to = end;
                fullest = end - begin;
            }
        }
        if (to == 0) {
            return false;
        }
        while (to < sample.length && cell[to] == cell[to - 1] + 1) {
            int end = end(to);
            if (end - to <= most || isAlone(to, end)) {
                break;
            }
            to = end;
        }
        addWindow(sample[from], sample[to - 1]);
        return true;
    }

    /** Adds a window from a key to another one, with one more cell on either side for all keys outside. */
    private void addWindow(${key} first, ${key} last) {
        int shiftOfWindow = first == last ? 0 : Math.max(0, ${Key}.SIZE - HostPolicy.COUNTERS_LOG - ${Key}.numberOfLeadingZeros(last - first));
        ${key} one = 1;
        ${key} width = one << shiftOfWindow;
        min[windows] = Math.max(first, ${Key}.MIN_VALUE + width) - width;
        max[windows] = Math.min(last, ${Key}.MAX_VALUE - width) + width;
        shift[windows] = shiftOfWindow;
        add(sample, sample.length, cell, min[windows], max[windows], shiftOfWindow);
        windows++;
    }

    /** Returns the end of the samples in the same cell as the sample at an index. */
    private int end(int begin) {
        int end = begin + 1;
        while (end < cell.length && cell[end] == cell[begin]) {
            end++;
        }
        return end;
    }

    /** Returns the cell of one key: the sum of its cells in all windows. */
    private int cellOf(${key} key) {
        int sum = 0;
        for (int w = 0; w < windows; w++) {
            sum += ${toInt}(Math.min(Math.max(key, min[w]), max[w]) - min[w] >>> shift[w]);
        }
        return sum;
    }

    /** Returns whether the cell of the samples from {@code begin} to {@code end} can hold one value only. */
    private boolean isAlone(int begin, int end) {
        ${key} only = sample[begin];
        return only == sample[end - 1]
                && (only == ${Key}.MIN_VALUE || cellOf(only - 1) != cell[begin])
                && (only == ${Key}.MAX_VALUE || cellOf(only + 1) != cell[begin]);
    }

    /** Joins neighbouring cells to buckets of the planned number of samples. A cell of more becomes a bucket. */
    private void join(int target) {
        bucketOf = new char[cellOf(${Key}.MAX_VALUE) + 1];
        int from = 0;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = endOfBucket(begin, target);
            if (end - begin > target) {
                from = addBucket(addBucket(from, cell[begin]), cell[begin] + 1);
            } else {
                from = addBucket(from, end < sample.length ? cell[end] : bucketOf.length);
            }
        }
        addBucket(from, bucketOf.length);
    }

    /** Makes some cells a bucket; returns their end. */
    private int addBucket(int from, int to) {
        if (from < to) {
            Arrays.fill(bucketOf, from, to, (char) buckets++);
        }
        return to;
    }

    /** Returns the end of the samples of a bucket: as many cells as hold at most the planned number, or one cell that holds more. */
    private int endOfBucket(int begin, int target) {
        int end = begin + target;
        if (end >= sample.length) {
            return sample.length;
        }
        while (end > begin && cell[end] == cell[end - 1]) {
            end--;
        }
        return end > begin ? end : end(begin);
    }

    /** Writes the bucket of each of n keys, and counts it. */
    public void classify(${key}[] keys, int n, int[] cells, char[] bucket, int at, int[] count) {
        find(keys, n, cells, min[0], max[0], shift[0]);
        for (int w = 1; w < windows; w++) {
            add(keys, n, cells, min[w], max[w], shift[w]);
        }
        look(cells, n, bucketOf, bucket, at, count);
    }

    // The loops. They have no comparisons, which would become branches that no processor can predict.

    /** Writes the cell of each key in one window. */
    private static void find(${key}[] keys, int n, int[] cells, ${key} min, ${key} max, int shift) {
        for (int i = 0; i < n; i++) {
            cells[i] = ${toInt}(Math.min(Math.max(keys[i], min), max) - min >>> shift);
        }
    }

    /** Adds the cell of each key in one more window. */
    private static void add(${key}[] keys, int n, int[] cells, ${key} min, ${key} max, int shift) {
        for (int i = 0; i < n; i++) {
            cells[i] += ${toInt}(Math.min(Math.max(keys[i], min), max) - min >>> shift);
        }
    }

    /** Looks up the bucket of each cell, and counts it. */
    private static void look(int[] cells, int n, char[] bucketOf, char[] bucket, int at, int[] count) {
        for (int i = 0; i < n; i++) {
            char found = bucketOf[cells[i]];
            bucket[at + i] = found;
            count[found]++;
        }
    }
}
