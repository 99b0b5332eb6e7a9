package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.ArrayWords;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.selftest.KernelRun.WrongKernelException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts test keys with a plan of a radix sort, and checks the order of the result and that it holds the same keys. The plan's kernels
 * have to be compiled anyway, so that the test costs little more than the sort. {@link ShapeCheck} tests kernels one by one, and compiles
 * each of them.
 */
final class PlanCheck {
    /** Keys of a test. A plan of more keys is tested with this number of them, unless its own number needs other kernels. */
    private static final int MOST_KEYS = 1 << 20;

    private final PlanShape shape;
    private final SortPlan plan;
    private final int n;
    private final TestKeys test;
    private final KeyType type;

    private PlanCheck(PlanShape shape, SortPlan plan, int n) {
        this.shape = shape;
        this.plan = plan;
        this.n = n;
        this.test = new TestKeys(shape);
        boolean wide = shape.bytes() == Long.BYTES;
        this.type = shape.floats() ? wide ? KeyType.FLOAT64 : KeyType.FLOAT32 : wide ? KeyType.INT64 : KeyType.INT32;
    }

    /** Tests a plan. Returns a description of the first wrong kernel, or of the first wrong key, if there is one. */
    static Optional<String> firstWrong(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, SortPlan plan) {
        try {
            new PlanCheck(shape, plan, keys(policy, capacity)).run();
            return Optional.empty();
        } catch (TornadoOutOfMemoryException | CancellationException | VirtualMachineError e) {
            throw e;
        } catch (WrongKernelException e) {
            return Optional.of(ofKernel(device, policy, shape).orElse(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // Drivers throw errors of many kinds if they cannot compile a kernel.
            return Optional.of(ofKernel(device, policy, shape).orElse(
                    "a sort cannot run: " + e.getClass().getSimpleName() + ": " + DriverFailure.reason(e)));
        }
    }

    /**
     * Returns the number of keys that a plan is tested with. A plan for so many keys that they are sorted in buckets of two digits gets
     * enough of them: with fewer, the test would compile kernels that the sorts do not need, and leave out those that they need.
     */
    static int keys(SortPolicy policy, int capacity) {
        boolean many = policy.bucketedKeys() > 0 && capacity >= policy.bucketedKeys();
        return Math.min(capacity, many ? Math.max(policy.bucketedKeys(), MOST_KEYS) : MOST_KEYS);
    }

    private static Optional<String> ofKernel(SortDevice device, SortPolicy policy, PlanShape shape) {
        return KernelCheck.firstWrong(device, policy, TestedKernels.of(shape));
    }

    private void run() {
        plan.load(n, test);
        if (shape.payload() == Payload.VALUES) {
            for (int i = 0; i < n; i++) {
                plan.values().set(i, i);
            }
        }
        Outcome outcome = plan.run(n, Order.of(type, SortOptions.ascending()).ofFloats(shape.floats()));
        TornadoNativeArray keys = plan.sortedKeys(outcome, n);
        IntArray values = shape.withValues() ? plan.sortedValues(outcome, n) : null;
        checkOrder(new Column(keys.getSegment().asSlice(0, (long) n * shape.bytes()), type), values);
        checkKeys(keys, values);
    }

    /** Checks that keys are in order, and that the indices of equal keys are. */
    private void checkOrder(Column keys, IntArray values) {
        OrderedKeys ordered = new OrderedKeys(keys, SortOptions.ascending());
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
    private void checkKeys(TornadoNativeArray keys, IntArray values) {
        long hash = 0;
        for (int i = 0; i < n; i++) {
            long key = ArrayWords.get(keys, i);
            if (values == null) {
                hash += hash(key) - hash(test.bits(i));
            } else if (values.get(i) < 0 || values.get(i) >= n || key != test.bits(values.get(i))) {
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
