package io.github.tornadosort.internal.host.keys;

import java.util.function.LongConsumer;

/**
 * Tells a listener how many keys from the first one on have their final values, while threads sort buckets in any order.
 */
final class SortedPrefix {
    private final LongConsumer listener;
    /** The index of the first key of each bucket, then the number of keys. */
    private final int[] starts;
    /** For each bucket, the number of tasks that are not done. */
    private final int[] left;
    /** The first bucket some of whose keys do not have their final values. */
    private int first;

    /**
     * @param starts the index of the first key of each bucket, then the number of keys
     * @param tasks for each bucket, the number of tasks that give its keys their final values; overwritten
     */
    SortedPrefix(LongConsumer listener, int[] starts, int[] tasks) {
        this.listener = listener;
        this.starts = starts;
        this.left = tasks;
    }

    /** Notes that a task of a bucket is done. */
    synchronized void finish(int bucket) {
        left[bucket]--;
        int before = first;
        while (first < left.length && left[first] == 0) {
            first++;
        }
        if (first > before) {
            listener.accept(starts[first]);
        }
    }
}
