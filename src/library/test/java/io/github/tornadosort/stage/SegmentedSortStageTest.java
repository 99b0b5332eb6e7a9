package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.reference.KeyData;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.CharArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

class SegmentedSortStageTest {
    /** A segment of all keys takes four levels of merges. */
    private static final int CAPACITY = StageRuns.CAPACITY + 3 * StageRuns.TILE;

    private static final int[] LENGTHS = IntStream.concat(IntStream.of(CAPACITY), IntStream.of(StageRuns.LENGTHS)).toArray();
    private static final float[] SPECIALS = {
        Float.NaN, Float.intBitsToFloat(0xffc00001), -0.0f, 0.0f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY
    };

    private final FloatArray keys = new FloatArray(CAPACITY);
    private final FloatArray sorted = new FloatArray(CAPACITY);
    private final IntArray order = new IntArray(CAPACITY);

    SegmentedSortStageTest() {
        Random random = new Random(1);
        for (int i = 0; i < CAPACITY; i++) {
            keys.set(i, random.nextInt(3) == 0 ? SPECIALS[random.nextInt(SPECIALS.length)] : random.nextInt(100) - 50);
        }
    }

    static List<SortDevice> devices() {
        return StageRuns.devices();
    }

    /** Returns the order that a stable sort within segments gives. */
    private static int[] expected(int n, int[] offsets, int segments, Comparator<Integer> comparator) {
        Integer[] indices = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        for (int s = 0; s < segments; s++) {
            Arrays.sort(indices, Math.min(n, offsets[s]), Math.min(n, offsets[s + 1]), comparator);
        }
        return Arrays.stream(indices).mapToInt(Integer::intValue).toArray();
    }

    private void assertSorted(int n, int[] expected) {
        assertThat(Arrays.copyOf(order.toHeapArray(), n)).as("order of %d", n).isEqualTo(expected);
        for (int i = 0; i < n; i++) {
            // NaNs keep their bits.
            assertThat(Float.floatToRawIntBits(sorted.get(i))).as("key %d of %d", i, n)
                    .isEqualTo(Float.floatToRawIntBits(keys.get(expected[i])));
        }
    }

    /** Segments that are empty, of one key, within a tile, at its edges, and of several tiles. */
    private static int[] mixedOffsets() {
        int t = StageRuns.TILE;
        return new int[] {
            3, 3, 4, 4, 20, t - 1, t, t, t + 1, 2 * t - 5, 2 * t + 9, 3 * t, 3 * t + 3, 3 * t + 8, 6 * t + 2, 6 * t + 40,
            8 * t + 1,
            CAPACITY - 7
        };
    }

    @ParameterizedTest
    @MethodSource("devices")
    void sortsWithinSegments(SortDevice device) throws TornadoExecutionPlanException {
        int[][] all = {mixedOffsets(), {0, CAPACITY}, {0, 0, 0, CAPACITY, CAPACITY}, {5}, {7, 7}};
        for (int[] offsets : all) {
            check(device, offsets, offsets.length - 1, false);
        }
        check(device, mixedOffsets(), 13, true);
        check(device, mixedOffsets(), 0, false);
    }

    private void check(SortDevice device, int[] offsets, int segments, boolean descending)
            throws TornadoExecutionPlanException {
        IntArray count = new IntArray(1);
        count.set(0, segments);
        SegmentedSortStage.Builder builder = StageRuns.on(
                device,
                SegmentedSortStage.builder("sort")
                        .keys(keys, sorted)
                        .offsets(IntArray.fromArray(offsets))
                        .segments(count)
                        .order(order));
        Comparator<Integer> comparator = Comparator.comparing(keys::get);
        if (descending) {
            builder.descending();
            comparator = comparator.reversed();
        }
        Comparator<Integer> by = comparator;
        StageRuns.run(device, builder.toHost(sorted, order).build(), LENGTHS, _ -> {},
                n -> assertSorted(n, expected(n, offsets, segments, by)));
    }

    /** A segment of all keys takes a task for each level. One graph of TornadoVM holds all of these tasks. */
    @ParameterizedTest
    @MethodSource("devices")
    void takesManyLevels(SortDevice device) throws TornadoExecutionPlanException {
        int n = 3 * StageRuns.TILE;
        IntArray many = new IntArray(1 << 23);
        IntArray results = new IntArray(1 << 23);
        IntStream.range(0, n).forEach(i -> many.set(i, -i));
        SegmentedSortStage stage = StageRuns.on(
                device, SegmentedSortStage.builder("sort").keys(many, results).offsets(IntArray.fromElements(0, n)))
                .toHost(results)
                .build();
        StageRuns.run(device, stage, new int[] {n}, _ -> {},
                _ -> IntStream.range(0, n).forEach(i -> assertThat(results.get(i)).isEqualTo(i + 1 - n)));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void sortsRows(SortDevice device) throws TornadoExecutionPlanException {
        int t = StageRuns.TILE;
        for (int length : new int[] {1, 20, t / 4, t - 1, t, t + 1, 2 * t, CAPACITY, Integer.MAX_VALUE}) {
            int rows = Math.ceilDiv(CAPACITY, length);
            int[] offsets = IntStream.rangeClosed(0, rows).map(i -> (int) Math.min(CAPACITY, (long) i * length)).toArray();
            SegmentedSortStage stage = StageRuns.on(
                    device, SegmentedSortStage.builder("sort").keys(keys, sorted).rows(length).order(order))
                    .toHost(sorted, order)
                    .build();
            StageRuns.run(device, stage, LENGTHS, _ -> {},
                    n -> assertSorted(n, expected(n, offsets, rows, Comparator.comparing(keys::get))));
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void movesValuesOfEachSize(SortDevice device) throws TornadoExecutionPlanException {
        LongArray longs = LongArray.fromArray(new Random(2).longs(CAPACITY, -20, 20).map(x -> x << 40).toArray());
        LongArray sortedLongs = new LongArray(CAPACITY);
        List<TornadoNativeArray> values = StageRuns.values(CAPACITY, 0x123456789abcdefL);
        List<TornadoNativeArray> moved = StageRuns.values(CAPACITY, 0);
        SegmentedSortStage.Builder builder =
                SegmentedSortStage.builder("sort").keys(longs, sortedLongs).offsets(IntArray.fromArray(mixedOffsets()));
        for (int v = 0; v < values.size(); v++) {
            builder.values(values.get(v), moved.get(v));
        }
        SegmentedSortStage stage = StageRuns.on(device, builder).toHost(sortedLongs)
                .toHost(moved.toArray(TornadoNativeArray[]::new)).build();
        StageRuns.run(device, stage, LENGTHS, _ -> {}, n -> {
            int[] expected = expected(n, mixedOffsets(), mixedOffsets().length - 1, Comparator.comparing(longs::get));
            for (int i = 0; i < n; i++) {
                int from = expected[i];
                assertThat(sortedLongs.get(i)).as("key %d of %d", i, n).isEqualTo(longs.get(from));
                for (int v = 0; v < values.size(); v++) {
                    assertThat(KeyData.bits(StageRuns.bits(moved.get(v)), i)).as("value %d", v)
                            .isEqualTo(KeyData.bits(StageRuns.bits(values.get(v)), from));
                }
            }
        });
    }

    /** Keys alone take no memory for indices. */
    @ParameterizedTest
    @MethodSource("devices")
    void sortsKeysAlone(SortDevice device) throws TornadoExecutionPlanException {
        DoubleArray doubles = new DoubleArray(CAPACITY);
        DoubleArray results = new DoubleArray(CAPACITY);
        IntStream.range(0, CAPACITY).forEach(i -> doubles.set(i, keys.get(i)));
        SegmentedSortStage stage = StageRuns.on(
                device, SegmentedSortStage.builder("sort").keys(doubles, results).rows(300).descending())
                .toHost(results)
                .build();
        assertThat(stage.scratchBytes()).isBetween(8L * CAPACITY, 8L * CAPACITY + 1000);
        StageRuns.run(device, stage, LENGTHS, _ -> {}, n -> {
            for (int row = 0; row < n; row += 300) {
                double[] expected = Arrays.copyOfRange(doubles.toHeapArray(), row, Math.min(n, row + 300));
                Arrays.sort(expected);
                for (int i = 0; i < expected.length; i++) {
                    assertThat((Double) results.get(row + i)).isEqualTo((Double) expected[expected.length - 1 - i]);
                }
            }
        });
    }

    /** Segments of up to 100 keys are in two tiles at most. */
    @ParameterizedTest
    @MethodSource("devices")
    void mergesNoMoreThanTheLongestSegmentNeeds(SortDevice device) throws TornadoExecutionPlanException {
        int[] offsets = IntStream.iterate(3, at -> at < CAPACITY, at -> at + 1 + at * 31 % 100).toArray();
        SegmentedSortStage stage = StageRuns.on(
                device,
                SegmentedSortStage.builder("sort").keys(keys, sorted).offsets(IntArray.fromArray(offsets)).longest(100)
                        .order(order))
                .toHost(order)
                .build();
        StageRuns.run(device, stage, LENGTHS, _ -> {}, n -> assertThat(Arrays.copyOf(order.toHeapArray(), n))
                .isEqualTo(Arrays.copyOf(expected(n, offsets, offsets.length - 1, Comparator.comparing(keys::get)), n)));
        assertThat(merges(device, Integer.MAX_VALUE)).isEqualTo(4);
        assertThat(merges(device, 257)).isEqualTo(1);
        assertThat(merges(device, 258)).isEqualTo(2);
        assertThat(merges(device, 1)).isEqualTo(1);
    }

    private long merges(SortDevice device, int longest) throws TornadoExecutionPlanException {
        SegmentedSortStage stage = StageRuns.on(device, sort().offsets(new IntArray(3)).longest(longest)).build();
        ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
        GridScheduler grids = new GridScheduler();
        try (stage; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            stage.scheduleOn(plan, graphs, grids);
            return grids.keySet().stream().filter(task -> task.contains("Merge")).count();
        }
    }

    /**
     * Whatever a device has in offsets, nothing outside the arrays is read or written. Two work-items may write to one index,
     * which the checked device would report.
     */
    @Test
    void survivesWrongOffsets() throws TornadoExecutionPlanException {
        SortDevice device = devices().getFirst();
        IntArray offsets = IntArray.fromArray(
                new int[] {400, -5, Integer.MAX_VALUE, 30, Integer.MIN_VALUE, 90, 60, 600});
        IntArray count = new IntArray(1);
        ByteArray values = new ByteArray(CAPACITY);
        values.init((byte) 1);
        ByteArray moved = new ByteArray(CAPACITY);
        SegmentedSortStage stage = StageRuns.on(
                device,
                SegmentedSortStage.builder("sort").keys(keys, sorted).offsets(offsets).segments(count).values(values, moved))
                .toHost(moved)
                .build();
        int[] counts = {7, Integer.MAX_VALUE, -3, Integer.MIN_VALUE};
        int[] runs = {0};
        StageRuns.run(device, stage, new int[] {CAPACITY, CAPACITY, 100, 100}, _ -> count.set(0, counts[runs[0]++]),
                n -> assertThat(Arrays.copyOf(moved.toHeapArray(), n)).containsOnly(1));
    }

    @Test
    void checksItsArguments() {
        IntArray offsets = new IntArray(3);
        assertRefused(sort(), "stage s needs either offsets or rows");
        assertRefused(sort().offsets(offsets).rows(3), "stage s needs either offsets or rows");
        assertRefused(sort().rows(3).segments(offsets),
                "stage s: the number of segments belongs to offsets, and there are rows");
        assertRefused(sort().offsets(new IntArray(0)), "stage s: 0 offsets for 1 end of the last segment");
        assertRefused(sort().offsets(offsets).segments(new IntArray(0)),
                "stage s: 0 elements of the number of segments for 1 number");
        assertRefused(sort().rows(3).order(new IntArray(4)), "stage s: 4 indices of the order for " + CAPACITY + " keys");
        assertRefused(sort().rows(3).values(new ByteArray(4), new ByteArray(CAPACITY)),
                "stage s: 4 values for " + CAPACITY + " keys");
        assertRefused(sort().rows(3).values(new ByteArray(CAPACITY), new ByteArray(4)),
                "stage s: 4 sorted values for " + CAPACITY + " keys");
        assertRefused(sort().rows(3).values(new ByteArray(CAPACITY), new CharArray(CAPACITY)),
                "stage s: sorted values in a CharArray for values in a ByteArray");
        assertRefused(SegmentedSortStage.builder("s").keys(keys, new FloatArray(3)).rows(1),
                "stage s: 3 sorted keys for " + CAPACITY + " keys");
        assertRefused(SegmentedSortStage.builder("s").keys(keys, new IntArray(CAPACITY)).rows(1),
                "stage s: sorted keys in a IntArray for keys in a FloatArray");
        assertRefused(SegmentedSortStage.builder("s").rows(1), "stage s needs keys");
        assertRefused(sort().rows(3).longest(3), "stage s: rows have their length, and a longest segment is set");
        assertThatThrownBy(() -> sort().rows(0)).hasMessage("rows of 0 keys");
        assertThatThrownBy(() -> sort().longest(0)).hasMessage("segments of at most 0 keys");
    }

    private SegmentedSortStage.Builder sort() {
        return SegmentedSortStage.builder("s").keys(keys, sorted);
    }

    private static void assertRefused(SegmentedSortStage.Builder builder, String message) {
        assertThatThrownBy(builder::build).hasMessage(message);
    }
}
