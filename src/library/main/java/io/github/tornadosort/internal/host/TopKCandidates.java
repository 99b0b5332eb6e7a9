package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Collects rows that are not after a threshold row in sorted order. If there are many more than k of them, only the first k are
 * kept, and the last of these becomes the threshold. Rows are equal only if their indices are, so the first k are unique.
 *
 * <p>Each loop over keys is a method that is called for a tile of them, because methods that are called often are compiled soon.
 */
final class TopKCandidates {
    /** A threshold that no row is after. */
    static final int NO_THRESHOLD = -1;
    private static final int TILE = Reader.TILE;
    /** Room for candidates at first. It is emptied of all but the first k when it is full, if k is at most a quarter of it. */
    static final int MIN_ROWS = 1 << 8;

    private final Column column;
    private final SortOptions options;
    private final OrderedKeys keys;
    private final IndexedRows packed;
    private final boolean wide;
    private final int k;
    private final HostBuffers buffers;
    private long[] rows;
    private int count;
    private long thresholdKey = Long.MAX_VALUE;
    private int thresholdIndex = Integer.MAX_VALUE;
    /** The threshold as an int, for keys of at most 32 bits. */
    private int thresholdWord = Integer.MAX_VALUE;

    /** @param threshold the index of the threshold row, or {@link #NO_THRESHOLD} */
    TopKCandidates(Column column, SortOptions options, int k, int threshold, HostBuffers buffers) {
        this.column = column;
        this.options = options;
        this.keys = new OrderedKeys(column, options);
        this.wide = column.type().bytes() == Long.BYTES;
        this.packed = new IndexedRows(keys, wide);
        this.k = k;
        this.buffers = buffers;
        this.rows = HostMemory.longs((int) Math.min(MIN_ROWS, keys.size()));
        if (threshold != NO_THRESHOLD) {
            setThreshold(threshold);
        }
    }

    /** Returns packed rows, {@link #count} of them. */
    long[] rows() {
        return rows;
    }

    int count() {
        return count;
    }

    /** Collects the rows of a range of indices. */
    void collect(int first, int end) {
        if (wide) {
            collectLongs(first, end);
        } else {
            collectInts(first, end);
        }
    }

    private void collectInts(int first, int end) {
        OrderedInts words = new OrderedInts(column, options);
        int[] tile = new int[TILE];
        int[] smallest = new int[TILE / 2];
        for (int n, at = first; at < end; at += n) {
            n = Math.min(TILE, end - at);
            words.read(at, n, tile, 0);
            Arrays.fill(tile, n, TILE, Integer.MAX_VALUE);
            findSmallest(tile, smallest);
            offerTile(tile, smallest, at, n);
        }
    }

    /** Finds the smallest key of each group of eight: those whose indices are equal modulo the number of groups. */
    private static void findSmallest(int[] tile, int[] smallest) {
        for (int i = 0; i < TILE / 2; i++) {
            smallest[i] = Math.min(tile[i], tile[i + TILE / 2]);
        }
        for (int i = 0; i < TILE / 4; i++) {
            smallest[i] = Math.min(smallest[i], smallest[i + TILE / 4]);
        }
        for (int i = 0; i < TILE / 8; i++) {
            smallest[i] = Math.min(smallest[i], smallest[i + TILE / 8]);
        }
    }

    private void offerTile(int[] tile, int[] smallest, int at, int n) {
        for (int group = 0; group < TILE / 8; group++) {
            if (smallest[group] <= thresholdWord) {
                for (int i = group; i < n; i += TILE / 8) {
                    offer(OrderedInts.toLong(tile[i]), at + i);
                }
            }
        }
    }

    private void collectLongs(int first, int end) {
        Reader reader = keys.reader();
        long[] tile = new long[TILE];
        long[] smallest = new long[TILE / 2];
        for (int n, at = first; at < end; at += n) {
            n = Math.min(TILE, end - at);
            reader.read(at, n, tile);
            Arrays.fill(tile, n, TILE, Long.MAX_VALUE);
            findSmallest(tile, smallest);
            offerTile(tile, smallest, at, n);
        }
    }

    private static void findSmallest(long[] tile, long[] smallest) {
        for (int i = 0; i < TILE / 2; i++) {
            smallest[i] = Math.min(tile[i], tile[i + TILE / 2]);
        }
        for (int i = 0; i < TILE / 4; i++) {
            smallest[i] = Math.min(smallest[i], smallest[i + TILE / 4]);
        }
        for (int i = 0; i < TILE / 8; i++) {
            smallest[i] = Math.min(smallest[i], smallest[i + TILE / 8]);
        }
    }

    private void offerTile(long[] tile, long[] smallest, int at, int n) {
        for (int group = 0; group < TILE / 8; group++) {
            if (smallest[group] <= thresholdKey) {
                for (int i = group; i < n; i += TILE / 8) {
                    offer(tile[i], at + i);
                }
            }
        }
    }

    private void offer(long key, int index) {
        if (key < thresholdKey || key == thresholdKey && index <= thresholdIndex) {
            add(packed.of(key, index));
        }
    }

    private void add(long row) {
        if (count == rows.length) {
            makeRoom();
        }
        rows[count++] = row;
    }

    /** Drops all but the first k rows, or allocates room for more of them. */
    private void makeRoom() {
        if (count / 4 < k) {
            rows = HostMemory.copyOf(rows, (int) Math.min(2L * count, keys.size()));
            return;
        }
        packed.sort(rows, 0, count, buffers);
        count = k;
        setThreshold(IndexedRows.index(rows[k - 1]));
        for (int i = 0; i < k; i++) {
            int index = IndexedRows.index(rows[i]);
            rows[i] = packed.of(keys.at(index), index);
        }
    }

    private void setThreshold(int index) {
        thresholdKey = keys.at(index);
        thresholdIndex = index;
        thresholdWord = OrderedInts.ofLong(thresholdKey);
    }

    /** Adds rows that others have collected. */
    void addAll(TopKCandidates others) {
        if (count + others.count > rows.length) {
            rows = HostMemory.copyOf(rows, Math.max(count + others.count, (int) Math.min(2L * count, keys.size())));
        }
        System.arraycopy(others.rows, 0, rows, count, others.count);
        count += others.count;
    }
}
