package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.kernel.GroupMerge;
import io.github.tornadosort.internal.kernel.GroupRadix32;
import io.github.tornadosort.internal.kernel.GroupScan;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests the grids of all kernels, and the bytes that executions copy to the device. */
class RadixGraphsTest {
    private static final StageGraphs.Results NO_RESULTS = new StageGraphs.Results(false, List.of(), List.of());
    private static final int BLOCKS = 3;
    private static final int N = 1000;
    private static final long PARAMETER_BYTES = (long) Integer.BYTES * PassParameters.WORDS;
    private static final SortDevice DEVICE = SortDevice.preferred();
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    /** Tiles of 128 keys, and digits of 5 bits. */
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4);

    /** Returns the number of work-groups of each task, and of work-items per group. */
    private static Map<String, List<Long>> registered(SortPolicy policy, PlanShape shape) {
        DeviceArrays arrays = DeviceArrays.on(DEVICE);
        RadixBuffers buffers = RadixBuffers.allocate(arrays, shape, policy, BLOCKS, N);
        GridScheduler grids = new GridScheduler();
        new RadixPlan(DEVICE, shape, policy, buffers, arrays, _ -> {}).registerGrids(grids);
        Map<String, List<Long>> sizes = new TreeMap<>();
        grids.keySet().forEach(task -> sizes.put(task, size(grids.get(task))));
        return sizes;
    }

    private static List<Long> size(WorkerGrid grid) {
        long items = grid.getLocalWork()[0];
        return List.of(grid.getGlobalWork()[0] / items, items);
    }

    private static void put(Map<String, List<Long>> sizes, long groups, long items, String... tasks) {
        List.of(tasks).forEach(task -> sizes.put(task, List.of(groups, items)));
    }

    @Test
    void blockKernelsHaveOneThreadPerBlock() {
        Map<String, List<Long>> expected = new TreeMap<>();
        put(expected, BLOCKS, 1, "sortSurvey.survey", "sortBefore.checksum", "sortAfterBack.checksum", "sortAfterBack.order",
                "sortAfterForth.checksum", "sortAfterForth.order", "sortForth.upsweep", "sortForth.downsweep",
                "sortBack.upsweep",
                "sortBack.downsweep");
        put(expected, 1, 1, "sortForth.scan", "sortBack.scan");
        assertThat(registered(BLOCK, PlanShape.of(KeyType.INT32, Payload.NONE))).isEqualTo(expected);
    }

    @Test
    void workGroupKernelsHaveOneGroupPerBlock() {
        Map<String, List<Long>> expected = new TreeMap<>();
        put(expected, BLOCKS, GroupRadix32.UPSWEEP_WORK_ITEMS, "sortSurvey.survey", "sortForth.upsweep", "sortBack.upsweep");
        put(expected, BLOCKS, 32, "sortSurvey.payload", "sortBefore.checksum", "sortAfterBack.checksum",
                "sortAfterForth.checksum",
                "sortForth.downsweep", "sortBack.downsweep");
        put(expected, 1 << 5, GroupScan.WORK_ITEMS, "sortForth.scan", "sortBack.scan");
        assertThat(registered(GROUP, PlanShape.of(KeyType.INT32, Payload.INDICES))).isEqualTo(expected);
    }

    private static void keep(IntArray keys) {
        for (@Parallel int i = 0; i < keys.getSize(); i++) {
            keys.set(i, keys.get(i));
        }
    }

    /** Returns a graph that leaves the keys on the device, followed by the graphs of the stage. */
    private static ImmutableTaskGraph[] graphs(IntArray keys, StageGraphs stage) {
        TaskGraph produce = new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, keys)
                .task("keep", RadixGraphsTest::keep, keys)
                .persistOnDevice(keys);
        return Stream.concat(Stream.of(produce.snapshot()), stage.graphs().stream()).toArray(ImmutableTaskGraph[]::new);
    }

    /** Replayed graphs use the same grids for all lengths. Other graphs use as many groups as they need. */
    @Test
    void theGridsOfAMergeFitItsKeysUnlessItIsReplayed() throws TornadoExecutionPlanException {
        SortPolicy merging = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4, 3 * GroupMerge.TILE);
        for (boolean replayed : new boolean[] {false, true}) {
            IntArray keys = DeviceArrays.on(DEVICE).ints(4 * GroupMerge.TILE);
            StageGraphs stage =
                    StageGraphs.of("s", "produce", DEVICE, merging, keys, KeyType.INT32, null, NO_RESULTS, replayed);
            GridScheduler grids = new GridScheduler();
            stage.registerGrids(grids);
            assertThat(size(grids.get("sMerge.tiles"))).containsExactly(3L, 32L);
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs(keys, stage))) {
                plan.withDevice(DEVICE.tornado());
                plan.withGridScheduler(grids);
                plan.withGraph(0).execute();
                SortStats stats = stage.run(plan, 1, grids, GroupMerge.TILE + 1, SortOptions.ascending());
                assertThat(stats.passesIssued()).isEqualTo(1);
                assertThat(stats.passesSkipped()).as("of seven").isEqualTo(6);
                assertThat(size(grids.get("sMerge.tiles"))).containsExactly(replayed ? 3L : 2L, 32L);
            }
        }
    }

    /** The required memory is that of all arrays, with the tiles of a merge, apart from the headers of the arrays. */
    @Test
    void aStageIsRefusedIfItsArraysDoNotFit() {
        SortPolicy merging = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4, 3 * GroupMerge.TILE);
        IntArray keys = DeviceArrays.on(DEVICE).ints(4 * GroupMerge.TILE);
        IntArray values = DeviceArrays.on(DEVICE).ints(4 * GroupMerge.TILE);
        for (IntArray moved : new IntArray[] {null, values}) {
            long bytes;
            try (StageGraphs stage =
                    StageGraphs.of("s", "p", DEVICE, merging, keys, KeyType.INT32, moved, NO_RESULTS, false)) {
                bytes = stage.deviceBytes();
            }
            SortDevice small =
                    new SortDevice(DEVICE.driver(), DEVICE.number(), DEVICE.backend(), DEVICE.name(), DEVICE.type(),
                            bytes - 1000, DEVICE.tornado());
            assertThatThrownBy(() -> StageGraphs.of("s", "p", small, merging, keys, KeyType.INT32, moved, NO_RESULTS, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("bytes of device memory, but the device has " + (bytes - 1000));
        }
    }

    /** Backends that can record graphs do so if the stage is replayed. */
    @Test
    void stagesAreRecordedIfTheDeviceSupportsIt() throws TornadoExecutionPlanException {
        assumeTrue(DEVICE.backend().equals("jvm"), "throws an exception if it should record");
        for (String backend : List.of("jvm", "ptx", "cuda")) {
            for (boolean replayed : new boolean[] {false, true}) {
                SortDevice device = new SortDevice(
                        DEVICE.driver(), DEVICE.number(), backend, DEVICE.name(), DEVICE.type(), DEVICE.memoryBytes(),
                        DEVICE.tornado());
                IntArray keys = DeviceArrays.on(DEVICE).ints(N);
                StageGraphs stage =
                        StageGraphs.of("s", "produce", device, GROUP, keys, KeyType.INT32, null, NO_RESULTS, replayed);
                GridScheduler grids = new GridScheduler();
                stage.registerGrids(grids);
                try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs(keys, stage))) {
                    plan.withGridScheduler(grids);
                    plan.withGraph(0).execute();
                    Throwable thrown =
                            catchThrowable(() -> stage.run(plan, 1, grids, N, SortOptions.ascending()));
                    assertThat(thrown != null).as("%s, %s", backend, replayed).isEqualTo(replayed && !backend.equals("jvm"));
                    if (thrown != null) {
                        assertThat(thrown).hasMessageStartingWith("withCUDAGraph");
                    }
                }
            }
        }
    }

    /** Keys and the caller's values are copied once per sort; parameters are copied before each execution. */
    @ParameterizedTest
    @EnumSource
    void eachSortCopiesItsKeysOnce(Payload payload) {
        SortOptions options = SortOptions.builder().timed().verify().build();
        for (SortPolicy policy : List.of(BLOCK, GROUP)) {
            List<Long> copied = copiedIn(policy, payload, N, options);
            assertThat(copied.getFirst()).as("by the survey").isEqualTo(bytes(payload, N) + PARAMETER_BYTES);
            assertThat(copied.subList(1, copied.size())).as("by all others").isNotEmpty().containsOnly(PARAMETER_BYTES);
        }
    }

    /** The only execution sorts by one digit and in buckets. */
    @ParameterizedTest
    @EnumSource
    void fewKeysAreCopiedByTheOnlyExecution(Payload payload) {
        SortPolicy bucketed = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4, 0, 1 << 20, 0);
        int n = 5000;
        assertThat(copiedIn(bucketed, payload, n, SortOptions.builder().timed().build()))
                .containsExactly(bytes(payload, n) + PARAMETER_BYTES);
    }

    /** Returns the bytes of n keys, and of the caller's values if there are any. */
    private static long bytes(Payload payload, int n) {
        return (payload == Payload.VALUES ? 2L : 1L) * Integer.BYTES * n;
    }

    /** Returns the bytes that each execution of the second sort of a plan copies to the device. */
    private static List<Long> copiedIn(SortPolicy policy, Payload payload, int n, SortOptions options) {
        assumeTrue(DEVICE.backend().equals("jvm"), "needs the checked device, which counts bytes");
        SortDevice checked = SortDevice.all().stream()
                .filter(device -> device.name().contains("checked"))
                .findFirst()
                .orElseThrow();
        List<Long> copied = new ArrayList<>();
        try (RadixPlan plan = RadixPlan.of(checked, policy, PlanShape.of(KeyType.INT32, payload), n, _ -> {})) {
            for (int seed = 0; seed < 2; seed++) {
                copied.clear();
                int[] keys = new SplittableRandom(seed).ints(n).toArray();
                for (int i = 0; i < n; i++) {
                    ((IntArray) plan.keys()).set(i, keys[i]);
                    plan.values().set(payload == Payload.VALUES ? i : 0, i);
                }
                plan.run(n, Order.of(KeyType.INT32, options),
                        result -> copied.add(result.getProfilerResult().getTotalBytesCopyIn()));
            }
        }
        return copied;
    }
}
