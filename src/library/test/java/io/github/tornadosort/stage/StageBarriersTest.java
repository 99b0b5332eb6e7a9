package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.kernel.PlantedDefect;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/**
 * Tests that the checked device finds a defect in each kernel of stages, of those for 32 and 64 bits in one. Removes each
 * barrier from the class file in turn, which tests too that no barrier could go. Kernels without barriers take the index of
 * their group for that of the work-item.
 */
@Tag("slow")
class StageBarriersTest {
    /** The widths of keys whose stages were run with all barriers. */
    private static final Set<Integer> RIGHT = new HashSet<>();

    @ParameterizedTest
    @CsvSource({
        "GroupTopK32, choose", "GroupHistogram, count32", "GroupSegments64, sortTiles", "GroupSegments32, mergeTiles",
        "GroupMergePath64, merge", "GroupPrefix, reduceDoubles", "GroupPrefix, scanDoubles", "GroupPrefix, lookBackInts",
        "GroupPrefix, lookBackLongs", "GroupSelect32, lookBackFlagged", "GroupSelect32, lookBackFlaggedIndices",
        "GroupSelect64, lookBackFlagged", "GroupSelect64, lookBackHeads",
        "GroupRuns32, lookBackLengths", "GroupRuns64, lookBackStoreLongs", "GroupRuns32, lookBackScanInts",
        "GroupRuns64, reduceDoubles", "GroupRuns64, storeDoubles", "GroupRuns64, scanDoubles"
    })
    void everyBarrierIsNeeded(String kernelClass, String method) throws Exception {
        assumeTrue(SortDevice.all().getFirst().backend().equals("jvm"), "only the JVM backend checks kernels");
        boolean wide = kernelClass.endsWith("64") || method.matches(".*(64|Longs|Doubles)");
        int bits = wide || method.equals("lookBackFlaggedIndices") ? 64 : 32;
        int[] shape = {bits, stagesOf(kernelClass)};
        PlantedDefect unedited = PlantedDefect.withoutBarrier(kernelClass, method, Integer.MAX_VALUE);
        assertThat(unedited.barriers()).isPositive();
        if (RIGHT.add(bits)) {
            assertThat(unedited.fault(Stages.class, new int[] {bits, -1})).as("with all barriers").isEmpty();
        }
        for (int missing = 0; missing < unedited.barriers(); missing++) {
            assertThat(PlantedDefect.withoutBarrier(kernelClass, method, missing).fault(Stages.class, shape))
                    .as("barrier %d of %d of %s.%s is missing", missing, unedited.barriers(), kernelClass, method)
                    .containsAnyOf("race", "uninitialized", "out of bounds");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SegmentSpans, findTiles", "GroupMergePath32, cut", "GroupSearch64, bounds", "GroupTopK32, copy",
        "GroupHistogram, add", "GroupGather, gatherBytes",
        "GroupGather, gatherShorts", "GroupGather, gatherInts", "GroupGather, gatherLongs", "GroupGather, gatherTwoBytes",
        "GroupGather, gatherTwoShorts", "GroupGather, gatherTwoInts", "GroupGather, gatherTwoLongs"
    })
    void everyIndexIsNeeded(String kernelClass, String method) throws Exception {
        assumeTrue(SortDevice.all().getFirst().backend().equals("jvm"), "only the JVM backend checks kernels");
        int[] shape = {kernelClass.endsWith("64") ? 64 : 32, stagesOf(kernelClass)};
        assertThat(PlantedDefect.withIndexOfGroup(kernelClass, method).fault(Stages.class, shape))
                .containsAnyOf("race", "uninitialized", "out of bounds");
    }

    /** Returns the stages that run the kernels of a class: a bit for each in the order of {@link Stages}. */
    private static int stagesOf(String kernelClass) {
        return switch (kernelClass.replaceAll("32|64", "")) {
            case "GroupTopK" -> 0b1_0111;
            case "GroupHistogram" -> 1 << 3;
            case "GroupSearch" -> 1 << 5;
            case "GroupSegments", "SegmentSpans" -> 1 << 6;
            case "GroupMergePath" -> 1 << 7;
            case "GroupGather" -> 1 << 6 | 1 << 7;
            case "GroupPrefix" -> 1 << 8 | 1 << 14;
            case "GroupSelect" -> 1 << 10 | 1 << 11 | 1 << 13;
            case "GroupRuns" -> 1 << 9 | 1 << 12 | 1 << 15 | 1 << 16;
            default -> throw new AssertionError(kernelClass);
        };
    }

    /** Runs each stage, or some of them, until one fails. */
    public static final class Stages implements Callable<String> {
        private static final int N = 3000;
        private static final int K = 20;

        private final boolean wide;
        private final int chosen;
        private final int[] random = new Random(1).ints(N, 0, 500).toArray();
        private final int[] ascending = IntStream.range(0, N).toArray();
        private final IntArray count = new IntArray(1);
        private final IntArray offsets = IntArray.fromArray(new int[] {0, 700, 760, 1400, 2900, N});

        /**
         * Makes the inputs.
         *
         * @param shape bits of a key; a bit for each stage
         */
        public Stages(int[] shape) {
            this.wide = shape[0] == Long.SIZE;
            this.chosen = shape[1];
        }

        @Override
        public String call() throws Exception {
            SortDevice checked = SortDevice.all().get(1);
            Chain.Builder each = Chain.builder("chain");
            List<PartBuilder<?, ?>> stages = wide ? longs() : ints();
            IntStream.range(0, stages.size()).filter(i -> (chosen >>> i & 1) != 0).forEach(i -> each.then(stages.get(i)));
            try {
                StageRuns.run(checked, StageRuns.on(checked, each).build(), new int[] {N, 0}, _ -> {}, _ -> {});
                return "";
            } catch (RuntimeException fault) {
                return fault.toString();
            }
        }

        /** The second top-k has more ties than fit in local memory; the third has only one part per row. */
        private List<PartBuilder<?, ?>> ints() {
            IntArray keys = IntArray.fromArray(random);
            IntArray sorted = IntArray.fromArray(ascending);
            IntArray flags = IntArray.fromArray(IntStream.of(random).map(i -> i & 1).toArray());
            ByteArray bytes = new ByteArray(N);
            ShortArray shorts = new ShortArray(N);
            LongArray longs = new LongArray(N);
            return List.of(
                    TopKStage.builder("ascending").keys(sorted).k(5).values(new IntArray(5)),
                    TopKStage.builder("ties").keys(flags).k(K).values(new IntArray(K)),
                    TopKStage.builder("rows").keys(keys).k(K).rows(300).values(new IntArray(10 * K)),
                    HistogramStage.builder("words").keys(keys, new IntArray(N - 1)).boundaries(sorted),
                    TopKStage.builder("many").keys(keys).k(N / 2).values(new IntArray(N / 2)),
                    SearchStage.builder("search").sorted(sorted).keys(keys, new IntArray(N)),
                    SegmentedSortStage.builder("segments").keys(keys, new IntArray(N)).offsets(offsets)
                            .order(new IntArray(N)).values(bytes, new ByteArray(N)).values(shorts, new ShortArray(N))
                            .values(flags, new IntArray(N)).values(longs, new LongArray(N)),
                    MergeStage.builder("merge").keys(sorted, IntArray.fromArray(ascending), new IntArray(2 * N))
                            .order(new IntArray(2 * N)).values(bytes, new ByteArray(N), new ByteArray(2 * N))
                            .values(shorts, new ShortArray(N), new ShortArray(2 * N))
                            .values(flags, new IntArray(N), new IntArray(2 * N))
                            .values(longs, new LongArray(N), new LongArray(2 * N)),
                    ScanStage.builder("scan").sums(keys, new IntArray(N)),
                    ScanStage.builder("runs").byKeys(flags).sums(keys, new IntArray(N)),
                    SelectStage.builder("select").flags(flags).select(keys, new IntArray(N)).indices(new IntArray(N))
                            .count(count),
                    UniqueStage.builder("unique").keys(flags, new IntArray(N)).count(new IntArray(1)),
                    RunLengthStage.builder("lengths").keys(flags, new IntArray(N)).lengths(new IntArray(N))
                            .count(new IntArray(1)));
        }

        private List<PartBuilder<?, ?>> longs() {
            LongArray keys = LongArray.fromArray(IntStream.of(random).asLongStream().toArray());
            LongArray sorted = LongArray.fromArray(IntStream.of(ascending).asLongStream().toArray());
            LongArray ties = LongArray.fromArray(IntStream.of(random).mapToLong(i -> i & 1).toArray());
            IntArray flags = IntArray.fromArray(IntStream.of(random).map(i -> i & 1).toArray());
            DoubleArray doubles = DoubleArray.fromArray(IntStream.of(random).asDoubleStream().toArray());
            return List.of(
                    TopKStage.builder("ascending").keys(sorted).k(5).values(new LongArray(5)),
                    TopKStage.builder("ties").keys(ties).k(K).values(new LongArray(K)),
                    TopKStage.builder("rows").keys(keys).k(K).rows(300).values(new LongArray(10 * K)),
                    HistogramStage.builder("words").keys(keys, new IntArray(N - 1)).boundaries(sorted),
                    TopKStage.builder("many").keys(keys).k(N / 2).values(new LongArray(N / 2)),
                    SearchStage.builder("search").sorted(sorted).keys(keys, new IntArray(N)),
                    SegmentedSortStage.builder("segments").keys(keys, new LongArray(N)).offsets(offsets)
                            .order(new IntArray(N)),
                    MergeStage.builder("merge").keys(sorted,
                            LongArray.fromArray(IntStream.of(ascending).asLongStream().toArray()), new LongArray(2 * N))
                            .order(new IntArray(2 * N)),
                    ScanStage.builder("scan").maxima(keys, new LongArray(N)),
                    ScanStage.builder("runs").byKeys(ties).sums(keys, new LongArray(N)),
                    SelectStage.builder("select").flags(flags).select(keys, new LongArray(N)).count(count),
                    UniqueStage.builder("unique").keys(ties, new LongArray(N)).count(new IntArray(1)),
                    ReduceByKeyStage.builder("sums").keys(ties, new LongArray(N)).sums(keys, new LongArray(N))
                            .count(new IntArray(1)),
                    SelectStage.builder("parts").flags(flags).select(keys, new LongArray(N)).indices(new IntArray(N))
                            .partition(),
                    ScanStage.builder("doubles").sums(doubles, new DoubleArray(N)),
                    ScanStage.builder("ofRuns").byKeys(ties).sums(doubles, new DoubleArray(N)),
                    ReduceByKeyStage.builder("ofKeys").keys(ties, new LongArray(N)).sums(doubles, new DoubleArray(N)));
        }
    }
}
