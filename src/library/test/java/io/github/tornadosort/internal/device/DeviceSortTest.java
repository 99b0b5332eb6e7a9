package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests the stats of a sort with a plan that returns a fixed outcome, and that its first run has a notice. */
class DeviceSortTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    private static final SortOptions SPLIT = SortOptions.builder().algorithm(Algorithm.RADIX_SPLIT).build();
    private static final PlanShape SHAPE = PlanShape.of(KeyType.INT32, Payload.NONE, SPLIT);
    private static final Order ORDER = Order.of(KeyType.INT32, SPLIT);
    /** A duration longer than any test, in nanoseconds. */
    private static final long HOURS = 1L << 50;

    private static final Outcome SORTED = new Outcome(0, 1, 0, 0, 0, null);

    private final IntArray keys = new IntArray(1);
    private final IntArray values = new IntArray(10);

    /** A plan that always returns the given outcome. */
    private class FixedPlan implements SortPlan {
        private final Outcome outcome;

        private FixedPlan(Outcome outcome) {
            this.outcome = outcome;
        }

        @Override
        public TornadoNativeArray keys() {
            return keys;
        }

        @Override
        public IntArray values() {
            return values;
        }

        @Override
        public Outcome run(int n, Order order, Consumer<TornadoExecutionResult> watcher) {
            return outcome;
        }

        @Override
        public TornadoNativeArray sortedKeys(Outcome of, int n) {
            return keys;
        }

        @Override
        public IntArray sortedValues(Outcome of, int n) {
            return values;
        }

        @Override
        public void close() {}
    }

    private DeviceSort sort(int passes, Order order, Consumer<SortPlan> load) {
        Outcome outcome = new Outcome(0, passes, 70, HOURS, 50, null);
        PlanCache plans = new PlanCache(
                SortDevice.preferred(), POLICY, _ -> {}, (_, _, _, _, _) -> new FixedPlan(outcome));
        return new DeviceSort(plans, SHAPE, 10, order, load);
    }

    @Test
    void statsAreThoseOfThePlan() {
        long start = System.nanoTime();
        long[] loaded = new long[2];
        DeviceSort sort = sort(20, ORDER, plan -> {
            loaded[0] = System.nanoTime();
            while (System.nanoTime() == loaded[0]) {
                Thread.onSpinWait();
            }
            loaded[1] = System.nanoTime();
        });
        SortStats stats = sort.stats();
        long elapsed = System.nanoTime() - start;
        assertThat(stats.keys()).isEqualTo(10);
        assertThat(stats.passesIssued()).isEqualTo(20);
        assertThat(stats.passesSkipped()).as("one pass per bit").isEqualTo(32 - 20);
        assertThat(stats.copyInNanos()).as("the host's part and the device's")
                .isBetween(HOURS + loaded[1] - loaded[0], HOURS + elapsed);
        assertThat(stats.kernelNanos()).isEqualTo(70);
        assertThat(stats.compileNanos()).isEqualTo(50);
        assertThat(stats.copyOutNanos()).isBetween(0L, elapsed);
        assertThat(stats.verified()).isZero();
    }

    @Test
    void passesOfBitsThatDoNotCountAreNotSkipped() {
        for (int bits : new int[] {16, 20, 64}) {
            Order order = new Order(0, -1L >>> (Long.SIZE - bits), false, false, false);
            assertThat(sort(20, order, _ -> {}).stats().passesSkipped()).isEqualTo(Math.max(0, bits - 20));
        }
    }

    @Test
    void returnsTheArraysOfThePlan() {
        DeviceSort sort = sort(1, ORDER, _ -> {});
        assertThat(sort.moved()).isTrue();
        assertThat(sort.keys()).isSameAs(keys);
        assertThat(sort.values().address()).isEqualTo(values.getSegment().address());
        assertThat(sort(0, ORDER, _ -> {}).moved()).isFalse();
    }

    /** A plan has one notice, so the plan gets none if the sort has opened it before the run. */
    @Test
    void aPlanRunsWithANotice() {
        SortDevice device = new SortDevice(0, 0, "opencl", "some", TornadoDeviceType.GPU, 1 << 20, null);
        AtomicBoolean noticed = new AtomicBoolean();
        PlanCache plans = new PlanCache(device, POLICY, _ -> {}, (_, _, _, _, _) -> new FixedPlan(SORTED) {
            @Override
            public Outcome run(int n, Order order, Consumer<TornadoExecutionResult> watcher) {
                noticed.set(CompilationNotice.of(this, device) == null);
                return super.run(n, order, watcher);
            }
        });
        new DeviceSort(plans, SHAPE, 10, ORDER, _ -> {});
        assertThat(noticed).isTrue();
    }

    @Test
    void countsVerifiedSorts() {
        Order verified = new Order(0, -1L, false, true, false);
        assertThat(sort(1, verified, _ -> {}).stats().verified()).isEqualTo(1);
    }
}
