package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireWritable;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.plan.PlanShape.Payload;

/**
 * Sorts of {@link Records}, which are rows of bytes; see {@link Sorter#records}. Arguments are checked, and errors thrown, as
 * {@link Sorter} describes.
 */
public final class RecordSorts {
    private final Dispatch dispatch;
    private final HostOperations host;

    RecordSorts(Dispatch dispatch, HostOperations host) {
        this.dispatch = dispatch;
        this.host = host;
    }

    /**
     * Sorts records in place, in ascending order of their keys; see {@link #sort(Records, Order)}.
     *
     * @param records the records
     * @return what was done
     */
    public SortStats sort(Records records) {
        return sort(records, Order.ASCENDING);
    }

    /**
     * Sorts records in place by their keys, whose bytes are compared as unsigned numbers, as C's {@code memcmp} does. The
     * sort needs as much additional memory as the records take. Its statistics add up several sorts: one by the first four
     * bytes of the keys, and one by each further four bytes of records that tie. This takes about 1 µs for 10 records of 16 bytes and
     * 20 µs for 1,000.
     *
     * @param records the records
     * @param order the direction
     * @return what was done
     * @throws IllegalArgumentException if the order names bits, or the memory is read-only
     */
    public SortStats sort(Records records, Order order) {
        requireWritable(records.segment(), "records");
        Reason where = dispatch.where(records.size(), KeyType.UINT32, Payload.VALUES, order);
        return where == Reason.DEVICE
                ? dispatch.device().sort(records, order)
                : Dispatch.onHost(where, host.sort(records, order));
    }

    /**
     * Returns the indices of the records in ascending order of their keys; see {@link #argsort(Records, Order)}.
     *
     * @param records the records, which are not changed
     * @return one index per record
     */
    public int[] argsort(Records records) {
        return argsort(records, Order.ASCENDING);
    }

    /**
     * Returns the indices of the records in the order of {@link #sort(Records, Order)}. This takes about 0.7 µs for 10 records
     * and 15 µs for 1,000.
     *
     * @param records the records, which are not changed
     * @param order the direction
     * @return one index per record: {@code result[0]} is the index of the first record in order
     * @throws IllegalArgumentException if the order names bits
     */
    public int[] argsort(Records records, Order order) {
        dispatch.execution().requireUntimed("argsort");
        return dispatch.where(records.size(), KeyType.UINT32, Payload.VALUES, order) == Reason.DEVICE
                ? dispatch.device().argsort(records, order)
                : host.argsort(records, order);
    }
}
