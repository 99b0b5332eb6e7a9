package io.github.tornadosort.spark;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;

/**
 * The sorter of a task's device.
 *
 * @param sorter shared by the tasks of an executor
 * @param isDeviceInHostMemory whether the buffers of the device are in the host's memory, in addition to those of the host
 */
record TaskSorter(Sorter sorter, boolean isDeviceInHostMemory) {
    /** Returns bytes on the host that a sort of words needs, the words and values included. */
    long bytes(long n) {
        ScratchBytes bytes = sorter.scratchBytes(n, KeyType.UINT64, KeyType.INT64);
        return 2 * Long.BYTES * n + bytes.host() + (isDeviceInHostMemory ? bytes.device() : 0);
    }

    /** Sorts words and values by the words, on the device if that is faster. Returns whether the device has sorted them. */
    boolean sort(long[] words, long[] values) {
        SortStats stats = sorter.sort(Column.of(words).unsigned(), Column.of(values), SortOptions.ascending());
        return stats.reason() == SortStats.Reason.DEVICE;
    }
}
