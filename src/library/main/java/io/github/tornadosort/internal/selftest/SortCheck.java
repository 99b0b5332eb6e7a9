package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.ArrayWords;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * One sort of test keys, whose result must be in order and hold the same keys.
 *
 * @param keys the keys
 * @param n their number
 * @param options the order, and whether the device verifies the result too
 */
record SortCheck(TestKeys keys, int n, SortOptions options) {
    /** Thrown if a sort has a wrong result. */
    static final class WrongKernelException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private WrongKernelException(String message) {
            super(message);
        }
    }

    /** {@return a type of the keys of a shape} */
    static KeyType type(PlanShape shape) {
        boolean wide = shape.bytes() == Long.BYTES;
        return shape.floats() ? wide ? KeyType.FLOAT64 : KeyType.FLOAT32 : wide ? KeyType.INT64 : KeyType.INT32;
    }

    /** {@return the same sort, whose result the device verifies} */
    SortCheck verified() {
        return new SortCheck(keys, n, options.withVerification(true));
    }

    private PlanShape shape() {
        return keys.shape();
    }

    /** @throws WrongKernelException if the result is wrong */
    void run(SortPlan plan) {
        plan.load(n, keys);
        if (shape().payload() == Payload.VALUES) {
            for (int i = 0; i < n; i++) {
                plan.values().set(i, i);
            }
        }
        Outcome outcome = plan.run(n, Order.of(type(shape()), options).ofFloats(shape().floats()));
        TornadoNativeArray sorted = plan.sortedKeys(outcome, n);
        check(sorted, shape().withValues() ? plan.sortedValues(outcome, n) : null);
    }

    /**
     * Checks a result.
     *
     * @param values the indices of the keys before the sort, or null
     * @throws WrongKernelException if it is wrong
     */
    void check(TornadoNativeArray sorted, IntArray values) {
        Column column = new Column(sorted.getSegment().asSlice(0, (long) n * shape().bytes()), type(shape()));
        checkOrder(new OrderedKeys(column, options), values);
        checkKeys(sorted, values);
    }

    /** Checks that keys are in order, and that the indices of equal keys are. */
    private void checkOrder(OrderedKeys ordered, IntArray values) {
        for (int i = 1; i < n; i++) {
            int order = Long.compare(ordered.at(i - 1L), ordered.at(i));
            if (order > 0 || order == 0 && values != null && values.get(i - 1) >= values.get(i)) {
                throw wrong(order > 0 ? "key" : "value", i, "is out of order");
            }
        }
    }

    /**
     * Checks that the result holds the keys that were sorted. Values are the keys' indices: since keys and indices are in order, no index
     * occurs twice.
     */
    private void checkKeys(TornadoNativeArray sorted, IntArray values) {
        long hash = 0;
        for (int i = 0; i < n; i++) {
            long key = ArrayWords.get(sorted, i);
            if (values == null) {
                hash += hash(key) - hash(keys.bits(i));
            } else if (values.get(i) < 0 || values.get(i) >= n || key != keys.bits(values.get(i))) {
                throw wrong("value", i, "is not the index of its key");
            }
        }
        if (hash != 0) {
            throw new WrongKernelException("a sort of " + n + " keys has other keys than before");
        }
    }

    private WrongKernelException wrong(String what, int index, String problem) {
        return new WrongKernelException("a sort of %d keys: %s %d %s".formatted(n, what, index, problem));
    }

    /** Returns a number whose sum over all keys shows whether two arrays hold the same keys (MurmurHash3's last steps). */
    private static long hash(long key) {
        long mixed = (key ^ key >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
