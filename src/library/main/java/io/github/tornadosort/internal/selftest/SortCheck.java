package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.selftest.ResultCheck.MismatchException;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * One sort of test keys, whose result must be in order and hold the same keys. Values are the indices of the keys.
 *
 * @param keys the keys
 * @param n their number
 * @param order the order
 */
record SortCheck(TestKeys keys, int n, Order order) {
    private PlanShape shape() {
        return keys.shape();
    }

    /** @throws MismatchException if the result is wrong */
    void run(SortPlan plan) {
        plan.load(keys.column(n));
        if (shape().payload() == Payload.VALUES) {
            for (int i = 0; i < n; i++) {
                plan.values().set(i, i);
            }
        }
        Outcome outcome = plan.run(n, WordOrder.of(keys.type(), order, false));
        TornadoNativeArray sorted = plan.sortedKeys(outcome, n);
        check(sorted, shape().withValues() ? plan.sortedValues(outcome, n) : null);
    }

    /**
     * Checks a result.
     *
     * @param values the indices of the keys before the sort, or null
     * @throws MismatchException if it is wrong
     */
    void check(TornadoNativeArray sorted, IntArray values) {
        Column column = new Column(sorted.getSegment().asSlice(0, (long) n * shape().bytes()), keys.type());
        MemorySegment indices = values == null ? null : values.getSegment().asSlice(0, (long) n * Integer.BYTES);
        ResultCheck.requireSorted(column, indices, sum(values != null), order);
        if (indices != null) {
            ResultCheck.requireStable(column, indices, order);
        }
    }

    private long sum(boolean withIndices) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += withIndices ? ResultCheck.hash(keys.bits(i), i) : ResultCheck.hash(keys.bits(i));
        }
        return sum;
    }
}
