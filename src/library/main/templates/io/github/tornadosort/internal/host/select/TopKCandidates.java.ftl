package io.github.tornadosort.internal.host.select;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.host.rows.IndexedRows;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;

/**
 * Collects rows that are not after a threshold row in sorted order. If there are many more than k of them, only the first k are
 * kept, and the last of these becomes the threshold. Rows are equal only if their indices are, so the first k are unique.
 *
 * <p>The loop over keys is a method that is called for each candidate, because methods that are called often are compiled soon.
 */
final class TopKCandidates {
    /** A threshold that no row is after. */
    static final int NO_THRESHOLD = -1;

    private final OrderedKeys keys;
    private final IndexedRows packed;
    private final boolean wide;
    private final int k;
    private final HostBuffers buffers;
    private long[] rows;
    private int count;
    private long thresholdKey = Long.MAX_VALUE;
    private int thresholdIndex = Integer.MAX_VALUE;
    /** Keys above this are not offered: the threshold, as an int for keys of at most 32 bits. */
    private int limit32 = Integer.MAX_VALUE;
    private long limit64 = Long.MAX_VALUE;

    /** @param threshold the index of the threshold row, or {@link #NO_THRESHOLD} */
    TopKCandidates(OrderedKeys keys, IndexedRows packed, int k, int threshold, HostBuffers buffers) {
        this.keys = keys;
        this.wide = keys.bits() == Long.SIZE;
        this.packed = packed;
        this.k = k;
        this.buffers = buffers;
        this.rows = HostMemory.longs((int) Math.min(HostPolicy.FEW_TOP, keys.size()));
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
            collect64(first, end);
        } else {
            collect32(first, end);
        }
    }

<#list {"int": 32, "long": 64} as key, width>
    private void collect${width}(int first, int end) {
        ${key}[] tile = new ${key}[Math.min(HostPolicy.TILE, end - first)];
    <#if key == "long">
        int[] ints = new int[tile.length];
    </#if>
        for (int n, at = first; at < end; at += n) {
            n = Math.min(HostPolicy.TILE, end - at);
            ${(key == "long")?then("keys.read(at, n, tile, 0, ints)", "keys.read(at, n, tile, 0)")};
            for (int i = next(tile, 0, n, limit${width}); i < n; i = next(tile, i + 1, n, limit${width})) {
                offer(${(key == "long")?then("tile[i]", "OrderedKeys.toLong(tile[i])")}, at + i);
            }
        }
    }

    /** Returns the index of the next key that is not greater than the limit, or the end of the tile. */
    private static int next(${key}[] tile, int from, int end, ${key} limit) {
        int i = from;
        while (i < end && tile[i] > limit) {
            i++;
        }
        return i;
    }

</#list>
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
        if (wide) {
            for (int i = 0; i < k; i++) {
                int index = IndexedRows.index(rows[i]);
                rows[i] = packed.of(keys.at(index), index);
            }
        }
    }

    private void setThreshold(int index) {
        thresholdKey = keys.at(index);
        thresholdIndex = index;
        limit64 = thresholdKey;
        limit32 = OrderedKeys.ofLong(thresholdKey);
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
