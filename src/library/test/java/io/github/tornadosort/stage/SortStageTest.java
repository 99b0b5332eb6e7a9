package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortCases;
import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.CharArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests a sort between two kernels of the user, whose data never leave the device. */
@Tag("slow")
class SortStageTest {
    private static final List<Order> MERGED =
            List.of(Order.ASCENDING, Order.DESCENDING.bits(5, 14));
    private static final int CAPACITY = 6000;
    private static final long PAGE = 4096;
    private static final int[] LENGTHS = {CAPACITY, 2100, 1, 0};

    static List<SortCase> cases() {
        return SortCases.all();
    }

    /** Kernels of the user. */
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

        static void narrow(CharArray keys, IntArray seed) {
            for (@Parallel int i = 0; i < keys.getSize(); i++) {
                keys.set(i, (char) hash(i, seed.get(0)));
            }
        }

        static void consume(IntArray keys, IntArray values, IntArray result) {
            for (@Parallel int i = 0; i < keys.getSize(); i++) {
                result.set(i, keys.get(i) * 3 + values.get(i));
            }
        }
    }

    /** The caller has not enabled the profiler. */
    @ParameterizedTest
    @MethodSource("cases")
    void sortsPairsBetweenTwoKernelsManyTimesWithOneCompilation(SortCase on) throws TornadoExecutionPlanException {
        ProgramArrays program = new ProgramArrays();
        SortStage sort = stage(on, Order.ASCENDING).timed().keys(program.keys).values(program.values).build();
        ImmutableTaskGraph[] graphs = sort.between(producer(program), consumer(program, sort));
        try (sort; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(on.device()));
            GridScheduler grids = gridsOf("produce.make", "consume.use");
            assertThat(sort.scheduleOn(plan, grids)).isSameAs(grids);
            assertThatThrownBy(sort::stats).isInstanceOf(IllegalStateException.class)
                    .hasMessage("this sort has not run yet");
            for (int round = 0; round < 7; round++) {
                int n = CAPACITY - round * 871;
                program.seed.set(0, round);
                plan.withGraph(0).execute();
                sort.run(n);
                SortStats stats = sort.stats();
                plan.withGraph(graphs.length - 1).execute();

                assertThat(program.result.toHeapArray()).as("round %d", round)
                        .isEqualTo(expected(round, n, Order.ASCENDING));
                // Passes in both directions and the last copy have all run once.
                assertThat(stats.keys()).isEqualTo(n);
                assertThat(stats.kernelNanos()).isPositive();
                if (round > 0) {
                    assertThat(stats.compileNanos()).as("compiled in round %d", round).isZero();
                }
            }
            if (!sharesItsMemory(on.device())) {
                assertThat(program.keys.toHeapArray()).as("keys on the host, where none should be copied").containsOnly(0);
            }
        }
    }

    /** Keys of 16 bits that another graph has left on the device. */
    @ParameterizedTest
    @MethodSource("cases")
    void sortsNarrowKeysOfAnotherGraph(SortCase on) throws TornadoExecutionPlanException {
        CharArray keys = (CharArray) array(KeyData.ofZeros(KeyType.UINT16, CAPACITY));
        IntArray seed = ints(1);
        SortStage sort = stage(on, Order.DESCENDING).keys(keys).toHost(keys).build();
        TaskGraph produce = new TaskGraph("produce").transferToDevice(DataTransferMode.EVERY_EXECUTION, seed)
                .task("make", Program::narrow, keys, seed).persistOnDevice(keys);
        ImmutableTaskGraph[] graphs = Stream.concat(Stream.of(produce.snapshot()), sort.graphs().stream())
                .toArray(ImmutableTaskGraph[]::new);
        try (sort; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(on.device()));
            sort.scheduleOn(plan, graphs, gridsOf("produce.make"));
            for (int n : LENGTHS) {
                seed.set(0, n);
                plan.withGraph(0).execute();
                sort.run(n);
                int[] made = IntStream.range(0, CAPACITY).map(i -> Program.hash(i, n)).toArray();
                Column input = KeyData.ofValues(KeyType.UINT16, made);
                assertSorted(new Column(keys.getSegment(), KeyType.UINT16), input,
                        Reference.order(input.range(0, n), Order.DESCENDING));
            }
        }
    }

    /** Signed and unsigned keys of a width run the same kernels. The checked device runs some types in other tests. */
    static Stream<Arguments> casesAndTypes() {
        return cases().stream()
                .filter(on -> !on.device().name().contains("checked"))
                .flatMap(on -> Stream.of(
                        KeyType.INT8, KeyType.UINT16, KeyType.UINT32, KeyType.FLOAT32, KeyType.INT64, KeyType.FLOAT64)
                        .map(type -> Arguments.of(on, type)));
    }

    /** Floats include NaNs, zeros and infinities, which keep their bits. */
    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void sortsKeysOfEveryType(SortCase on, KeyType type) throws TornadoExecutionPlanException {
        sorts(on, type, Order.DESCENDING, false, false);
        sorts(on, type, Order.ASCENDING, true, false);
    }

    /** Odd and even numbers of passes, and keys that are widened before the sort and narrowed after it. */
    @ParameterizedTest
    @MethodSource("cases")
    void replaysNarrowPairs(SortCase on) throws TornadoExecutionPlanException {
        for (KeyType type : List.of(KeyType.INT8, KeyType.UINT16)) {
            sorts(on, type, Order.ASCENDING, true, true);
        }
    }

    private static void sorts(SortCase on, KeyType type, Order order, boolean pairs, boolean recorded)
            throws TornadoExecutionPlanException {
        Column input = type.isFloat() ? KeyData.specials(type, CAPACITY, 5) : KeyData.random(type, CAPACITY, 6);
        int[] numbers = IntStream.range(0, CAPACITY).toArray();
        TornadoNativeArray keys = array(KeyData.ofZeros(type, CAPACITY));
        IntArray values = ints(CAPACITY);
        SortStage.Builder builder = SortStage.builder("sort").device(on.device()).policy(on.policy()).ordered(order)
                .keys(keys, type).toHost(keys);
        builder = pairs ? builder.values(values).toHost(values) : builder;
        SortStage sort = (recorded ? builder.withCUDAGraph() : builder).build();
        StageRuns.run(on.device(), sort, LENGTHS, _ -> {
            keys.getSegment().copyFrom(input.segment());
            values.getSegment().copyFrom(MemorySegment.ofArray(numbers));
        }, n -> {
            int[] sorted = Reference.order(input.range(0, n), order);
            assertSorted(new Column(keys.getSegment(), type), input, sorted);
            if (pairs) {
                assertSorted(StageArrays.column(values), Column.of(numbers), sorted);
            }
        });
    }

    /** The JVM backend's fast device works in the host's arrays. */
    private static boolean sharesItsMemory(SortDevice device) {
        return device.backend().equals("jvm") && !device.name().contains("checked");
    }

    private static SortStage.Builder stage(SortCase on, Order sortOrder) {
        return SortStage.builder("sort").after("produce").device(on.device()).policy(on.policy()).ordered(sortOrder);
    }

    /** Returns a copy of the keys in an array of their type; unsigned keys in an array of the signed type, except chars. */
    private static TornadoNativeArray array(Column keys) {
        MemorySegment memory = pages(keys.segment().byteSize());
        MemorySegment.copy(keys.segment(), 0, memory, TornadoNativeArray.ARRAY_HEADER, keys.segment().byteSize());
        return switch (keys.type()) {
            case INT8, UINT8 -> ByteArray.fromSegmentShallow(memory);
            case INT16 -> ShortArray.fromSegmentShallow(memory);
            case UINT16 -> CharArray.fromSegmentShallow(memory);
            case INT32, UINT32 -> IntArray.fromSegmentShallow(memory);
            case INT64, UINT64 -> LongArray.fromSegmentShallow(memory);
            case FLOAT32 -> FloatArray.fromSegmentShallow(memory);
            case FLOAT64 -> DoubleArray.fromSegmentShallow(memory);
        };
    }

    private static IntArray ints(int n) {
        return IntArray.fromSegmentShallow(pages((long) n * Integer.BYTES));
    }

    /** Memory for an array, on separate pages and never freed, as the PTX backend needs it ({@link SortStage}). */
    private static MemorySegment pages(long bytes) {
        long size = TornadoNativeArray.ARRAY_HEADER + bytes;
        return Arena.global().allocate(Math.ceilDiv(size, PAGE) * PAGE, PAGE).asSlice(0, size);
    }

    /** Asserts that the first keys are in this order, and that the others are unchanged. */
    private static void assertSorted(Column actual, Column input, int[] order) {
        int n = order.length;
        assertThat(Operation.firstDifference(actual.range(0, n), Operation.at(input, order)))
                .as("first wrong one of %d", n)
                .isEqualTo(-1);
        assertThat(actual.range(n, CAPACITY).segment().mismatch(input.range(n, CAPACITY).segment()))
                .as("first byte behind the %d sorted ones that is another than before", n)
                .isEqualTo(-1);
    }

    /** Few keys are surveyed and sorted in one execution, by all bits and by some. */
    @ParameterizedTest
    @MethodSource("cases")
    void sortsFewKeysAtOnce(SortCase on) throws TornadoExecutionPlanException {
        for (Order sortOrder : MERGED) {
            sortsManyLengths(on, sortOrder, stageForFew(on, sortOrder));
        }
    }

    /** The same with replayed kernels, which have one grid for all lengths. Only some backends can record them. */
    @ParameterizedTest
    @MethodSource("cases")
    void replaysItsKernels(SortCase on) throws TornadoExecutionPlanException {
        Order sortOrder = MERGED.getLast();
        sortsManyLengths(on, sortOrder, stageForFew(on, sortOrder).withCUDAGraph());
    }

    private static SortStage.Builder stageForFew(SortCase on, Order sortOrder) {
        SortPolicy own = on.policy();
        SortPolicy policy = new SortPolicy(
                own.kernels(), 8, own.blocksPerUnit(), own.workItems(), own.laboratoryItems(), CAPACITY);
        return stage(on, sortOrder).policy(policy);
    }

    private static void sortsManyLengths(SortCase on, Order sortOrder, SortStage.Builder builder)
            throws TornadoExecutionPlanException {
        ProgramArrays program = new ProgramArrays();
        SortStage sort = builder.keys(program.keys).values(program.values).build();
        ImmutableTaskGraph[] graphs = sort.between(producer(program), consumer(program, sort));
        try (sort; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(on.device()));
            sort.scheduleOn(plan, gridsOf("produce.make", "consume.use"));
            boolean atOnce = on.policy().kernels() == Kernels.WORK_GROUP;
            for (int n : new int[] {CAPACITY, 4101, 1, 0, 2049, 2048, 130, CAPACITY}) {
                program.seed.set(0, n);
                plan.withGraph(0).execute();
                sort.run(n);
                SortStats stats = sort.stats();
                plan.withGraph(graphs.length - 1).execute();

                if (atOnce) {
                    assertThat(stats.passesSkipped()).as("%d keys in one execution", n).isZero();
                }
                assertThat(program.result.toHeapArray()).as("%d keys, %s", n, sortOrder)
                        .isEqualTo(expected(n, n, sortOrder));
            }
        }
    }

    /** Values of all widths, from the host and back; the number of passes is 0, odd or even, and few keys are merged. */
    @ParameterizedTest
    @MethodSource("cases")
    void movesValuesOfEveryWidthAndFindsTheOrder(SortCase on) throws TornadoExecutionPlanException {
        movesValues(on, stageForFew(SortStage.builder("sort").device(on.device()), on));
    }

    /** Replayed kernels find their arrays where they were first, whatever ways the runs take. */
    @ParameterizedTest
    @MethodSource("cases")
    void replayedKernelsMoveValuesFromTheHost(SortCase on) throws TornadoExecutionPlanException {
        movesValues(on, stageForFew(SortStage.builder("sort").device(on.device()), on).withCUDAGraph());
    }

    private static void movesValues(SortCase on, SortStage.Builder builder) throws TornadoExecutionPlanException {
        IntArray keys = ints(CAPACITY);
        List<KeyType> widths = List.of(KeyType.INT8, KeyType.INT16, KeyType.FLOAT32, KeyType.INT64);
        List<Column> given = widths.stream().map(type -> KeyData.random(type, CAPACITY, type.bytes())).toList();
        List<TornadoNativeArray> from = given.stream().map(SortStageTest::array).toList();
        List<TornadoNativeArray> to =
                widths.stream().map(type -> array(KeyData.ofZeros(type, CAPACITY))).toList();
        IntArray order = ints(CAPACITY);
        for (int i = 0; i < widths.size(); i++) {
            builder.values(from.get(i), to.get(i));
        }
        SortStage sort = builder.keys(keys).order(order).toHost(keys, order)
                .toHost(to.toArray(TornadoNativeArray[]::new)).build();
        ImmutableTaskGraph[] graphs = sort.graphs().toArray(ImmutableTaskGraph[]::new);
        try (sort; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(on.device()));
            sort.scheduleOn(plan, graphs, new GridScheduler());
            // Three digits would do for the third mask, if the survey had counted them.
            for (int mask : new int[] {-1, 0xff, 0x0ffffff0, 0}) {
                for (int n : new int[] {CAPACITY, 4100, 1, 0}) {
                    int[] made = IntStream.range(0, CAPACITY).map(i -> Program.hash(i, n) & mask).toArray();
                    keys.getSegment().copyFrom(MemorySegment.ofArray(made));
                    sort.run(n);
                    int[] expected = Reference.order(Column.of(made).range(0, n), Order.ASCENDING);
                    assertSorted(StageArrays.column(keys), Column.of(made), expected);
                    assertThat(Arrays.copyOf(order.toHeapArray(), n)).as("order of %d", n).isEqualTo(expected);
                    for (int i = 0; i < widths.size(); i++) {
                        Column moved = new Column(to.get(i).getSegment(), widths.get(i)).range(0, n);
                        assertThat(Operation.firstDifference(moved, Operation.at(given.get(i), expected)))
                                .as("first wrong value of %s, %d keys", widths.get(i), n)
                                .isEqualTo(-1);
                    }
                }
            }
        }
    }

    private static SortStage.Builder stageForFew(SortStage.Builder builder, SortCase on) {
        SortPolicy own = on.policy();
        return builder.policy(new SortPolicy(
                own.kernels(), own.radixBits(), own.blocksPerUnit(), own.workItems(), own.laboratoryItems(), 4100));
    }

    /** Values from another graph, and an order that stays on the device for the next one. */
    @ParameterizedTest
    @MethodSource("cases")
    void handsItsOrderOn(SortCase on) throws TornadoExecutionPlanException {
        ProgramArrays program = new ProgramArrays();
        IntArray moved = ints(CAPACITY);
        IntArray order = ints(CAPACITY);
        SortStage sort =
                stage(on, Order.ASCENDING).keys(program.keys).values(program.values, moved).order(order).build();
        assertThat(sort.scratchBytes()).isBetween(8L * CAPACITY, 12L * CAPACITY);
        TaskGraph consume = new TaskGraph("consume")
                .consumeFromDevice(sort.lastGraph(), moved, order)
                .task("use", Program::consume, moved, order, program.result)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, program.result);
        ImmutableTaskGraph[] graphs = sort.between(producer(program), consume.snapshot());
        try (sort; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(on.device()));
            sort.scheduleOn(plan, gridsOf("produce.make", "consume.use"));
            plan.withGraph(0).execute();
            sort.run(CAPACITY);
            plan.withGraph(graphs.length - 1).execute();
            int[] made = IntStream.range(0, CAPACITY).map(i -> Program.hash(i, 0)).toArray();
            assertThat(program.result.toHeapArray())
                    .isEqualTo(IntStream.of(Reference.order(Column.of(made), Order.ASCENDING)).map(i -> 4 * i).toArray());
        }
    }

    @Test
    void refusesArraysThatDoNotFit() {
        IntArray keys = new IntArray(10);
        IntArray values = new IntArray(10);
        Supplier<SortStage.Builder> sort = () -> SortStage.builder("sort").keys(keys);
        assertThatThrownBy(() -> sort.get().values(values, new LongArray(10)).build())
                .hasMessage("stage sort: sorted values in a LongArray for values in a IntArray");
        assertThatThrownBy(() -> sort.get().values(values, new IntArray(9)).build())
                .hasMessage("stage sort: 9 sorted values for 10 keys");
        assertThatThrownBy(() -> sort.get().values(values, values).build())
                .hasMessageContaining("overlap in memory; give each its own array");
        assertThatThrownBy(() -> sort.get().order(new IntArray(9)).build())
                .hasMessage("stage sort: 9 indices of the order for 10 keys");
        assertThatThrownBy(() -> sort.get().toHost(values).build())
                .hasMessage("an array of 10 elements is to be copied to the host, which stage sort does not use");
        for (SortStage.Builder both : List.of(
                sort.get().values(values).order(new IntArray(10)),
                sort.get().values(values).values(new LongArray(10), new LongArray(10)))) {
            assertThatThrownBy(both::build)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("use values(array, results) for all of them");
        }
    }

    @Test
    void checksItsArguments() {
        IntArray keys = new IntArray(10);
        assertThatThrownBy(() -> SortStage.builder("sort").after("produce").build()).hasMessage("stage sort needs keys");
        assertThatThrownBy(() -> SortStage.builder("sort").after("produce").keys(keys, KeyType.INT64))
                .hasMessageContaining("int64");
        assertThatThrownBy(
                () -> SortStage.builder("sort").after("produce").keys(keys, KeyType.UINT32).values(new IntArray(9)).build())
                .hasMessage("stage sort: 9 values for 10 keys");
        assertThatThrownBy(() -> SortStage.builder("sort").after("produce")
                .keys(keys)
                .timed()
                .withCUDAGraph()
                .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("both timed and withCUDAGraph");
        SortDevice small = withMemory(SortDevice.preferred(), 100);
        assertThatThrownBy(() -> SortStage.builder("sort").after("produce").device(small).keys(keys).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(
                        "a stage for 10 int32 keys needs \\d+ bytes of device memory, but the device has 100; .*");
    }

    /** The arrays of the kernels of {@link Program}. */
    private static final class ProgramArrays {
        private final IntArray keys = ints(CAPACITY);
        private final IntArray values = ints(CAPACITY);
        private final IntArray seed = ints(1);
        private final IntArray result = ints(CAPACITY);
    }

    private static ImmutableTaskGraph producer(ProgramArrays on) {
        return new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, on.seed)
                .task("make", Program::produce, on.keys, on.values, on.seed)
                .persistOnDevice(on.keys, on.values)
                .snapshot();
    }

    private static ImmutableTaskGraph consumer(ProgramArrays on, SortStage sort) {
        return new TaskGraph("consume")
                .consumeFromDevice(sort.lastGraph(), on.keys, on.values)
                .task("use", Program::consume, on.keys, on.values, on.result)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, on.result)
                .snapshot();
    }

    /** PTX and CUDA pin the host's side of arrays, so it is kept for later arrays of the same size and not freed. */
    @Test
    void releasesPinnedMemory() {
        SortDevice here = SortDevice.preferred();
        SortDevice pinning = TestDevices.device(
                here.driver(), here.number(), "ptx", here.name(), here.type(), here.memoryBytes(), Handle.of(here));
        int unusual = 54_321;
        DeviceArrays earlier = DeviceArrays.on(pinning);
        long address = earlier.ints(unusual).getSegment().address();
        earlier.release();

        SortStage sort = SortStage.builder("sort").after("produce").device(pinning).keys(new IntArray(unusual)).build();
        assertThat(DeviceArrays.on(pinning).ints(unusual).getSegment().address())
                .as("memory while the stage has that of before")
                .isNotEqualTo(address);
        sort.close();
        sort.close();
        // A stage has several arrays of this size.
        DeviceArrays later = DeviceArrays.on(pinning);
        assertThat(LongStream.generate(() -> later.ints(unusual).getSegment().address()).limit(8).toArray())
                .as("memory that was given back once")
                .contains(address)
                .doesNotHaveDuplicates();
    }

    /** Both buffers of keys, and buffers of one size for so few keys, which have one block. The policy does not merge. */
    @Test
    void needsMemoryForItsKeys() {
        long needed = neededBytes(10);
        assertThat(neededBytes(500)).isEqualTo(needed + 2 * 4 * 490);
        SortDevice enough = withMemory(SortDevice.preferred(), needed);
        assertThat(SortStage.builder("sort").after("produce").device(enough)
                .policy(new SortPolicy(SortPolicy.Kernels.BLOCK, 8, 1, 0, 0)).keys(new IntArray(10)).build()).isNotNull();
    }

    private static SortDevice withMemory(SortDevice device, long bytes) {
        return TestDevices.device(
                device.driver(), device.number(), device.backend(), device.name(), device.type(), bytes, Handle.of(device));
    }

    private static long neededBytes(int n) {
        SortDevice none = withMemory(SortDevice.preferred(), 0);
        Throwable refused = catchThrowable(
                () -> SortStage.builder("sort").after("produce").device(none)
                        .policy(new SortPolicy(SortPolicy.Kernels.BLOCK, 8, 1, 0, 0)).keys(new IntArray(n)).build());
        return Long.parseLong(refused.getMessage().replaceAll(".* needs (\\d+) bytes.*", "$1"));
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

    /** Returns what the kernels compute of the first n keys, sorted, and the others as they were made. */
    private static int[] expected(int seed, int n, Order sortOrder) {
        int[] made = IntStream.range(0, CAPACITY).map(i -> Program.hash(i, seed)).toArray();
        int[] order = Reference.order(Column.of(made).range(0, n), sortOrder);
        return IntStream.range(0, CAPACITY).map(i -> i < n ? order[i] : i).map(i -> made[i] * 3 + i).toArray();
    }

    /** Kernels would count beyond the largest int. The array is mapped from a sparse file. */
    @Test
    void moreKeysThanKernelsCanNumber(@TempDir Path folder) throws IOException {
        long bytes = TornadoNativeArray.ARRAY_HEADER + (long) Integer.MAX_VALUE;
        try (FileChannel file = FileChannel.open(
                folder.resolve("sparse"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            ByteArray keys = ByteArray.fromSegmentShallow(file.map(MapMode.READ_WRITE, 0, bytes, arena));
            SortDevice large = withMemory(SortDevice.preferred(), Long.MAX_VALUE);
            assertThatThrownBy(() -> SortStage.builder("sort").after("produce")
                    .device(large)
                    .keys(keys)
                    .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("a stage for 2147483647 int8 keys; kernels can index at most ");
        }
    }
}
