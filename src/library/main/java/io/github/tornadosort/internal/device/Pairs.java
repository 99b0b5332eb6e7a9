package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A sort of keys with a 32-bit payload: the caller's values, or the indices of the keys. The result is on the host in full.
 */
final class Pairs {
    private final DeviceSort sort;
    private TornadoNativeArray keys;
    private IntArray values;

    /**
     * Sorts the pairs.
     *
     * @param payload 32-bit values, one per key, or null for the indices of the keys
     */
    Pairs(PlanCache plans, Column keys, MemorySegment payload, SortOptions options) {
        PlanShape shape = PlanShape.of(keys.type(), payload == null ? Payload.INDICES : Payload.VALUES, options);
        this.sort = new DeviceSort(
                plans, shape, Math.toIntExact(keys.size()), Order.of(keys.type(), options), plan -> {
                    plan.load((int) keys.size(), new ColumnLoader(keys));
                    if (payload != null) {
                        Copy.bytes(payload, plan.values().getSegment());
                    }
                });
        if (sort.moved()) {
            this.keys = sort.keys();
            this.values = sort.values();
        }
    }

    /** Returns whether the sort may have moved any key. If not, there is nothing to store. */
    boolean moved() {
        return sort.moved();
    }

    /** Returns a loop that overwrites the unsorted keys with the sorted ones. Allocates all memory that the loop needs. */
    Loop storeKeys(Column to) {
        return new KeyCodec(to, keys).store();
    }

    /** Returns a loop that fills memory with the reordered payload, as ints. */
    Loop storeValues(MemorySegment to) {
        return Copy.loop(values.getSegment().asSlice(0, to.byteSize()), to);
    }

    /** Returns the reordered payload of n keys, in memory of the plan. */
    MemorySegment values(long n) {
        return values.getSegment().asSlice(0, Integer.BYTES * n);
    }

    /** Returns the stats of the sort. */
    SortStats stats() {
        return sort.stats();
    }
}
