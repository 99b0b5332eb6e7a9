package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.rows.TieSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;

/** Orders of strings on the host. {@link TieSort} sorts them. */
public final class HostStrings {
    private HostStrings() {}

    /**
     * Returns the index of each byte string in sorted order. The calling thread does all the work.
     *
     * @param bytes the strings, and at least seven more bytes
     * @param offsets the offset of each string, followed by the end of the last one; in ascending order
     * @param n the number of strings
     */
    public static int[] argsort(byte[] bytes, int[] offsets, int n, boolean descending, HostBuffers buffers) {
        return TieSort.argsortAlone(new HeapStrings(bytes, offsets, n), descending, buffers);
    }

    /**
     * Returns the indices of the first k strings of the sorted order. If k is small, the strings are read once and not sorted.
     *
     * @param k from 0 to the number of strings
     */
    public static int[] topK(StringSource source, int k, boolean descending, boolean nullsFirst, HostBuffers buffers) {
        int n = source.size();
        int parts = Math.clamp(n / HostPolicy.SHARED, 1, Loop.PARTS_PER_THREAD * Loop.threads());
        int[][] found = new int[parts][];
        if (k > 0 && k <= HostPolicy.FEW_ROWS) {
            ParallelRanges.each(
                    parts, part -> found[part] = TopStringRows.of(
                            source, descending, k, (int) ParallelRanges.start(n, parts, part),
                            (int) ParallelRanges.start(n, parts, part + 1)),
                    source.accessed());
        }
        int[] rows = found[0];
        for (int part = 1; part < parts && rows != null; part++) {
            rows = found[part] == null ? null : TopStringRows.of(source, descending, k, rows, found[part]);
        }
        return rows != null
                ? rows
                : HostMemory.copyOf(TieSort.argsort(source, descending, nullsFirst, buffers), k);
    }
}
