package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** What all stages have in common, tested with scans. */
class StageTest {
    private static final int CAPACITY = 500;

    private final IntArray in = new IntArray(CAPACITY);
    private final IntArray out = new IntArray(CAPACITY);

    static java.util.List<SortDevice> devices() {
        return StageRuns.devices();
    }

    /** Kernels of the user. */
    static final class Program {
        static void produce(IntArray numbers, IntArray seed) {
            for (@Parallel int i = 0; i < numbers.getSize(); i++) {
                numbers.set(i, i + seed.get(0));
            }
        }

        static void consume(IntArray sums, IntArray numbers, IntArray result) {
            for (@Parallel int i = 0; i < sums.getSize(); i++) {
                result.set(i, sums.get(i) * 3 + numbers.get(i));
            }
        }
    }

    private ScanStage.Builder scan() {
        return ScanStage.builder("scan").after("produce").sums(in, out);
    }

    /** Results and inputs are handed on, without a copy to the host. */
    @ParameterizedTest
    @MethodSource("devices")
    void runsBetweenTwoKernelsOfTheUser(SortDevice device) throws TornadoExecutionPlanException {
        IntArray seed = new IntArray(1);
        IntArray result = new IntArray(CAPACITY);
        TaskGraph produce = new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, seed)
                .task("make", Program::produce, in, seed)
                .persistOnDevice(in);
        ScanStage stage = StageRuns.on(device, scan()).withCUDAGraph().build();
        assertThat(stage.scratchBytes()).isBetween(1L, 1000L);
        TaskGraph consume = new TaskGraph("consume")
                .consumeFromDevice(stage.lastGraph(), out, in)
                .task("use", Program::consume, out, in, result)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, result);
        ImmutableTaskGraph[] graphs = stage.between(produce.snapshot(), consume.snapshot());
        try (stage; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(device));
            stage.scheduleOn(plan, new GridScheduler());
            for (int n : new int[] {CAPACITY, 100, CAPACITY}) {
                seed.set(0, n);
                plan.withGraph(0).execute();
                stage.run(n);
                plan.withGraph(2).execute();
                int sum = 0;
                for (int i = 0; i < n; i++) {
                    assertThat(result.get(i)).as("result %d of %d", i, n).isEqualTo(sum * 3 + i + n);
                    sum += i + n;
                }
            }
        }
    }

    /** A length on the device that is more than the capacity, or negative, is not believed. */
    @ParameterizedTest
    @MethodSource("devices")
    void takesItsLengthFromTheDevice(SortDevice device) throws TornadoExecutionPlanException {
        IntArray count = new IntArray(1);
        in.init(1);
        Chain stage =
                StageRuns.on(device, Chain.builder("chain").then(ScanStage.builder("scan").sums(in, out).length(count)))
                        .toHost(out)
                        .build();
        ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
        try (stage; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(device));
            stage.scheduleOn(plan, graphs, new GridScheduler());
            for (int n : new int[] {CAPACITY, 7, 0, -5, Integer.MAX_VALUE}) {
                count.set(0, n);
                stage.run();
                int valid = Math.clamp(n, 0, CAPACITY);
                int[] expected = new int[valid];
                Arrays.setAll(expected, i -> i);
                assertThat(Arrays.copyOf(out.toHeapArray(), valid)).as("length %d", n).isEqualTo(expected);
            }
            assertThatThrownBy(() -> stage.run(5)).hasMessage("1 lengths for a stage that takes 0 from the host");
        }
    }

    @Test
    void refusesArraysThatDoNotFit() {
        assertThatThrownBy(() -> ScanStage.builder("scan").build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("stage scan needs elements");
        assertRefused(in, new IntArray(CAPACITY - 1), "stage scan: 499 results for 500 elements");
        assertRefused(in, new LongArray(CAPACITY), "stage scan: results in a LongArray for elements in a IntArray");
        assertRefused(new ByteArray(5), new ByteArray(5), "ByteArray: stages take ints, longs, floats and doubles");
        assertRefused(in, in, "the results of stage scan and the elements of stage scan overlap in memory;"
                + " give each its own array");
        MemorySegment memory = Arena.ofAuto().allocate(TornadoNativeArray.ARRAY_HEADER + 4 * CAPACITY, 8);
        assertRefused(IntArray.fromSegmentShallow(memory), IntArray.fromSegmentShallow(memory),
                "the results of stage scan and the elements of stage scan overlap in memory; give each its own array");
        assertThatThrownBy(() -> scan().toHost(new IntArray(3)).build())
                .hasMessage("an array of 3 elements is to be copied to the host, which stage scan does not use");
        assertThatThrownBy(() -> scan().length(new IntArray(0)).build())
                .isInstanceOf(IllegalArgumentException.class);
        SortDevice first = SortDevice.preferred();
        SortDevice small = TestDevices.device(
                first.driver(), first.number(), first.backend(), first.name(), first.type(), 100, Handle.of(first));
        assertThatThrownBy(() -> scan().device(small).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("stage scan needs \\d+ bytes of device memory with its arrays, but the device has 100");
    }

    private static void assertRefused(TornadoNativeArray elements, TornadoNativeArray results, String message) {
        assertThatThrownBy(() -> ScanStage.builder("scan").sums(elements, results).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void refusesChainsThatDoNotFit() {
        assertThatThrownBy(() -> Chain.builder("chain").build()).hasMessage("chain chain needs stages");
        ScanStage.Builder part = ScanStage.builder("scan").sums(in, out);
        assertThatThrownBy(() -> Chain.builder("chain").then(part).then(part).build())
                .hasMessage("two stages named scan in chain chain; give each its own name");
        for (ScanStage.Builder own : List.of(
                scan(), ScanStage.builder("scan").device(SortDevice.preferred()), ScanStage.builder("scan").toHost(out),
                ScanStage.builder("scan").withCUDAGraph())) {
            assertThatThrownBy(() -> Chain.builder("chain").then(own).build()).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("stage scan is a part of chain chain, which has the device");
        }
        ScanStage.Builder later = ScanStage.builder("scan").sums(in, out);
        Chain.Builder chain = Chain.builder("chain").then(later);
        later.toHost(out);
        assertThatThrownBy(chain::build).as("set after the stage was added").isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("stage scan is a part of chain chain, which has the device");
        assertThatThrownBy(() -> Chain.builder("chain").then(part).length(new IntArray(1)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("chain chain has no length; set those of its stages");
    }

    @Test
    void refusesPlansThatAreNotItsOwn() throws TornadoExecutionPlanException {
        ScanStage stage = ScanStage.builder("scan").sums(in, out).build();
        ScanStage another = ScanStage.builder("another").sums(in, out).build();
        ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
        ImmutableTaskGraph[] others = another.graphs().toArray(ImmutableTaskGraph[]::new);
        try (stage; another; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            assertThatThrownBy(() -> stage.run(5)).hasMessageContaining("call scheduleOn before the first run");
            assertThatThrownBy(() -> stage.scheduleOn(plan, new GridScheduler()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("pass the plan's graphs to scheduleOn");
            assertThatThrownBy(() -> stage.scheduleOn(plan, others, new GridScheduler()))
                    .hasMessage("the plan's 1 graphs do not contain the stage's");
            stage.scheduleOn(plan, graphs, new GridScheduler());
            assertThatThrownBy(() -> stage.scheduleOn(plan, graphs, new GridScheduler()))
                    .hasMessageContaining("belongs to a plan already");
            assertThatThrownBy(() -> stage.run(-1)).hasMessage("-1 elements of arrays of 500");
            assertThatThrownBy(() -> stage.run(501)).hasMessage("501 elements of arrays of 500");
            assertThatThrownBy(() -> stage.run()).hasMessage("0 lengths for a stage that takes 1 from the host");
        }
    }

    /** Graphs for another plan do not change where the stage's graphs stand in its own. */
    @Test
    void runsInThePlanThatItWasScheduledOn() throws TornadoExecutionPlanException {
        in.init(1);
        ScanStage stage = ScanStage.builder("scan").sums(in, out).toHost(out).build();
        ScanStage another = ScanStage.builder("another").sums(in, new IntArray(CAPACITY)).build();
        ImmutableTaskGraph other = another.graphs().getFirst();
        ImmutableTaskGraph[] graphs = {stage.graphs().getFirst(), other};
        try (stage; another; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            GridScheduler grids = another.scheduleOn(plan, graphs, new GridScheduler());
            stage.scheduleOn(plan, graphs, grids);
            stage.between(other, other);
            stage.run(CAPACITY);
            assertThat(out.get(CAPACITY - 1)).isEqualTo(CAPACITY - 1);
        }
    }

    /** Also a stage that is closed before its plan. */
    @Test
    void refusesCallsWhenClosed() throws TornadoExecutionPlanException {
        ScanStage stage = ScanStage.builder("scan").sums(in, out).build();
        ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            stage.scheduleOn(plan, graphs, new GridScheduler());
            stage.close();
            stage.close();
            for (org.assertj.core.api.ThrowableAssert.ThrowingCallable call : java.util.List.<
                    org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                            () -> stage.run(5), stage::graphs, stage::lastGraph, stage::scratchBytes,
                            () -> stage.scheduleOn(plan, graphs, new GridScheduler()))) {
                assertThatThrownBy(call).isInstanceOf(IllegalStateException.class).hasMessage("this stage is closed");
            }
        }
    }
}
