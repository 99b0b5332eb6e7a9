package io.github.tornadosort.internal.host;

import java.util.function.LongConsumer;

/**
 * Tells a listener how many keys from the first one on have their final values, while threads sort buckets in any order.
 */
final class SortedPrefix {
    private final LongConsumer listener;
    /** The index of the first key of each bucket, then the number of keys. */
    private final int[] starts;
    private final boolean[] sorted;
    /** The first bucket that is not sorted. */
    private int first;

    /** @param starts the index of the first key of each bucket, then the number of keys */
    SortedPrefix(LongConsumer listener, int[] starts) {
        this.listener = listener;
        this.starts = starts;
        this.sorted = new boolean[starts.length - 1];
    }

    /** Adds a bucket whose keys have their final values. */
    synchronized void add(int bucket) {
        sorted[bucket] = true;
        int before = first;
        while (first < sorted.length && sorted[first]) {
            first++;
        }
        if (first > before) {
            listener.accept(starts[first]);
        }
    }
}
