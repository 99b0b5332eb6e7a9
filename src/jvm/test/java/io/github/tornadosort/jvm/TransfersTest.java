package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.EVERY_EXECUTION;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.FIRST_EXECUTION;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.UNDER_DEMAND;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests when arrays are transferred between host and device, and between the graphs of a plan. */
class TransfersTest {
    private final IntArray a = new IntArray(4);
    private final IntArray b = new IntArray(4);
    private final IntArray c = new IntArray(4);

    static List<TornadoDevice> devices() {
        return Plans.devices();
    }

    static void add(IntArray in, IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            out.set(i, in.get(i) + 1);
        }
    }

    private static TornadoExecutionPlan checked(TaskGraph... graphs) {
        ImmutableTaskGraph[] snapshots = Stream.of(graphs).map(TaskGraph::snapshot).toArray(ImmutableTaskGraph[]::new);
        return new TornadoExecutionPlan(snapshots).withDevice(Plans.CHECKED).withProfiler(ProfilerMode.SILENT);
    }

    @Test
    void firstExecutionCopiesOnceAndEveryExecutionAlways() throws Exception {
        for (int mode : new int[] {FIRST_EXECUTION, EVERY_EXECUTION}) {
            a.init(1);
            try (TornadoExecutionPlan plan = checked(new TaskGraph("g")
                    .transferToDevice(mode, a)
                    .task("t", TransfersTest::add, a, b)
                    .transferToHost(EVERY_EXECUTION, b))) {
                assertThat(plan.execute().getProfilerResult().getTotalBytesCopyIn()).isEqualTo(16);
                a.init(5);
                TornadoExecutionResult second = plan.execute();
                assertThat(b.get(0)).isEqualTo(mode == FIRST_EXECUTION ? 2 : 6);
                assertThat(second.getProfilerResult().getTotalBytesCopyIn())
                        .isEqualTo(mode == FIRST_EXECUTION ? 0 : 16);
                assertThat(second.getProfilerResult().getTotalBytesCopyOut()).isEqualTo(16);
                plan.freeDeviceMemory().execute();
                assertThat(b.get(0)).as("transferred again after freeing").isEqualTo(6);
            }
        }
    }

    @Test
    void untransferredArraysDoNotChangeOnTheHost() throws Exception {
        try (TornadoExecutionPlan plan =
                checked(new TaskGraph("g").transferToDevice(FIRST_EXECUTION, a).task("t", TransfersTest::add, a, b))) {
            plan.execute();
            assertThat(b.toHeapArray()).containsOnly(0);
        }
    }

    static void addToFirst(IntArray in, IntArray out) {
        for (@Parallel int i = 0; i < 2; i++) {
            out.set(i, in.get(i) + 1);
        }
    }

    @Test
    void uninitializedElementsAreTransferredAsPoison() throws Exception {
        try (TornadoExecutionPlan plan = checked(new TaskGraph("g")
                .transferToDevice(FIRST_EXECUTION, a)
                .task("t", TransfersTest::addToFirst, a, b)
                .transferToHost(EVERY_EXECUTION, b))) {
            plan.execute();
            assertThat(b.toHeapArray()).containsExactly(1, 1, 0xA5A5A5A5, 0xA5A5A5A5);
        }
    }

    @Test
    void underDemandAndDataRange() throws Exception {
        for (int i = 0; i < 4; i++) {
            a.set(i, 10 * i);
        }
        try (TornadoExecutionPlan plan = checked(new TaskGraph("g")
                .transferToDevice(FIRST_EXECUTION, a)
                .task("t", TransfersTest::add, a, b)
                .transferToHost(UNDER_DEMAND, b))) {
            TornadoExecutionResult result = plan.execute();
            assertThat(b.toHeapArray()).containsOnly(0);
            result.transferToHost(new DataRange(b).withOffset(1).withSize(2));
            assertThat(b.toHeapArray()).containsExactly(0, 11, 21, 0);
            result.transferToHost(b);
            assertThat(b.toHeapArray()).containsExactly(1, 11, 21, 31);
            assertThatThrownBy(() -> result.transferToHost(new DataRange(b).withOffset(3).withSize(2)))
                    .isInstanceOf(TornadoRuntimeException.class)
                    .hasMessageContaining("2 elements at offset 3 is not within an array of 4 elements");
            assertThatThrownBy(() -> result.transferToHost(new DataRange(b).withOffset(1)))
                    .isInstanceOf(TornadoRuntimeException.class)
                    .hasMessageContaining("withOffset requires withSize");
            assertThatThrownBy(() -> result.transferToHost(c))
                    .isInstanceOf(TornadoRuntimeException.class)
                    .hasMessageContaining("no graph of this execution has IntArray(4) on the device");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void graphsPassArraysToLaterGraphs(TornadoDevice device) throws Exception {
        TaskGraph first = new TaskGraph("first")
                .transferToDevice(EVERY_EXECUTION, a)
                .task("t", TransfersTest::add, a, b)
                .persistOnDevice(b);
        TaskGraph second = new TaskGraph("second")
                .consumeFromDevice("first", b)
                .task("t", TransfersTest::add, b, c)
                .persistOnDevice(b, c);
        TaskGraph third = new TaskGraph("third")
                .consumeFromDevice(b, c)
                .task("t", TransfersTest::add, b, c)
                .task("again", TransfersTest::add, c, b)
                .transferToHost(EVERY_EXECUTION, b, c);
        try (TornadoExecutionPlan plan =
                new TornadoExecutionPlan(first.snapshot(), second.snapshot(), third.snapshot())) {
            plan.withDevice(device);
            for (int round = 0; round < 3; round++) {
                a.init(10 * round);
                plan.withGraph(0).execute();
                plan.withGraph(1).execute();
                plan.withGraph(2).execute();
                assertThat(c.get(3)).isEqualTo(10 * round + 2);
                assertThat(b.get(3)).isEqualTo(10 * round + 3);
                plan.execute();
                assertThat(c.get(3)).isEqualTo(10 * round + 4);
            }
            a.init(100);
            plan.withAllGraphs().execute();
            assertThat(b.get(0)).isEqualTo(103);
        }
    }

    @Test
    void arraysAreConsumedOnlyFromThePreviousGraph() {
        TaskGraph first = new TaskGraph("first")
                .transferToDevice(EVERY_EXECUTION, a)
                .task("t", TransfersTest::add, a, b)
                .persistOnDevice(b);
        TaskGraph other =
                new TaskGraph("other").transferToDevice(EVERY_EXECUTION, a).task("t", TransfersTest::add, a, c);
        TaskGraph last = new TaskGraph("last").consumeFromDevice("first", b).task("t", TransfersTest::add, b, c);
        TornadoExecutionPlan plan = checked(first, other, last);
        assertThatThrownBy(() -> plan.withGraph(2).execute())
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("graph last consumes IntArray(4), but no graph was executed before it");
        plan.withGraph(0).execute();
        plan.withGraph(1).execute();
        assertThatThrownBy(() -> plan.withGraph(2).execute())
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("the previously executed graph, other, does not have it");
        plan.withGraph(0).execute();
        plan.withGraph(2).execute();
    }

    /** As by TornadoVM 5.2.0: a task need not use them. */
    @Test
    void aGraphHandsOnWhatItConsumes() {
        TaskGraph first = new TaskGraph("first")
                .transferToDevice(EVERY_EXECUTION, a)
                .task("t", TransfersTest::add, a, b)
                .persistOnDevice(b);
        TaskGraph between = new TaskGraph("between")
                .transferToDevice(EVERY_EXECUTION, a)
                .consumeFromDevice("first", b)
                .task("t", TransfersTest::add, a, c)
                .persistOnDevice(b);
        TaskGraph last = new TaskGraph("last")
                .consumeFromDevice("between", b)
                .task("t", TransfersTest::add, b, c)
                .transferToHost(EVERY_EXECUTION, c);
        a.init(5);
        TornadoExecutionPlan plan = checked(first, between, last);
        for (int graph = 0; graph < 3; graph++) {
            plan.withGraph(graph).execute();
        }
        assertThat(c.get(0)).isEqualTo(7);
    }

    @Test
    void transferredArraysMustBeUsedByTheGraph() {
        assertThatThrownBy(
                () -> new TaskGraph("g")
                        .task("t", TransfersTest::add, a, b)
                        .transferToHost(EVERY_EXECUTION, b, c)
                        .snapshot())
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("transferToHost of graph g: object 2, IntArray(4), is not an argument of any");
        assertThatThrownBy(
                () -> new TaskGraph("g")
                        .task("t", TransfersTest::add, a, b)
                        .persistOnDevice(b, c)
                        .snapshot())
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("persistOnDevice of graph g: object 2, IntArray(4), is not an argument of any");
    }

    @Test
    void unusedArraysAreNotTransferred() throws Exception {
        try (TornadoExecutionPlan plan = checked(
                new TaskGraph("g").transferToDevice(FIRST_EXECUTION, a, c).task("t", TransfersTest::add, a, b))) {
            assertThat(plan.execute().getProfilerResult().getTotalBytesCopyIn()).isEqualTo(16);
            assertThat(plan.getCurrentDeviceMemoryUsage()).isEqualTo(2 * 32);
        }
    }

    @Test
    void shallowAliasesAreSeparateArraysOnTheDevice() throws Exception {
        FloatArray floats = FloatArray.fromElements(1f, -2f, 3f, 4f);
        IntArray alias = IntArray.fromSegmentShallow(floats.getSegmentWithHeader());
        try (TornadoExecutionPlan plan = checked(new TaskGraph("g")
                .transferToDevice(FIRST_EXECUTION, alias)
                .task("t", TransfersTest::add, alias, b)
                .transferToHost(EVERY_EXECUTION, b))) {
            plan.execute();
            assertThat(b.get(1)).isEqualTo(Float.floatToRawIntBits(-2f) + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void deviceMemoryIsCountedAndLimited(TornadoDevice device) throws Exception {
        TaskGraph first = new TaskGraph("first")
                .transferToDevice(EVERY_EXECUTION, a)
                .task("t", TransfersTest::add, a, b)
                .persistOnDevice(b);
        TaskGraph second = new TaskGraph("second").consumeFromDevice("first", b).task("t", TransfersTest::add, b, c);
        TornadoExecutionPlan plan =
                new TornadoExecutionPlan(first.snapshot(), second.snapshot()).withDevice(device);
        assertThat(plan.getCurrentDeviceMemoryUsage()).isZero();
        plan.withGraph(0).execute();
        assertThat(plan.getCurrentDeviceMemoryUsage()).isEqualTo(2 * 32);
        plan.withGraph(1).execute();
        assertThat(plan.getCurrentDeviceMemoryUsage()).isEqualTo(3 * 32);
        plan.freeDeviceMemory();
        assertThat(plan.getCurrentDeviceMemoryUsage()).isZero();
        plan.withMemoryLimit("95B");
        assertThatThrownBy(() -> plan.withAllGraphs().execute())
                .isInstanceOf(TornadoOutOfMemoryException.class)
                .hasMessageContaining("32 bytes does not fit: the plan uses 64 bytes of its limit of 95");
        plan.withoutMemoryLimit().execute();
        plan.close();
        assertThat(plan.getCurrentDeviceMemoryUsage()).isZero();
    }

    @Test
    void onlyNativeArraysAreTransferred() {
        assertThatThrownBy(() -> new TaskGraph("g").transferToDevice(FIRST_EXECUTION, new int[3]))
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("transferToDevice of graph g got an object of type int[]");
        assertThatThrownBy(() -> new TaskGraph("g").transferToHost(EVERY_EXECUTION, (Object) null))
                .hasMessageContaining("got null");
        assertThatThrownBy(() -> new TaskGraph("g").transferToDevice(UNDER_DEMAND, a))
                .hasMessageContaining("UNDER_DEMAND");
    }
}
