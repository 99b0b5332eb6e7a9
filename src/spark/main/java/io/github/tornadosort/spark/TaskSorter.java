package io.github.tornadosort.spark;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import org.apache.spark.util.LongAccumulator;

/**
 * What a task sorts with.
 *
 * @param sorter shared by the tasks of an executor
 * @param keysOnDevice adds up the keys that a device sorts, or null
 * @param processor where to sort
 * @param isDeviceInHostMemory whether the buffers of the device are in the host's memory, in addition to those of the host
 */
record TaskSorter(
        Sorter sorter, SortOptions.Processor processor, boolean isDeviceInHostMemory, LongAccumulator keysOnDevice) {
    TaskSorter(Sorter sorter, SortOptions.Processor processor, boolean isDeviceInHostMemory) {
        this(sorter, processor, isDeviceInHostMemory, null);
    }

    /** Returns a sorter that counts the keys of a task. */
    TaskSorter counting(SortMetrics metrics) {
        return new TaskSorter(sorter, processor, isDeviceInHostMemory, metrics.keysOnDevices());
    }

    /** Returns bytes on the host that a sort needs in addition to the columns. */
    long scratchBytes(long rows, KeyType keys, KeyType values) {
        ScratchBytes bytes = sorter.scratchBytes(rows, keys, values, SortOptions.ascending().withProcessor(processor));
        return bytes.host() + (isDeviceInHostMemory ? bytes.device() : 0);
    }

    void sort(Column keys, Column values, boolean ascending) {
        SortOptions order = ascending ? SortOptions.ascending() : SortOptions.descending();
        SortStats stats = sorter.sort(keys, values, order.withProcessor(processor));
        if (keysOnDevice != null && stats.reason() == SortStats.Reason.DEVICE) {
            keysOnDevice.add(keys.size());
        }
    }
}
