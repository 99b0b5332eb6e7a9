package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.StubLaboratory;
import io.github.tornadosort.internal.plan.UnusedPlan;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.Execution.Processor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests what happens to plans and keys when a plan fails. */
class DeviceSortTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    /** An algorithm whose plans come from the factory. */
    private static final Execution MERGE =
            new Execution(Processor.DEVICE, Algorithm.MERGE, Execution.BY_POLICY, false, false);
    private static final Execution VERIFIED =
            new Execution(Processor.DEVICE, Algorithm.MERGE, Execution.BY_POLICY, false, true);

    private final List<FailingPlan> plans = new ArrayList<>();
    private final Scratch scratch = new Scratch();
    private final DeviceSort sorter = new DeviceSort(SortDevice.preferred(), POLICY, MERGE, scratch, _ -> {});
    private final DeviceSort verified = new DeviceSort(SortDevice.preferred(), POLICY, VERIFIED, scratch, _ -> {});
    private RuntimeException failure;
    private RuntimeException closing;
    private int failsAbove = Integer.MAX_VALUE;
    private boolean outOfHeap;

    /** A plan that throws the failure that a test has set, or leaves the keys unchanged. */
    private final class FailingPlan extends UnusedPlan {
        private final IntArray keys;
        private boolean closed;

        private FailingPlan(int capacity) {
            this.keys = new IntArray(capacity);
            plans.add(this);
        }

        @Override
        public TornadoNativeArray keys() {
            return keys;
        }

        @Override
        public Outcome run(int n, WordOrder order, Consumer<TornadoExecutionResult> watcher) {
            if (failure != null) {
                throw failure;
            }
            if (outOfHeap) {
                outOfHeap = false;
                throw new OutOfMemoryError("planted");
            }
            if (keys.getSize() > failsAbove) {
                throw new TornadoOutOfMemoryException("planted");
            }
            return new Outcome(0, 0, 0, 0, 0, null);
        }

        @Override
        public void close() {
            closed = true;
            if (closing != null) {
                throw closing;
            }
        }
    }

    @BeforeEach
    void usePlansThatFail() {
        StubLaboratory.plans = (_, _, _, capacity, _) -> new FailingPlan(capacity);
    }

    @AfterEach
    void freeScratch() {
        StubLaboratory.plans = null;
        scratch.close();
    }

    private static int[] descending(int n) {
        return IntStream.range(0, n).map(i -> -i).toArray();
    }

    /** Sorts keys that are sorted already, since the plans of this test do not sort. */
    private SortStats sort(int n) {
        return sorter.sort(Column.of(IntStream.range(0, n).toArray()), Order.ASCENDING);
    }

    private boolean firstIsClosed() {
        return plans.getFirst().closed;
    }

    @Test
    void closeClosesThePlans() {
        sort(10);
        assertThat(firstIsClosed()).isFalse();
        sorter.close();
        assertThat(firstIsClosed()).isTrue();
    }

    @Test
    void aFailureClosesThePlans() {
        failure = new IllegalStateException("planted");
        assertThatThrownBy(() -> sort(10)).isSameAs(failure);
        assertThat(firstIsClosed()).isTrue();
        failure = null;
        assertThat(sort(10).keys()).as("the next sort makes a new plan").isEqualTo(10);
        assertThat(plans).hasSize(2);
    }

    @Test
    void aCancellationKeepsThePlans() {
        failure = new CancellationException("planted");
        assertThatThrownBy(() -> sort(10)).isSameAs(failure);
        assertThat(firstIsClosed()).isFalse();
    }

    @Test
    void aFailureToCloseIsSuppressed() {
        failure = new IllegalStateException("planted");
        closing = new IllegalStateException("closing");
        assertThat(catchThrowable(() -> sort(10))).isSameAs(failure).hasSuppressedException(closing);
    }

    @Test
    void aMismatchClosesThePlansAndSortsOnTheHost() {
        int[] keys = descending(3);
        SortStats stats = verified.sort(Column.of(keys), Order.ASCENDING);
        assertThat(keys).containsExactly(-2, -1, 0);
        assertThat(stats.keys()).isEqualTo(3);
        assertThat(stats.mismatches()).isEqualTo(1);
        assertThat(verified.mismatches()).isEqualTo(1);
        assertThat(firstIsClosed()).isTrue();
    }

    private List<Integer> capacities() {
        return plans.stream().map(plan -> plan.keys.getSize()).toList();
    }

    /** The sorter tries smaller and smaller plans, down to the smallest. The next call starts again. */
    @Test
    void smallerPlansAreTriedDownToTheSmallest() {
        for (int call = 0; call < 2; call++) {
            plans.clear();
            failure = new TornadoOutOfMemoryException("planted");
            assertThatThrownBy(() -> sort(1 << 14)).isSameAs(failure);
            assertThat(capacities()).containsExactly(1 << 14, 1 << 13, 1 << 12, 1 << 11, 1 << 10, 1 << 9, 1 << 8);
        }
        plans.clear();
        assertThatThrownBy(() -> sort((1 << 14) + 1)).isSameAs(failure);
        assertThat(capacities()).containsExactly(20_480, 10_240, 5120, 2560, 1280, 640, 320, 256);
        plans.clear();
        assertThatThrownBy(() -> sort(0)).isSameAs(failure);
        assertThat(capacities()).as("no key at all").hasSize(7);
    }

    /**
     * If a small plan does not fit, the next call tries it again. If a large plan does not fit, later calls use a smaller one.
     */
    @Test
    void onlyALargePlanThatDoesNotFitLimitsLaterCalls() {
        failsAbove = 10_000;
        sort(10);
        assertThat(capacities()).containsExactly(1 << 14, 1 << 13);
        sort(10);
        assertThat(capacities()).containsExactly(1 << 14, 1 << 13, 1 << 14, 1 << 13);
        plans.clear();
        sort(40_000);
        assertThat(capacities()).containsExactly(40_960, 20_480, 10_240, 5120);
        sort(40_000);
        assertThat(capacities()).as("the second call adds two plans").hasSize(6);
        plans.clear();
        sort(40_000);
        assertThat(capacities()).as("smaller from the start").containsExactly(10_240, 5120);
    }

    @Test
    void plansShrinkIfHostMemoryRunsOut() {
        outOfHeap = true;
        sort(10);
        assertThat(capacities()).containsExactly(1 << 14, 1 << 13);
    }

    @Test
    void theHostSortsEvenIfAPlanCannotBeClosed() {
        closing = new IllegalStateException("closing");
        int[] keys = descending(3);
        assertThat(verified.sort(Column.of(keys), Order.ASCENDING).mismatches()).isEqualTo(1);
        assertThat(keys).containsExactly(-2, -1, 0);
    }
}
