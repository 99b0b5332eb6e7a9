package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.stage.ReduceByKeyStage;
import io.github.tornadosort.stage.RunLengthStage;
import io.github.tornadosort.stage.ScanStage;
import io.github.tornadosort.stage.SegmentedSortStage;
import io.github.tornadosort.stage.SelectStage;
import io.github.tornadosort.stage.Stage;
import io.github.tornadosort.stage.StageDevices;
import io.github.tornadosort.stage.UniqueStage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A stage on a device: what it does with the n ints of a case, how long its kernels take, and what its results must be.
 * {@code cub_peer.cu} does the same. Operations:
 *
 * <ul>
 *   <li>{@code scan}: the sum of all keys before each one
 *   <li>{@code select}: the odd keys
 *   <li>{@code unique}, {@code run-lengths}, {@code reduce-by-key}: each eighth key, repeated up to the next one; sums of the
 *   keys
 *   <li>{@code segments-200}: sorted segments of as many keys
 * </ul>
 */
final class StageJob implements AutoCloseable {
    private static final int RUN = 8;
    private static final int SEGMENT = 200;
    private static final String SEGMENTS = "segments-" + SEGMENT;
    /** Runs before one that counts: kernels on an idle device take longer. */
    private static final int WARM_UPS = 5;

    private final String operation;
    private final IntArray first;
    private final IntArray second;
    private final IntArray out;
    private final IntArray numbers;
    private final IntArray count;
    private final DeviceArrays memory;
    private final Stage stage;
    private final TornadoExecutionPlan plan;
    private List<int[]> expected;

    StageJob(String operation, int n, SortDevice device) {
        this.operation = operation;
        this.memory = DeviceArrays.on(device);
        this.first = memory.ints(n);
        this.second = memory.ints(operation.equals(SEGMENTS) ? Math.ceilDiv(n, SEGMENT) + 1 : n);
        this.out = memory.ints(n);
        this.numbers = memory.ints(n);
        this.count = memory.parameters(1);
        this.stage = stage(device);
        ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
        this.plan = new TornadoExecutionPlan(graphs);
        plan.withDevice(StageDevices.of(device));
        plan.withProfiler(ProfilerMode.SILENT);
        stage.scheduleOn(plan, graphs, new GridScheduler());
    }

    /** Returns whether there is a stage for an operation. */
    static boolean has(String operation) {
        return List.of("scan", "select", "unique", "run-lengths", "reduce-by-key", SEGMENTS).contains(operation);
    }

    /** Times the kernels, and verifies the results. */
    Reply measure() {
        for (int i = 0; i < WARM_UPS; i++) {
            stage.run(first.getSize());
        }
        long nanos = stage.run(first.getSize()).getProfilerResult().getDeviceKernelTime();
        return isRight() ? Reply.measured(nanos) : Reply.failed("the result is wrong");
    }

    /** Returns the stage, which copies its inputs from the host and its results to the host. */
    private Stage stage(SortDevice device) {
        String name = "stage";
        Stage.Builder<?, ?> builder = switch (operation) {
            case "scan" -> ScanStage.builder(name).sums(first, out).toHost(out);
            case "select" -> SelectStage.builder(name).flags(second).select(first, out).count(count).toHost(out, count);
            case "unique" -> UniqueStage.builder(name).keys(first, out).count(count).toHost(out, count);
            case "run-lengths" ->
                RunLengthStage.builder(name).keys(first, out).lengths(numbers).count(count).toHost(out, numbers, count);
            case "reduce-by-key" ->
                ReduceByKeyStage.builder(name).keys(first, out).sums(second, numbers).count(count).toHost(out, numbers,
                        count);
            default -> SegmentedSortStage.builder(name).keys(first, out).offsets(second).toHost(out);
        };
        return builder.device(device).build();
    }

    /** Stores the inputs of the stage, and computes its right results. */
    void load(int[] keys) {
        int n = keys.length;
        expected = expected(keys);
        switch (operation) {
            case "select" -> {
                store(keys, first);
                store(IntStream.of(keys).parallel().map(key -> key & 1).toArray(), second);
            }
            case "unique", "run-lengths", "reduce-by-key" -> {
                store(runs(keys), first);
                store(keys, second);
            }
            case SEGMENTS -> {
                store(keys, first);
                store(IntStream.range(0, second.getSize()).map(i -> (int) Math.min(n, (long) i * SEGMENT)).toArray(),
                        second);
            }
            default -> store(keys, first);
        }
    }

    /** Returns whether all results are right. */
    boolean isRight() {
        List<IntArray> results = List.of(out, numbers);
        boolean isCounted = List.of("select", "unique", "run-lengths", "reduce-by-key").contains(operation);
        boolean isRight = !isCounted || count.get(0) == expected.getFirst().length;
        for (int i = 0; i < expected.size(); i++) {
            int[] found = new int[expected.get(i).length];
            MemorySegment.copy(results.get(i).getSegment(), ValueLayout.JAVA_INT, 0, found, 0, found.length);
            isRight &= Arrays.equals(expected.get(i), found);
        }
        return isRight;
    }

    private List<int[]> expected(int[] keys) {
        int n = keys.length;
        return switch (operation) {
            case "scan" -> {
                int[] sums = keys.clone();
                Arrays.parallelPrefix(sums, Integer::sum);
                yield List.of(IntStream.range(0, n).map(i -> sums[i] - keys[i]).toArray());
            }
            case "select" -> List.of(IntStream.of(keys).filter(key -> (key & 1) == 1).toArray());
            case "unique", "run-lengths", "reduce-by-key" -> ofRuns(keys);
            default -> {
                int[] sorted = keys.clone();
                IntStream.range(0, Math.ceilDiv(n, SEGMENT)).parallel()
                        .forEach(i -> Arrays.sort(sorted, i * SEGMENT, (int) Math.min(n, (i + 1L) * SEGMENT)));
                yield List.of(sorted);
            }
        };
    }

    /** Returns the keys of the runs and, depending on the operation, nothing, their lengths, or the sums of the keys. */
    private List<int[]> ofRuns(int[] keys) {
        int[] runs = runs(keys);
        int[] distinct = new int[runs.length];
        int[] ofRun = new int[runs.length];
        int found = 0;
        for (int i = 0; i < runs.length; i++) {
            if (i == 0 || runs[i] != runs[i - 1]) {
                distinct[found++] = runs[i];
            }
            ofRun[found - 1] += operation.equals("run-lengths") ? 1 : keys[i];
        }
        int[] all = Arrays.copyOf(distinct, found);
        return operation.equals("unique") ? List.of(all) : List.of(all, Arrays.copyOf(ofRun, found));
    }

    private static int[] runs(int[] keys) {
        return IntStream.range(0, keys.length).parallel().map(i -> keys[i / RUN * RUN]).toArray();
    }

    private static void store(int[] from, IntArray into) {
        MemorySegment.copy(from, 0, into.getSegment(), ValueLayout.JAVA_INT, 0, from.length);
    }

    @Override
    public void close() {
        try {
            plan.close();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
        stage.close();
        memory.release();
    }
}
