package io.github.tornadosort.internal.host.select;

import io.github.tornadosort.Column;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Copy;

/**
 * Finds the distinct keys of a column on the host, and how often each of them occurs. Many keys of which few are distinct are
 * counted. Otherwise, a copy of the keys is sorted, and the runs of equal keys are found in it. The sort is stable, so that it shows
 * which of several equal keys is the first one.
 */
public final class HostRuns {
    private HostRuns() {}

    /**
     * Returns the distinct keys in sorted order and their counts. Of keys that are equal but differ in their bits, the first
     * one is returned.
     *
     * @param keys fewer than 2<sup>31</sup> keys
     */
    public static Runs of(Column keys, SortOptions options, HostBuffers buffers) {
        Runs few = keys.size() < HostPolicy.SAMPLED_DISTINCT ? null : FewDistinct.runs(keys, options, buffers);
        return few != null ? few : bySort(keys, options, buffers);
    }

    private static Runs bySort(Column keys, SortOptions options, HostBuffers buffers) {
        Column sorted = switch (keys.type().bytes()) {
            case Integer.BYTES -> Column.of(buffers.ints((int) keys.size())).range(0, keys.size()).as(keys.type());
            case Long.BYTES -> Column.of(buffers.longs((int) keys.size())).range(0, keys.size()).as(keys.type());
            default -> SortedKeys.allocate(keys.type(), (int) keys.size());
        };
        Copy.bytes(keys.segment(), sorted.segment());
        if (HostKeys.areComparedByAllBits(keys, options)) {
            HostKeys.sort(sorted, options.isDescending(), buffers);
        } else {
            HostPairs.sort(sorted, options, buffers);
        }
        Runs runs = SortedKeys.runs(sorted, options, buffers);
        Object memory = sorted.segment().heapBase().orElseThrow();
        if (memory instanceof int[] ints) {
            buffers.release(ints);
        } else if (memory instanceof long[] longs) {
            buffers.release(longs);
        }
        return runs;
    }
}
