package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.ParallelRanges;

/**
 * The range of keys.
 *
 * @param varying a mask of the ordered bits in which keys differ
 * @param smallest the smallest key; 0 if there are no keys
 * @param largest the largest key; 0 if there are no keys
 */
record KeyRange(long varying, long smallest, long largest) {

    /** Reads the keys once, on all threads. */
    static KeyRange of(OrderedKeys keys, Crew crew) {
        int parts = ParallelRanges.parts(keys.size());
        KeyRange[] ranges = new KeyRange[parts];
        long first = keys.size() > 0 ? keys.at(0) : 0;
        crew.loop(parts, (part, thread) -> ranges[part] = of(keys, first,
                (int) ParallelRanges.start(keys.size(), parts, part),
                (int) ParallelRanges.start(keys.size(), parts, part + 1)));
        KeyRange all = ranges[0];
        for (KeyRange part : ranges) {
            all = new KeyRange(all.varying | part.varying,
                    Math.min(all.smallest, part.smallest), Math.max(all.largest, part.largest));
        }
        return all;
    }

    private static KeyRange of(OrderedKeys keys, long first, int begin, int end) {
        long[] tile = new long[Math.min(HostPolicy.TILE, end - begin)];
        int[] ints = new int[tile.length];
        long varying = 0;
        long smallest = first;
        long largest = first;
        for (int at = begin, n; at < end; at += n) {
            n = Math.min(HostPolicy.TILE, end - at);
            keys.read(at, n, tile, 0, ints);
            for (int i = 0; i < n; i++) {
                varying |= tile[i] ^ first;
                smallest = Math.min(smallest, tile[i]);
                largest = Math.max(largest, tile[i]);
            }
        }
        return new KeyRange(varying, smallest, largest);
    }
}
