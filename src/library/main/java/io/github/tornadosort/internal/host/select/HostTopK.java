package io.github.tornadosort.internal.host.select;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.IndexedRows;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * Finds the first k keys of the sorted order on the host. A small random sample yields a key that slightly more than k keys do
 * not exceed. One read of all keys collects these candidates, and only the candidates are sorted. If they would be most of the keys, all
 * are sorted.
 */
public final class HostTopK {
    /** A threshold that no row is after. */
    private static final int NO_THRESHOLD = -1;

    private final MemorySegment memory;
    private final OrderedKeys keys;
    private final IndexedRows packed;
    private final int k;
    private final HostBuffers buffers;

    HostTopK(Column column, int k, Order sortOrder, HostBuffers buffers) {
        this.memory = column.segment();
        this.keys = new OrderedKeys(column, sortOrder);
        this.packed = new IndexedRows(keys);
        this.k = k;
        this.buffers = buffers;
    }

    /**
     * Returns the indices of the first k keys of the sorted order. Of equal keys, those with lower indices come first.
     *
     * @param keys fewer than 2<sup>31</sup> keys
     * @param k number of keys, from 0 to {@code keys.size()}
     */
    public static int[] indices(Column keys, int k, Order sortOrder, HostBuffers buffers) {
        if (k == 0) {
            return HostMemory.ints(0);
        }
        HostTopK top = new HostTopK(keys, k, sortOrder, buffers);
        long[] rows = top.candidates();
        if (rows == null) {
            return HostMemory.copyOf(HostPairs.argsort(keys, sortOrder, buffers), k);
        }
        top.packed.sort(rows, 0, rows.length, buffers);
        int[] indices = HostMemory.ints(k);
        for (int i = 0; i < k; i++) {
            indices[i] = IndexedRows.index(rows[i]);
        }
        return indices;
    }

    /** Returns slightly more than k packed rows, the first k among them; null if these would be most of the rows. */
    long[] candidates() {
        int n = (int) keys.size();
        if (n < HostPolicy.FEW) {
            return k <= HostPolicy.FEW_ROWS ? collect(NO_THRESHOLD) : all(n);
        }
        // The cost of the sample is then about that of the candidates in excess of k.
        int size = (int) ((k <= HostPolicy.FEW_ROWS ? 0.25 : 2) * Math.sqrt(n));
        double expected = (double) k / n * size;
        // Three standard deviations above the expected rank, and two more for deviations of less than one key.
        int rank = (int) (expected + 3 * Math.sqrt(expected) + 2);
        if (rank >= size) {
            return null;
        }
        // A fixed seed, so that calls are reproducible.
        SplittableRandom random = new SplittableRandom(k);
        long[] sample = HostMemory.longs(size);
        for (int i = 0; i < size; i++) {
            int index = random.nextInt(n);
            sample[i] = packed.of(keys.at(index), index);
        }
        packed.sort(sample, 0, size, buffers);
        long[] rows = collect(IndexedRows.index(sample[rank]));
        // If the sample was misleading, there are too few.
        return rows.length < k ? null : rows;
    }

    private long[] all(int n) {
        long[] rows = HostMemory.longs(n);
        packed.pack(0, n, rows, new int[Math.min(n, HostPolicy.TILE)]);
        return rows;
    }

    /** Returns the rows that are not after one of them in sorted order, or the first k of each part. */
    private long[] collect(int threshold) {
        int n = (int) keys.size();
        int parts = n < HostPolicy.CACHED ? 1 : ParallelRanges.parts(n);
        Candidates[] found = new Candidates[parts];
        ParallelRanges.each(parts, part -> {
            found[part] = new Candidates(threshold);
            found[part].collect((int) ParallelRanges.start(n, parts, part), (int) ParallelRanges.start(n, parts, part + 1));
        }, memory);
        int count = 0;
        for (Candidates part : found) {
            count += part.count;
        }
        long[] rows = HostMemory.longs(count);
        for (Candidates part : found) {
            count -= part.count;
            System.arraycopy(part.rows, 0, rows, count, part.count);
        }
        return rows;
    }

    /**
     * The rows of a range that are not after a threshold row. If there are many more than k of them, only the first k are kept, and the last
     * of these becomes the threshold. Rows are equal only if their indices are, so the first k are unique. The loop over keys is a method
     * that is called for each candidate, because methods that are called often are compiled soon.
     */
    final class Candidates {
        private int threshold = Integer.MAX_VALUE;
        private long limit = Long.MAX_VALUE;
        private long[] rows = HostMemory.longs(HostPolicy.FEW_ROWS);
        private int count;

        /** @param threshold the index of the threshold row, or {@link #NO_THRESHOLD} */
        Candidates(int threshold) {
            if (threshold != NO_THRESHOLD) {
                setThreshold(threshold);
            }
        }

        private void setThreshold(int index) {
            threshold = index;
            limit = keys.at(index);
        }

        /** Returns the rows, and maybe zeros after them. */
        long[] rows() {
            return rows;
        }

        /** Collects the rows from an index to another one. */
        void collect(int first, int end) {
            long[] words = new long[Math.min(HostPolicy.TILE, end - first)];
            int[] ints = new int[words.length];
            for (int n, at = first; at < end; at += n) {
                n = Math.min(HostPolicy.TILE, end - at);
                keys.read(at, n, words, 0, ints);
                for (int i = next(words, 0, n, limit); i < n; i = next(words, i + 1, n, limit)) {
                    offer(words[i], at + i);
                }
            }
        }

        /** Returns the index of the next key that is not greater than the limit, or the end of the tile. */
        private static int next(long[] tile, int from, int end, long limit) {
            int i = from;
            while (i < end && tile[i] > limit) {
                i++;
            }
            return i;
        }

        private void offer(long key, int index) {
            if (key == limit && index > threshold) {
                return;
            }
            if (count == rows.length) {
                makeRoom();
            }
            rows[count++] = packed.of(key, index);
        }

        /** Drops all but the first k rows, or allocates room for more of them. */
        private void makeRoom() {
            if (count / 4 < k) {
                rows = HostMemory.copyOf(rows, (int) Math.min(2L * count, keys.size()));
                return;
            }
            packed.sort(rows, 0, count, buffers);
            count = k;
            for (int i = 0; i < k; i++) {
                int index = IndexedRows.index(rows[i]);
                rows[i] = packed.of(keys.at(index), index);
            }
            setThreshold(IndexedRows.index(rows[k - 1]));
        }
    }
}
