package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortCases.SortCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** A sort between two kernels of somebody else's, whose data never leave the device. */
class SortStageTest {
    private static final int CAPACITY = 6000;

    static List<SortCase> cases() {
        return SortCases.all();
    }

    /** Somebody else's kernels. */
    static final class Program {
        static int hash(int i, int seed) {
            int x = (i + seed) * 0x9E3779B9;
            return (x ^ (x << 7)) & 0x00ffffff;
        }

        static void produce(IntArray keys, IntArray values, IntArray seed) {
            for (@Parallel int i = 0; i < keys.getSize(); i++) {
                keys.set(i, hash(i, seed.get(0)));
                values.set(i, i);
            }
        }

        static void produceLongs(LongArray keys, IntArray seed) {
            for (@Parallel int i = 0; i < keys.getSize(); i++) {
                long high = hash(i, seed.get(0));
                keys.set(i, (high << 40) ^ (0xffffffL - high));
            }
        }

        static void copyFloats(FloatArray from, FloatArray to) {
            for (@Parallel int i = 0; i < to.getSize(); i++) {
                to.set(i, from.get(i));
            }
        }

        static void copyDoubles(DoubleArray from, DoubleArray to) {
            for (@Parallel int i = 0; i < to.getSize(); i++) {
                to.set(i, from.get(i));
            }
        }

        static void copyInts(IntArray from, IntArray to) {
            for (@Parallel int i = 0; i < to.getSize(); i++) {
                to.set(i, from.get(i));
            }
        }

        static void consume(IntArray keys, IntArray values, IntArray result) {
            for (@Parallel int i = 0; i < keys.getSize(); i++) {
                result.set(i, keys.get(i) * 3 + values.get(i));
            }
        }

        static void consumeLongs(LongArray keys, LongArray result) {
            for (@Parallel int i = 0; i < keys.getSize(); i++) {
                result.set(i, keys.get(i) + 1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sortsPairsBetweenTwoKernelsTwentyTimesWithOneCompilation(SortCase on) throws TornadoExecutionPlanException {
        IntArray keys = new IntArray(CAPACITY);
        IntArray values = new IntArray(CAPACITY);
        IntArray seed = new IntArray(1);
        IntArray result = new IntArray(CAPACITY);
        TaskGraph produce = new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, seed)
                .task("make", Program::produce, keys, values, seed)
                .persistOnDevice(keys, values);
        SortStage sort = SortStage.builder("sort", "produce")
                .device(on.device())
                .policy(on.policy())
                .keys(keys, KeyType.INT32)
                .values(values)
                .options(SortOptions.builder().timed().build())
                .build();
        TaskGraph consume = new TaskGraph("consume")
                .consumeFromDevice(sort.lastGraph(), keys, values)
                .task("use", Program::consume, keys, values, result)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, result);
        ImmutableTaskGraph[] graphs = sort.between(produce.snapshot(), consume.snapshot());
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(on.device().tornado()).withProfiler(ProfilerMode.SILENT);
            sort.scheduleOn(plan, gridsOf("produce.make", "consume.use"));
            for (int round = 0; round < 20; round++) {
                int n = CAPACITY - round * 271;
                seed.set(0, round);
                plan.withGraph(0).execute();
                SortStats stats = sort.run(plan, 1, n);
                plan.withGraph(graphs.length - 1).execute();

                assertThat(result.toHeapArray()).as("round %d", round).isEqualTo(expected(round, n));
                // Forth, back and home have all run once they have been needed.
                assertThat(stats.keys()).isEqualTo(n);
                if (round > 0) {
                    assertThat(stats.compileNanos()).as("compiled in round %d", round).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sorts64BitKeysDescending(SortCase on) throws TornadoExecutionPlanException {
        LongArray keys = new LongArray(CAPACITY);
        LongArray result = new LongArray(CAPACITY);
        IntArray seed = new IntArray(1);
        TaskGraph produce = new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, seed)
                .task("make", Program::produceLongs, keys, seed)
                .persistOnDevice(keys);
        SortStage sort = SortStage.builder("sort", "produce")
                .device(on.device())
                .policy(on.policy())
                .keys(keys, KeyType.INT64)
                .options(SortOptions.builder().descending().build())
                .build();
        TaskGraph consume = new TaskGraph("consume")
                .consumeFromDevice(sort.lastGraph(), keys)
                .task("use", Program::consumeLongs, keys, result)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, result);
        ImmutableTaskGraph[] graphs = sort.between(produce.snapshot(), consume.snapshot());
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(on.device().tornado());
            sort.scheduleOn(plan, gridsOf("produce.make", "consume.use"));
            for (int round = 0; round < 3; round++) {
                seed.set(0, round);
                plan.withGraph(0).execute();
                sort.run(plan, 1, CAPACITY);
                plan.withGraph(graphs.length - 1).execute();
                int at = round;
                long[] expected = IntStream.range(0, CAPACITY)
                        .mapToLong(i -> Program.hash(i, at))
                        .map(high -> (high << 40) ^ (0xffffffL - high))
                        .boxed()
                        .sorted(Comparator.reverseOrder())
                        .mapToLong(key -> key + 1)
                        .toArray();
                assertThat(result.toHeapArray()).as("round %d", round).isEqualTo(expected);
            }
        }
    }

    /** NaNs, zeros and infinities among them, with their bits; on the device they are floats before and after. */
    @ParameterizedTest
    @MethodSource("cases")
    void sortsFloatsAndTheirPlaces(SortCase on) throws TornadoExecutionPlanException {
        Column input = KeyData.specials(KeyType.FLOAT32, CAPACITY, 5);
        FloatArray source = FloatArray.fromSegment(input.segment());
        IntArray numbers = IntArray.fromArray(IntStream.range(0, CAPACITY).toArray());
        FloatArray keys = new FloatArray(CAPACITY);
        IntArray values = new IntArray(CAPACITY);
        FloatArray sorted = new FloatArray(CAPACITY);
        IntArray places = new IntArray(CAPACITY);
        TaskGraph produce = new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, source, numbers)
                .task("keys", Program::copyFloats, source, keys)
                .task("values", Program::copyInts, numbers, values)
                .persistOnDevice(keys, values);
        SortStage sort = SortStage.builder("sort", "produce")
                .device(on.device())
                .policy(on.policy())
                .keys(keys)
                .values(values)
                .build();
        TaskGraph consume = new TaskGraph("consume")
                .consumeFromDevice(sort.lastGraph(), keys, values)
                .task("keys", Program::copyFloats, keys, sorted)
                .task("values", Program::copyInts, values, places)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, sorted, places);
        ImmutableTaskGraph[] graphs = sort.between(produce.snapshot(), consume.snapshot());
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(on.device().tornado());
            sort.scheduleOn(plan, gridsOf("produce.keys", "produce.values", "consume.keys", "consume.values"));
            for (int n : new int[] {CAPACITY, CAPACITY - 1000}) {
                plan.withGraph(0).execute();
                sort.run(plan, 1, n);
                plan.withGraph(graphs.length - 1).execute();
                int[] order = Reference.order(input.range(0, n), SortOptions.ascending());
                assertThat(Arrays.copyOf(places.toHeapArray(), n)).as("places of %d", n).isEqualTo(order);
                assertThat(Operation.firstDifference(
                                new Column(sorted.getSegment(), KeyType.FLOAT32).range(0, n), Operation.at(input, order)))
                        .as("first wrong key of %d", n)
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sortsDoublesDescending(SortCase on) throws TornadoExecutionPlanException {
        Column input = KeyData.specials(KeyType.FLOAT64, CAPACITY, 6);
        DoubleArray source = DoubleArray.fromSegment(input.segment());
        DoubleArray keys = new DoubleArray(CAPACITY);
        DoubleArray sorted = new DoubleArray(CAPACITY);
        SortOptions descending = SortOptions.builder().descending().build();
        TaskGraph produce = new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, source)
                .task("make", Program::copyDoubles, source, keys)
                .persistOnDevice(keys);
        SortStage sort = SortStage.builder("sort", "produce")
                .device(on.device())
                .policy(on.policy())
                .keys(keys)
                .options(descending)
                .build();
        TaskGraph consume = new TaskGraph("consume")
                .consumeFromDevice(sort.lastGraph(), keys)
                .task("use", Program::copyDoubles, keys, sorted)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, sorted);
        ImmutableTaskGraph[] graphs = sort.between(produce.snapshot(), consume.snapshot());
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(on.device().tornado());
            sort.scheduleOn(plan, gridsOf("produce.make", "consume.use"));
            plan.withGraph(0).execute();
            sort.run(plan, 1, CAPACITY);
            plan.withGraph(graphs.length - 1).execute();
            assertThat(Operation.firstDifference(
                            new Column(sorted.getSegment(), KeyType.FLOAT64),
                            Operation.at(input, Reference.order(input, descending))))
                    .as("first wrong key")
                    .isEqualTo(-1);
        }
    }

    @Test
    void checksItsArguments() {
        IntArray keys = new IntArray(10);
        assertThatThrownBy(() -> SortStage.builder("sort", "produce").build()).hasMessageContaining("needs keys");
        assertThatThrownBy(() -> SortStage.builder("sort", "produce").keys(keys, KeyType.INT64))
                .hasMessageContaining("int64");
        assertThatThrownBy(() -> SortStage.builder("sort", "produce")
                        .keys(keys, KeyType.UINT32)
                        .values(new IntArray(9))
                        .build())
                .hasMessage("9 values for 10 keys");
    }

    private static GridScheduler gridsOf(String... tasks) {
        GridScheduler grids = new GridScheduler();
        for (String task : tasks) {
            WorkerGrid grid = new WorkerGrid1D(CAPACITY);
            grid.setGlobalWork(CAPACITY, 1, 1);
            grid.setLocalWork(16, 1, 1);
            grids.addWorkerGrid(task, grid);
        }
        return grids;
    }

    private static int[] expected(int seed, int n) {
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < CAPACITY; i++) {
            pairs.add(new int[] {Program.hash(i, seed), i});
        }
        pairs.subList(0, n).sort(Comparator.comparingInt(pair -> pair[0]));
        return pairs.stream().mapToInt(pair -> pair[0] * 3 + pair[1]).toArray();
    }
}
