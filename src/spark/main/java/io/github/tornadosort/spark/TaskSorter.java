package io.github.tornadosort.spark;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;

/**
 * What a task sorts with.
 *
 * @param sorter shared by the tasks of an executor
 * @param processor where to sort
 */
record TaskSorter(Sorter sorter, SortOptions.Processor processor) {

    /** Returns bytes on the host that a sort needs in addition to the columns. */
    long scratchBytes(long rows, KeyType keys, KeyType values) {
        return sorter.scratchBytes(rows, keys, values, SortOptions.ascending().withProcessor(processor)).host();
    }

    void sort(Column keys, Column values, boolean ascending) {
        SortOptions order = ascending ? SortOptions.ascending() : SortOptions.descending();
        sorter.sort(keys, values, order.withProcessor(processor));
    }
}
