package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.PlanTest;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.selftest.ResultCheck.MismatchException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * Sorts test keys with a plan of a radix sort before its first use. The plan's kernels have to be compiled anyway, so that the
 * test costs little more than the sort. A verdict holds until the JVM ends. The JVM backend is not tested, since other devices
 * are compared with it, nor are plans of other algorithms.
 *
 * @param policy the policy of the device's plans
 */
public record PlanCheck(SortDevice device, SortPolicy policy) implements PlanTest {
    /** System property: {@code false} disables the tests. */
    private static final String PROPERTY = "tornadosort.selftest";

    /** Keys of a test. A plan of more keys is tested with this number of them, unless its own number needs other kernels. */
    private static final int MOST_KEYS = 1 << 18;

    private static final Map<Sort, Boolean> VERDICTS = new ConcurrentHashMap<>();

    private record Sort(SortDevice device, PlanShape shape, int capacity) {}

    @Override
    public boolean passes(PlanShape shape, int capacity, SortPlan plan) {
        if (shape.algorithm() != Algorithm.RADIX || !Backend.of(device).compilesKernels()
                || "false".equals(System.getProperty(PROPERTY))) {
            return true;
        }
        Sort sort = new Sort(device, shape, capacity);
        Boolean known = VERDICTS.get(sort);
        if (known != null) {
            return known;
        }
        Optional<String> wrong = firstWrong(policy, shape, capacity, plan);
        wrong.ifPresent(found -> LoggerFactory.getLogger(PlanCheck.class)
                .warn("Device {} does not sort {}, which the host sorts instead, because their self-test failed: {}", device,
                        shape.label(), found));
        VERDICTS.put(sort, wrong.isEmpty());
        return wrong.isEmpty();
    }

    /**
     * Tests a plan. Returns a description of the first wrong result, if there is one.
     *
     * @throws CancellationException if the thread is interrupted
     * @throws RuntimeException a lack of memory, which says nothing about the kernels
     */
    static Optional<String> firstWrong(SortPolicy policy, PlanShape shape, int capacity, SortPlan plan) {
        try {
            sort(new TestKeys(shape, -1), keys(policy, capacity), plan);
            return Optional.empty();
        } catch (CancellationException | VirtualMachineError e) {
            throw e;
        } catch (MismatchException e) {
            return Optional.of(e.getMessage());
        } catch (RuntimeException | Error e) {
            if (DriverFailure.isLackOfMemory(e)) {
                throw e;
            }
            // Drivers throw errors of many kinds if they cannot compile a kernel.
            return Optional.of("it cannot run: " + e.getClass().getSimpleName() + ": " + DriverFailure.reason(e));
        }
    }

    /**
     * Sorts test keys in ascending order, with their indices as values if there are values.
     *
     * @throws MismatchException if the result is not in order, or does not hold the same keys
     */
    private static void sort(TestKeys keys, int n, SortPlan plan) {
        PlanShape shape = keys.shape();
        plan.load(keys.column(n));
        if (shape.payload() == Payload.VALUES) {
            for (int i = 0; i < n; i++) {
                plan.values().set(i, i);
            }
        }
        Outcome outcome = plan.run(n, WordOrder.of(keys.type(), Order.ASCENDING, false));
        MemorySegment sorted = plan.sortedKeys(outcome, n).getSegment().asSlice(0, (long) n * shape.bytes());
        MemorySegment indices = shape.withValues()
                ? plan.sortedValues(outcome, n).getSegment().asSlice(0, (long) n * Integer.BYTES)
                : null;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += indices != null ? ResultCheck.hash(keys.bits(i), i) : ResultCheck.hash(keys.bits(i));
        }
        Column column = new Column(sorted, keys.type());
        ResultCheck.requireSorted(column, indices, sum, Order.ASCENDING);
        if (indices != null) {
            ResultCheck.requireStable(column, indices, Order.ASCENDING);
        }
    }

    /**
     * Returns the number of keys that a plan is tested with. A plan for so many keys that they are sorted in buckets of two
     * digits gets enough of them: with fewer, the test would compile kernels that the sorts do not need, and leave out some
     * that they need.
     */
    static int keys(SortPolicy policy, int capacity) {
        boolean many = policy.bucketedKeys() > 0 && capacity >= policy.bucketedKeys();
        return Math.min(capacity, many ? Math.max(policy.bucketedKeys(), MOST_KEYS) : MOST_KEYS);
    }
}
