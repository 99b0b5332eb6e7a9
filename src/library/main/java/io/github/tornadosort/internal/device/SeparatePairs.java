package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Sorts keys and payload in separate buffers. Suits work-group kernels, which sort each tile before they scatter it. */
final class SeparatePairs implements Pairs {
    private final DeviceSort sort;
    private TornadoNativeArray keys;
    private IntArray values;

    /**
     * Sorts the pairs.
     *
     * @param payload 32-bit values, one per key, or null for the indices of the keys
     */
    SeparatePairs(PlanCache plans, Column keys, MemorySegment payload, SortOptions options) {
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

    @Override
    public boolean moved() {
        return sort.moved();
    }

    @Override
    public Loop storeKeys(Column to) {
        return new KeyCodec(to, keys).store();
    }

    @Override
    public Loop storeValues(MemorySegment to) {
        return Copy.loop(values.getSegment().asSlice(0, to.byteSize()), to);
    }

    @Override
    public MemorySegment values(Scratch unused, long n) {
        return values.getSegment().asSlice(0, Integer.BYTES * n);
    }

    @Override
    public SortStats stats() {
        return sort.stats();
    }
}
