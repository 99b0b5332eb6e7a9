package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests the totals over all executions of a sort. */
class GraphRunnerTest {
    private static final int N = 3000;
    private static final SortDevice DEVICE = SortDevice.preferred();
    private static final SortPolicy POLICY = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);

    /** Adds up the profiles of all executions. */
    private static final class Watcher {
        private int executions;
        private long kernelNanos;
        private long copyInNanos;
        private long compileNanos;

        private void see(TornadoExecutionResult result) {
            TornadoProfilerResult profile = result.getProfilerResult();
            executions++;
            kernelNanos += profile.getDeviceKernelTime();
            copyInNanos += profile.getDeviceWriteTime();
            compileNanos += profile.getCompileTime();
        }
    }

    private static Outcome sort(RadixPlan plan, boolean timed, Watcher watcher) {
        int[] keys = new SplittableRandom(1).ints(N).toArray();
        for (int i = 0; i < N; i++) {
            ((IntArray) plan.keys()).set(i, keys[i]);
        }
        return plan.run(N, WordOrder.of(KeyType.INT32, Order.ASCENDING, timed), watcher::see);
    }

    @Test
    void timesAreTheSumsOfTheProfiles() {
        PlanShape shape = PlanShape.of(KeyType.INT32, Payload.NONE);
        try (RadixPlan plan = RadixPlan.of(DEVICE, POLICY, shape, N, _ -> {})) {
            Watcher watcher = new Watcher();
            Outcome outcome = sort(plan, true, watcher);
            assertThat(watcher.executions).as("a survey and three passes").isEqualTo(4);
            assertThat(outcome.kernelNanos()).isEqualTo(watcher.kernelNanos).isPositive();
            assertThat(outcome.copyInNanos()).isEqualTo(watcher.copyInNanos).isPositive();
            assertThat(outcome.compileNanos()).isEqualTo(watcher.compileNanos).isPositive();

            long start = System.nanoTime();
            Outcome untimed = sort(plan, false, new Watcher());
            assertThat(untimed.kernelNanos()).as("the host's time").isBetween(1L, System.nanoTime() - start);
            assertThat(untimed.copyInNanos()).isZero();
            assertThat(untimed.compileNanos()).isZero();
        }
    }

    private static void keep(IntArray array) {
        for (@Parallel int i = 0; i < array.getSize(); i++) {
            array.set(i, array.get(i));
        }
    }

    /** The JVM backend cannot record graphs, and throws an exception that says so. */
    @Test
    void graphsAreRecordedOnRequest() throws TornadoExecutionPlanException {
        assumeTrue(DEVICE.backend().equals("jvm"));
        IntArray array = new IntArray(1);
        TaskGraph graph = new TaskGraph("runner")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, array)
                .task("keep", GraphRunnerTest::keep, array)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, array);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(DEVICE.tornado());
            GraphRunner recording = new GraphRunner(plan, _ -> {}, array, false, true, _ -> {});
            assertThatThrownBy(() -> recording.execute(0)).hasMessageContaining("withCUDAGraph");
            GraphRunner plain = new GraphRunner(plan, _ -> {}, array, false, false, _ -> {});
            assertThat(plain.outcome(1, 2).last()).as("nothing has run").isNull();
            TornadoExecutionResult result = plain.execute(0);
            assertThat(plain.outcome(1, 2).last()).isSameAs(result);
        }
    }
}
