package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.KeySorter.SortedCopy;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.SortPlan;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One sort of keys without a payload. */
final class KeysOnlySort {
    private final PlanCache plans;
    private final Column keys;
    private final SortOptions options;
    private final int n;

    /** Prepares a sort; nothing runs yet. */
    KeysOnlySort(PlanCache plans, Column keys, SortOptions options) {
        this.plans = plans;
        this.keys = keys;
        this.options = options;
        this.n = Math.toIntExact(keys.size());
    }

    /** Sorts the keys in place. */
    SortStats sort() {
        try (KeptKeys kept = new KeptKeys(keys)) {
            DeviceSort sort = deviceSort(Order.of(keys.type(), options), kept::load);
            if (sort.moved()) {
                sort.store(keys, kept);
            }
            return sort.stats();
        }
    }

    /** Sorts the keys, and leaves them in memory of the plan; keys that are sorted already are copied. */
    SortedCopy copy(UnaryOperator<Column> copier) {
        DeviceSort sort = deviceSort(Order.of(keys.type(), options), this::load);
        if (!sort.moved()) {
            return new SortedCopy(copier.apply(keys), false, sort.stats());
        }
        MemorySegment sorted = sort.keys().getSegment().asSlice(0, keys.segment().byteSize());
        return new SortedCopy(new Column(sorted, keys.type()), true, sort.stats());
    }

    private void load(SortPlan plan) {
        plan.load(n, new ColumnLoader(keys));
    }

    private DeviceSort deviceSort(Order order, Consumer<SortPlan> load) {
        return new DeviceSort(plans, PlanShape.of(keys.type(), Payload.NONE, options), n, order, load);
    }
}
