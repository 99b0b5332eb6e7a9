package io.github.tornadosort.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Tests on the checked device that the kernels of a radix pass have the barriers that they need, and no others. Removes each
 * barrier from the class file in turn: the device must then find a fault, with or without values.
 */
@Tag("slow")
class BarriersTest {
    private static final int WORK_ITEMS = 32;

    @ParameterizedTest
    @CsvSource({
        "GroupSurvey32, survey, 4", "GroupSurvey64, survey, 4", "GroupPassKeys32, pass, 9", "GroupPassPairs32, pass, 12",
        "GroupPassPairs64, pass, 12"
    })
    void everyBarrierIsNeeded(String kernelClass, String method, int barriers) throws Exception {
        int bits = kernelClass.endsWith("64") ? 64 : 32;
        int[][] both = {{bits, 0}, {bits, 1}};
        int[][] shapes = bits == 64 ? both : new int[][] {both[kernelClass.endsWith("Keys32") ? 0 : 1]};
        everyBarrierIsNeeded(kernelClass, method, barriers, Pass.class, shapes);
    }

    @ParameterizedTest
    @CsvSource({
        "GroupSample64, sample, 8", "GroupBuckets64, bounds, 1", "GroupBuckets64, sort, 14"
    })
    void everyBarrierOfBucketsIsNeeded(String kernelClass, String method, int barriers) throws Exception {
        int[][] shapes = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {3, 0}};
        everyBarrierIsNeeded(kernelClass, method, barriers, Buckets.class, shapes);
    }

    private static void everyBarrierIsNeeded(
            String kernelClass, String method, int barriers, Class<? extends Callable<String>> run, int[]... shapes)
            throws Exception {
        assumeTrue(SortDevice.all().getFirst().backend().equals("jvm"), "only the JVM backend checks kernels");
        PlantedDefect unedited = PlantedDefect.withoutBarrier(kernelClass, method, Integer.MAX_VALUE);
        for (int[] shape : shapes) {
            assertThat(unedited.fault(run, shape)).as("with all barriers, %s", Arrays.toString(shape)).isEmpty();
        }
        assertThat(unedited.barriers()).isEqualTo(barriers);
        for (int missing = 0; missing < barriers; missing++) {
            PlantedDefect edited = PlantedDefect.withoutBarrier(kernelClass, method, missing);
            String faults = "";
            for (int i = 0; i < shapes.length && faults.isEmpty(); i++) {
                faults = edited.fault(run, shapes[i]);
            }
            assertThat(faults).as("barrier %d of %s.%s is missing", missing, kernelClass, method)
                    .containsAnyOf("race", "uninitialized", "out of bounds");
        }
    }

    private static SortDevice checked() {
        return SortDevice.all().get(1);
    }

    /** A pass after a survey. The last tile is not full. */
    public static final class Pass implements Callable<String> {
        private static final int TILES = 3;

        private final boolean wide;
        private final int withValues;
        private final int n;
        private final int blocks;
        private final IntArray values;
        private final IntArray valuesTo;
        private final IntArray totals = new IntArray((PassParameters.MOST_WINDOWS + 1) * GroupPassKeys32.RADIX);
        private final LongArray state = new LongArray(TILES * GroupPassKeys32.RADIX);
        private final IntArray words;
        private final IntArray p = new IntArray(PassParameters.WORDS);
        private final KernelContext context = new KernelContext();

        /** Creates a pass; shape: bits of a key; 1 if there are values, otherwise 0. */
        public Pass(int[] shape) {
            this.wide = shape[0] == Long.SIZE;
            this.withValues = shape[1];
            int tile = WORK_ITEMS * GroupPassKeys32.ITEMS;
            this.n = TILES * tile - 50;
            int span = 2 * tile;
            this.blocks = Math.ceilDiv(n, span);
            this.values = new IntArray(n);
            this.valuesTo = new IntArray(n);
            this.words = new IntArray(blocks * SurveyWords.COUNT);
            state.init(0);
            p.init(0);
            p.set(PassParameters.N, n);
            p.set(PassParameters.BLOCKS, blocks);
            p.set(PassParameters.SPAN, span);
            p.set(PassParameters.SURVEYING, 1);
            p.set(PassParameters.EPOCH, 1);
            p.set(PassParameters.LIMIT, LookBack.LIMIT);
            for (int i = 0; i < shape[0] / 8; i++) {
                p.set(PassParameters.WINDOWS + 2 * i, 8 * i);
                p.set(PassParameters.WINDOWS + 2 * i + 1, GroupPassKeys32.RADIX - 1);
            }
            for (IntArray array : new IntArray[] {values, valuesTo, totals, words}) {
                array.init(0);
            }
        }

        @Override
        public String call() throws Exception {
            TaskGraph graph = new TaskGraph("pass")
                    .transferToDevice(DataTransferMode.EVERY_EXECUTION, values, valuesTo, totals, state, words, p);
            if (wide) {
                addLongs(graph);
            } else {
                addInts(graph);
            }
            GridScheduler grids = new GridScheduler();
            addGrid(grids, "pass.survey", blocks * (wide ? 4 : 2), GroupSurvey32.WORK_ITEMS);
            addGrid(grids, "pass.pass", TILES, WORK_ITEMS);
            graph.transferToHost(DataTransferMode.EVERY_EXECUTION, totals);
            return run(graph, grids);
        }

        private void addInts(TaskGraph graph) {
            SplittableRandom random = new SplittableRandom(1);
            IntArray from = new IntArray(n);
            IntArray to = new IntArray(n);
            for (int i = 0; i < n; i++) {
                from.set(i, random.nextInt());
            }
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, from, to)
                    .task("survey", GroupSurvey32::survey, context, from, totals, words, p, 0);
            if (withValues != 0) {
                graph.task("pass", GroupPassPairs32::pass, context, from, to, values, valuesTo, totals, state, p, 0,
                        withValues,
                        WORK_ITEMS, 0);
            } else {
                graph.task("pass", GroupPassKeys32::pass, context, from, to, values, valuesTo, totals, state, p, 0,
                        withValues,
                        WORK_ITEMS, 0);
            }
        }

        private void addLongs(TaskGraph graph) {
            SplittableRandom random = new SplittableRandom(1);
            LongArray from = new LongArray(n);
            LongArray to = new LongArray(n);
            for (int i = 0; i < n; i++) {
                from.set(i, random.nextLong());
            }
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, from, to)
                    .task("survey", GroupSurvey64::survey, context, from, totals, words, p, 0)
                    .task("pass", GroupPassPairs64::pass, context, from, to, values, valuesTo, totals, state, p, 0,
                            withValues,
                            WORK_ITEMS, 0);
        }
    }

    /** A sample, and a sort of buckets: of two tiles in one work-group. */
    public static final class Buckets implements Callable<String> {
        /** With 32, counters would not overlap. */
        private static final int WORK_ITEMS = 64;
        private static final int TILE = WORK_ITEMS * GroupBuckets64.ITEMS;
        private static final int N = 6 * TILE - 50;
        private static final int BITS = 4;
        /** Lowest of few bits, which are sorted in an odd number of rounds. */
        private static final int LOWEST = 18;

        private final int withValues;
        private final long low;
        private final IntArray values = new IntArray(N);
        private final IntArray bounds = new IntArray(N);
        private final IntArray words = new IntArray(SurveyWords.COUNT + GroupSample64.RESULT_WORDS);
        private final IntArray p = new IntArray(PassParameters.WORDS);
        private final KernelContext context = new KernelContext();

        /**
         * Creates the kernels.
         *
         * @param shape 0 for uniform keys, 1 if many tie, 2 if most do, 3 if they have few bits; 1 for values, otherwise 0
         */
        public Buckets(int[] shape) {
            this.withValues = shape[1];
            this.low = new long[] {-1, 0xfff, 3, -1L << LOWEST}[shape[0]];
            p.init(0);
            p.set(PassParameters.LOWEST, shape[0] < 3 ? 0 : 16 + LOWEST);
            p.set(PassParameters.N, N);
            p.set(PassParameters.BLOCKS, 1);
            p.set(PassParameters.SAMPLE_JITTER, 0);
            p.set(PassParameters.SAMPLE_TIES, GroupSample64.KEYS);
            p.set(PassParameters.SAMPLE_RUN, GroupSample64.KEYS - 1);
            p.set(PassParameters.BUCKET_SPAN, 2 * TILE);
            p.set(PassParameters.BUCKET_SHIFT, Long.SIZE - BITS);
            p.set(PassParameters.BITS, -1);
            p.set(PassParameters.BITS_HIGH, -1);
            for (IntArray array : new IntArray[] {values, bounds, words}) {
                array.init(0);
            }
        }

        @Override
        public String call() throws Exception {
            TaskGraph graph = new TaskGraph("buckets")
                    .transferToDevice(DataTransferMode.EVERY_EXECUTION, values, bounds, words, p);
            // Sorted by their highest bits, which makes buckets of fewer keys than a tile.
            SplittableRandom random = new SplittableRandom(1);
            LongArray keys = new LongArray(N);
            for (int i = 0; i < N; i++) {
                long key = random.nextLong();
                long bucket = ((long) i * (1 << BITS) / N) << (Long.SIZE - BITS);
                keys.set(i, (bucket | (key >>> BITS & ~0xfffffffL) | (key & 0xfffffff)) & (low << 16 | 0xf000000000000000L));
            }
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, keys)
                    .task("sample", GroupSample64::sample, context, keys, words, p, 0, 8, SurveyWords.COUNT)
                    .task("bounds", GroupBuckets64::bounds, context, keys, bounds, words, p, 0, TILE)
                    .task("sort", GroupBuckets64::sort, context, keys, values, bounds, p, 0, withValues, WORK_ITEMS);
            GridScheduler grids = new GridScheduler();
            addGrid(grids, "buckets.sample", 1, GroupSample64.WORK_ITEMS);
            addGrid(grids, "buckets.bounds", 1, GroupBuckets64.BOUNDS_WORK_ITEMS);
            addGrid(grids, "buckets.sort", 3, WORK_ITEMS);
            graph.transferToHost(DataTransferMode.EVERY_EXECUTION, words);
            return run(graph, grids);
        }
    }

    private static String run(TaskGraph graph, GridScheduler grids) throws Exception {
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(Handle.of(checked())).withGridScheduler(grids).execute();
            return "";
        } catch (RuntimeException fault) {
            return fault.toString();
        }
    }

    private static void addGrid(GridScheduler grids, String task, int groups, int workItems) {
        WorkerGrid1D grid = new WorkerGrid1D(groups * workItems);
        grid.setLocalWork(workItems, 1, 1);
        grids.addWorkerGrid(task, grid);
    }
}
