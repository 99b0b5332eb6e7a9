package io.github.tornadosort.internal.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Divides the range of 32-bit keys into buckets of about equal size, as a sample of the keys suggests. The range is first
 * divided into a few thousand cells, and neighbouring cells are joined to buckets. A key's bucket is found by arithmetic and
 * one access to a small table, without comparisons.
 *
 * <p>The cells of a window, which is the whole range at first, have equal width. If a cell would hold too many different keys, it
 * becomes a window of its own and is divided into as many cells. This is repeated until no cell holds too many. The number of a
 * key's cell is the sum of its cells in all windows: keys below a window are in its first cell, and keys above it in its last one.
 */
final class Cells32 {
    /** Binary logarithm of the number of cells in a window: as many as are in the first-level cache. */
    private static final int WINDOW_BITS = 12;
    /** Maximum number of windows. Each one takes about 0.1 ns per int, and 0.15 ns per long. */
    private static final int MAX_WINDOWS = 16;

    /** Keys in ascending order, at least one. */
    private final int[] sample;
    /** The cell of each key of the sample. */
    private final int[] sampleCells;
    /** The first window is the whole range. */
    private final List<Window> windows = new ArrayList<>();
    private char[] bucketOfCell;
    private int buckets;

    /**
     * A part of the range that is divided into cells of equal width.
     *
     * @param min the first key
     * @param max the last key
     * @param shift binary logarithm of the width of a cell
     */
    private record Window(int min, int max, int shift) {
        /**
         * Returns a window from a cell before one key to a cell after another one. Other keys are not in the cells of these two then,
         * which may hold many equal keys.
         */
        static Window around(int first, int last) {
            int shift = Math.max(0, Integer.SIZE - WINDOW_BITS - Integer.numberOfLeadingZeros(last - first));
            int width = 1 << shift;
            int min = Math.max(first, Integer.MIN_VALUE + width) - width;
            int max = Math.min(last, Integer.MAX_VALUE - width) + width;
            return new Window(min, max, shift);
        }

        int cell(int key) {
            return (Math.min(Math.max(key, min), max) - min) >>> shift;
        }

        /** Writes the cell of each of n keys. The JVM makes vector code of this loop and of the next one. */
        void find(int[] keys, int n, int[] cells) {
            for (int i = 0; i < n; i++) {
                cells[i] = (Math.min(Math.max(keys[i], min), max) - min) >>> shift;
            }
        }

        /** Adds the cell of each of n keys to its cells in other windows. */
        void add(int[] keys, int n, int[] cells) {
            for (int i = 0; i < n; i++) {
                cells[i] += (Math.min(Math.max(keys[i], min), max) - min) >>> shift;
            }
        }
    }

    private Cells32(int[] sample) {
        this.sample = sample;
        this.sampleCells = new int[sample.length];
        divide(0, sample.length);
    }

    /**
     * Returns a division into about as many buckets, or null if an even one would take too many windows.
     *
     * @param sample keys in ascending order, at least one
     * @param most the largest part of the sample that one bucket may hold, unless its keys are equal
     */
    static Cells32 of(int[] sample, int buckets, int most) {
        Cells32 cells = new Cells32(sample);
        for (int crowded = cells.crowded(0, most); crowded < sample.length; crowded = cells.crowded(crowded, most)) {
            if (cells.windows.size() == MAX_WINDOWS) {
                return null;
            }
            cells.divide(crowded, cells.endOfCrowded(cells.endOfCell(crowded), most));
        }
        cells.join(buckets);
        return cells;
    }

    /** Divides the part of the range that the samples from {@code begin} to {@code end} are in. */
    private void divide(int begin, int end) {
        Window window = Window.around(sample[begin], sample[end - 1]);
        windows.add(window);
        window.add(sample, sample.length, sampleCells);
    }

    /** Returns the number of buckets. */
    int buckets() {
        return buckets;
    }

    /**
     * Finds the bucket of each of n keys, writes it to an array from index {@code at} on, and counts it.
     *
     * @param cells memory for n numbers
     */
    void find(int[] keys, int n, int[] cells, char[] bucketOfKey, int at, int[] counts) {
        windows.getFirst().find(keys, n, cells);
        for (int i = 1; i < windows.size(); i++) {
            windows.get(i).add(keys, n, cells);
        }
        for (int i = 0; i < n; i++) {
            char bucket = bucketOfCell[cells[i]];
            bucketOfKey[at + i] = bucket;
            counts[bucket]++;
        }
    }

    private int cell(int key) {
        int cell = 0;
        for (int i = 0; i < windows.size(); i++) {
            cell += windows.get(i).cell(key);
        }
        return cell;
    }

    /**
     * Returns the index of the first key of the sample that is in a cell with too many different keys, or the length of the sample.
     *
     * @param from index of a key; no key in a cell before that of this key is in such a cell
     */
    private int crowded(int from, int most) {
        // A cell that holds too many keys holds two that are this far apart.
        int step = Math.max(1, most / 2);
        for (int i = from, end; i + step < sample.length; i = end) {
            end = i + step;
            if (sampleCells[i] == sampleCells[end]) {
                int begin = startOfCell(i);
                end = endOfCell(i);
                if (isCrowded(begin, end, most)) {
                    return begin;
                }
            }
        }
        return sample.length;
    }

    /** Returns the index after the last key of the sample that is in one of the crowded cells directly after a crowded cell. */
    private int endOfCrowded(int endOfCell, int most) {
        int end = endOfCell;
        while (end < sample.length && sampleCells[end] == sampleCells[end - 1] + 1) {
            int next = endOfCell(end);
            if (!isCrowded(end, next, most)) {
                break;
            }
            end = next;
        }
        return end;
    }

    /**
     * Returns whether a cell with some of the sample is too full. Many threads write a bucket of equal keys, but one thread sorts it if
     * there is one other key, so a cell of twice as many equal keys is too full if it is not theirs alone.
     */
    private boolean isCrowded(int begin, int end, int most) {
        int key = sample[begin];
        return key != sample[end - 1]
                ? end - begin > most
                : end - begin > 2 * most && (cell(key - 1) == cell(key) || cell(key) == cell(key + 1));
    }

    /** Returns the index of the first key of the sample that is in the same cell as a key. */
    private int startOfCell(int index) {
        int cell = sampleCells[index];
        int step = 1;
        while (step <= index && sampleCells[index - step] == cell) {
            step *= 2;
        }
        int start = index - step / 2;
        for (step /= 2; step > 0; step /= 2) {
            start -= step <= start && sampleCells[start - step] == cell ? step : 0;
        }
        return start;
    }

    /** Returns the index after the last key of the sample that is in the same cell as a key. */
    private int endOfCell(int index) {
        int cell = sampleCells[index];
        int step = 1;
        while (step < sample.length - index && sampleCells[index + step] == cell) {
            step *= 2;
        }
        int last = index + step / 2;
        for (step /= 2; step > 0; step /= 2) {
            last += step < sample.length - last && sampleCells[last + step] == cell ? step : 0;
        }
        return last + 1;
    }

    /** Joins neighbouring cells to about as many buckets as wanted. Most cells and samples are not visited. */
    private void join(int wanted) {
        bucketOfCell = new char[cell(Integer.MAX_VALUE) + 1];
        int weight = Math.max(1, sample.length / wanted);
        // Cells below the sample are not in the bucket of a heavy first cell.
        int start = endOfBucket(0, weight) > weight ? sampleCells[0] : 0;
        if (start > 0) {
            Arrays.fill(bucketOfCell, 0, start, (char) buckets++);
        }
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = endOfBucket(begin, weight);
            // Empty cells after a heavy one are not in its bucket, whose keys may be equal.
            int next = end - begin > weight
                    ? sampleCells[begin] + 1
                    : end < sample.length ? sampleCells[end] : bucketOfCell.length;
            Arrays.fill(bucketOfCell, start, next, (char) buckets++);
            start = next;
        }
        if (start < bucketOfCell.length) {
            Arrays.fill(bucketOfCell, start, bucketOfCell.length, (char) buckets++);
        }
    }

    /** Returns the index after the last sample of a bucket: that of one cell, or of more cells that hold the weight at most. */
    private int endOfBucket(int begin, int weight) {
        if (sample.length - begin <= weight) {
            return sample.length;
        }
        int end = startOfCell(begin + weight);
        return end > begin ? end : endOfCell(begin);
    }
}
