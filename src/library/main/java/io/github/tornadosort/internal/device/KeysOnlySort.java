package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.KeySorter.SortedCopy;
import io.github.tornadosort.internal.host.HostSurvey;
import io.github.tornadosort.internal.host.LowerBitsSort;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** One sort of keys without a payload. */
final class KeysOnlySort {
    /** Bits to sort by in addition to log2(n). With these, about one uniform key in 2^8 ties with another one. */
    static final int SPARE_BITS = 8;
    /** Minimum number of saved passes that is worth the survey and the insertion sort. */
    private static final int MIN_SAVED_PASSES = 2;

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

    /** Returns the number of passes after which few of n uniform keys tie. */
    static int passes(int n, int radixBits) {
        int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        return Math.ceilDiv(indexBits + SPARE_BITS, radixBits);
    }

    /**
     * Sorts 64-bit keys in place. The device sorts by enough of the upper varying bits that few keys tie. An insertion sort on
     * the host then orders those that do. This saves half of the passes: 3 of 6 for 2^22 uniform keys and 11-bit digits. If
     * the keys are clustered, so that many keys tie, they are sorted by all bits instead.
     */
    SortStats byUpperBitsFirst(int radixBits) {
        Order all = Order.of(keys.type(), options);
        HostSurvey survey = HostSurvey.of(new OrderedKeys(keys, options), keys.segment());
        int passes = plans.passes(survey.varying());
        int fewer = passes(n, radixBits);
        if (survey.sorted() || passes - fewer < MIN_SAVED_PASSES) {
            return byAllBits();
        }
        long upper = survey.varying();
        for (int spare = Long.bitCount(upper) - fewer * radixBits; spare > 0; spare--) {
            upper &= upper - 1;
        }
        DeviceSort sort = deviceSort(Order.by(all.flip(), upper, 0, options), this::load);
        TornadoNativeArray sorted = sort.keys();
        MemorySegment memory = sorted.getSegment().asSlice(0, keys.segment().byteSize());
        OrderedKeys ordered = new OrderedKeys(new Column(memory, keys.type()), options);
        if (!LowerBitsSort.sort(ordered, memory, survey.varying() & ~upper)) {
            return byAllBits();
        }
        Loop.store(new KeyCodec(keys, sorted).store());
        return sort.stats(all.bits());
    }

    /** Sorts the keys in place by all bits. */
    SortStats byAllBits() {
        try (KeptKeys kept = new KeptKeys(keys)) {
            DeviceSort sort = deviceSort(Order.of(keys.type(), options), kept::load);
            if (sort.moved()) {
                sort.store(keys, kept);
            }
            return sort.stats();
        }
    }

    /** Sorts the keys by all bits, and leaves them in memory of the plan; keys that are sorted already are copied. */
    SortedCopy copyByAllBits(UnaryOperator<Column> copy) {
        DeviceSort sort = deviceSort(Order.of(keys.type(), options), this::load);
        if (!sort.moved()) {
            return new SortedCopy(copy.apply(keys), false, sort.stats());
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
