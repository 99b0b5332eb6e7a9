package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
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
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

class MergeStageTest {
    private static final int CAPACITY = StageRuns.CAPACITY;
    private static final int SECOND = 333;
    private static final int ALL = CAPACITY + SECOND;

    private final IntArray count = new IntArray(1);
    private final IntArray order = new IntArray(ALL);

    static List<SortDevice> devices() {
        return StageRuns.devices();
    }

    /** Sorted, with ties within and between the arrays. */
    private static float[] sortedFloats(int n, long seed) {
        float[] specials = {Float.NaN, -0.0f, 0.0f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
        Random random = new Random(seed);
        Float[] keys = new Float[n];
        Arrays.setAll(keys, _ -> random.nextInt(3) == 0 ? specials[random.nextInt(5)] : (Float) (float) random.nextInt(90));
        Arrays.sort(keys);
        float[] result = new float[n];
        IntStream.range(0, n).forEach(i -> result[i] = keys[i]);
        return result;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void mergesKeysAndValues(SortDevice device) throws TornadoExecutionPlanException {
        FloatArray first = FloatArray.fromArray(sortedFloats(CAPACITY, 1));
        FloatArray second = FloatArray.fromArray(sortedFloats(SECOND, 2));
        FloatArray merged = new FloatArray(ALL);
        List<TornadoNativeArray> values = StageRuns.values(CAPACITY, 0x123456789abcdefL);
        List<TornadoNativeArray> others = StageRuns.values(SECOND, -0x33333333333L);
        List<TornadoNativeArray> mergedValues = StageRuns.values(ALL, 0);
        MergeStage.Builder builder =
                MergeStage.builder("merge").keys(first, second, merged).secondLength(count).order(order);
        for (int v = 0; v < values.size(); v++) {
            builder.values(values.get(v), others.get(v), mergedValues.get(v));
        }
        MergeStage stage = StageRuns.on(device, builder).toHost(merged, order)
                .toHost(mergedValues.toArray(TornadoNativeArray[]::new)).build();
        int[] secondLengths = {SECOND, SECOND, 0, 1, Integer.MAX_VALUE, -1, 256, 128, 0, 50};
        int[] lengths = IntStream.concat(IntStream.of(StageRuns.LENGTHS), IntStream.of(0, 128)).toArray();
        int[] runs = {0};
        StageRuns.run(device, stage, lengths, _ -> count.set(0, secondLengths[runs[0]++ % secondLengths.length]), n -> {
            int m = Math.clamp(count.get(0), 0, SECOND);
            int[] expected = IntStream.concat(IntStream.range(0, n), IntStream.range(0, m).map(i -> -1 - i))
                    .boxed()
                    .sorted(Comparator.comparing(i -> i >= 0 ? first.get(i) : second.get(-1 - i)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            assertThat(Arrays.copyOf(order.toHeapArray(), n + m)).as("%d and %d", n, m).isEqualTo(expected);
            for (int i = 0; i < n + m; i++) {
                int from = expected[i];
                assertThat((Float) merged.get(i)).isEqualTo((Float) (from >= 0 ? first.get(from) : second.get(-1 - from)));
                for (int v = 0; v < values.size(); v++) {
                    Column source = StageRuns.bits((from >= 0 ? values : others).get(v));
                    assertThat(KeyData.bits(StageRuns.bits(mergedValues.get(v)), i)).as("value %d", v)
                            .isEqualTo(KeyData.bits(source, from >= 0 ? from : -1 - from));
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("devices")
    void mergesKeysInDescendingOrder(SortDevice device) throws TornadoExecutionPlanException {
        LongArray first = new LongArray(CAPACITY);
        LongArray second = new LongArray(SECOND);
        LongArray merged = new LongArray(ALL);
        for (int i = 0; i < CAPACITY; i++) {
            first.set(i, Long.MAX_VALUE - ((long) (i / 3) << 55));
        }
        for (int i = 0; i < SECOND; i++) {
            second.set(i, 1000 - 3L * i);
        }
        MergeStage stage = StageRuns.on(device, MergeStage.builder("merge").keys(first, second, merged).descending())
                .toHost(merged)
                .build();
        assertThat(stage.scratchBytes()).isLessThan(1000);
        // The keys of the first array descend up to here.
        StageRuns.run(device, stage, new int[] {700, 0, 1, 127, 128}, _ -> {}, n -> {
            long[] expected = IntStream.concat(IntStream.range(0, n), IntStream.range(0, SECOND).map(i -> -1 - i))
                    .mapToObj(i -> i >= 0 ? first.get(i) : second.get(-1 - i))
                    .sorted(Comparator.reverseOrder())
                    .mapToLong(Long::longValue)
                    .toArray();
            assertThat(Arrays.copyOf(merged.toHeapArray(), n + SECOND)).isEqualTo(expected);
        });
    }

    /**
     * Whatever order the arrays are in, nothing outside them is read. Two work-items may write to one index, which the checked
     * device would report.
     */
    @Test
    void survivesArraysThatAreNotSorted() throws TornadoExecutionPlanException {
        SortDevice device = devices().getFirst();
        Random random = new Random(5);
        IntArray first = new IntArray(CAPACITY);
        IntArray second = new IntArray(SECOND);
        for (int i = 0; i < CAPACITY; i++) {
            first.set(i, random.nextInt());
        }
        for (int i = 0; i < SECOND; i++) {
            second.set(i, -i);
        }
        MergeStage stage = StageRuns.on(
                device, MergeStage.builder("merge").keys(first, second, new IntArray(ALL)).order(order))
                .toHost(order)
                .build();
        StageRuns.run(device, stage, StageRuns.LENGTHS, _ -> {},
                n -> assertThat(Arrays.stream(order.toHeapArray(), 0, n + SECOND)).allMatch(i -> i >= -SECOND && i < n));
    }

    @Test
    void checksItsArguments() {
        IntArray three = new IntArray(3);
        IntArray five = new IntArray(5);
        IntArray eight = new IntArray(8);
        assertRefused(MergeStage.builder("s"), "stage s needs first keys");
        assertRefused(MergeStage.builder("s").keys(three, five, new IntArray(7)), "stage s: 7 merged keys for 8 keys");
        assertRefused(MergeStage.builder("s").keys(three, new LongArray(5), eight),
                "stage s: second keys in a LongArray for first keys in a IntArray");
        assertRefused(MergeStage.builder("s").keys(three, five, new FloatArray(8)),
                "stage s: merged keys in a FloatArray for first keys in a IntArray");
        MergeStage.Builder merge = MergeStage.builder("s").keys(three, five, eight);
        assertRefused(merge.order(new IntArray(7)), "stage s: 7 indices of the order for 8 keys");
        assertRefused(merge.order(new IntArray(8)).secondLength(new IntArray(0)),
                "stage s: 0 elements of the count for 1 number");
        assertRefusedValues(2, 5, 8, "stage s: 2 first values for 3 first keys");
        assertRefusedValues(3, 4, 8, "stage s: 4 second values for 5 second keys");
        assertRefusedValues(3, 5, 7, "stage s: 7 merged values for 8 keys");
        assertRefused(MergeStage.builder("s").keys(three, five, eight)
                .values(new ByteArray(3), new ShortArray(5), new ByteArray(8)),
                "stage s: second values in a ShortArray for first values in a ByteArray");
        assertRefused(MergeStage.builder("s").keys(three, five, eight)
                .values(new ByteArray(3), new ByteArray(5), new ShortArray(8)),
                "stage s: merged values in a ShortArray for first values in a ByteArray");
    }

    private static void assertRefusedValues(int first, int second, int merged, String message) {
        assertRefused(MergeStage.builder("s").keys(new IntArray(3), new IntArray(5), new IntArray(8))
                .values(new ByteArray(first), new ByteArray(second), new ByteArray(merged)), message);
    }

    private static void assertRefused(MergeStage.Builder builder, String message) {
        assertThatThrownBy(builder::build).hasMessage(message);
    }
}
