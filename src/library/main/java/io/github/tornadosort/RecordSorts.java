package io.github.tornadosort;

import static io.github.tornadosort.ArgumentChecks.requireApart;
import static io.github.tornadosort.ArgumentChecks.requireValues;
import static io.github.tornadosort.ArgumentChecks.requireWritable;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.util.List;

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
     * Sorts records in place, in ascending order of their keys, and moves values with them; see
     * {@link #sort(Records, Order, Column...)}.
     *
     * @param records the records
     * @param values columns of any width, each of at least one value per record
     * @return what was done
     */
    public SortStats sort(Records records, Column... values) {
        return sort(records, Order.ASCENDING, values);
    }

    /**
     * Sorts records in place by their keys, whose bytes are compared as unsigned numbers, as C's {@code memcmp} does, and moves
     * values with them. The sort needs as much additional memory as the records take. A device sorts the first four bytes of
     * the keys, and the host the records that tie; the statistics are those of the device's sort. This takes about 1 µs for 10
     * records of 16 bytes and 20 µs for 1,000.
     *
     * @param records the records
     * @param order the direction
     * @param values columns of any width, each of at least one value per record
     * @return what was done
     * @throws IllegalArgumentException if the order names bits, memory is read-only, there are fewer values than records, or
     *     values overlap the records or other values in memory
     */
    public SortStats sort(Records records, Order order, Column... values) {
        requireWritable(records.segment(), "records");
        List<Column> moved = requireValues(records.size(), values);
        for (Column column : moved) {
            requireApart(records.segment(), "the records", column.segment(), "the values");
        }
        Reason where = dispatch.where(records.size(), KeyType.UINT32, Payload.VALUES, order);
        return where == Reason.DEVICE
                ? dispatch.device().sort(records, moved, order)
                : host.sort(records, moved, order, where);
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
     * Returns the indices of the records in the order of {@link #sort(Records, Order, Column...)}. This takes about 0.7 µs for
     * 10 records and 15 µs for 1,000.
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
