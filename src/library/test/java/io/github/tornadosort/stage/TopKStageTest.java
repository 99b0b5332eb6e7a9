package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

class TopKStageTest {
    private static final int CAPACITY = StageRuns.CAPACITY;
    private static final float[] SPECIALS = {
        Float.NaN, Float.intBitsToFloat(0xffc00001), -0.0f, 0.0f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY
    };

    static List<SortDevice> devices() {
        return StageRuns.devices();
    }

    private static void assertChosen(
            String what, int n, int rowLength, int k, Comparator<Integer> best, IntArray indices, IntUnaryOperator bits,
            IntUnaryOperator chosenBits) {
        for (int row = 0; row == 0 || row * rowLength < n; row++) {
            int begin = row * rowLength;
            int[] expected = IntStream.range(begin, Math.min(n, begin + rowLength)).boxed().sorted(best).limit(k)
                    .mapToInt(i -> i).toArray();
            for (int r = 0; r < k; r++) {
                int index = indices.get(row * k + r);
                assertThat(index).as("%s: index %d of row %d of %d keys", what, r, row, n)
                        .isEqualTo(r < expected.length ? expected[r] - begin : -1);
                if (r < expected.length) {
                    assertThat(chosenBits.applyAsInt(row * k + r)).as("%s: key %d of row %d of %d keys", what, r, row, n)
                            .isEqualTo(bits.applyAsInt(expected[r]));
                }
            }
        }
    }

    /** Runs the stage on floats, whose NaNs keep their bits. */
    private static void check(String what, SortDevice device, FloatArray keys, int rowLength, int k, boolean smallest,
            int blocks, int... lengths) throws TornadoExecutionPlanException {
        int capacity = keys.getSize();
        int row = rowLength == 0 ? capacity : rowLength;
        int results = Math.ceilDiv(capacity, row) * k;
        FloatArray values = new FloatArray(results);
        IntArray indices = new IntArray(results);
        TopKStage.Builder builder = TopKStage.builder("top").device(device).groups(64, 4, blocks)
                .keys(keys).k(k).values(values).indices(indices);
        if (rowLength != 0) {
            builder.rows(rowLength);
        }
        if (smallest) {
            builder.smallest();
        }
        Comparator<Integer> ascending = Comparator.comparing(keys::get);
        StageRuns.run(device, builder.toHost(values, indices).build(), lengths,
                _ -> {}, n -> assertChosen(what, n, row, k, smallest ? ascending : ascending.reversed(), indices,
                        i -> Float.floatToRawIntBits(keys.get(i)), i -> Float.floatToRawIntBits(values.get(i))));
    }

    private static FloatArray keys(int n) {
        Random random = new Random(n);
        FloatArray keys = new FloatArray(n);
        for (int i = 0; i < n; i++) {
            keys.set(i, random.nextInt(5) == 0 ? SPECIALS[random.nextInt(SPECIALS.length)] : random.nextInt(1000) - 500);
        }
        return keys;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void choosesFromAnArray(SortDevice device) throws TornadoExecutionPlanException {
        FloatArray keys = keys(CAPACITY);
        for (int k : new int[] {1, 5, 64, 65, 128, 129, CAPACITY, CAPACITY + 9}) {
            check("k = " + k, device, keys, 0, k, false, StageRuns.BLOCKS, StageRuns.LENGTHS);
            check("k = " + k + ", smallest", device, keys, 0, k, true, StageRuns.BLOCKS, CAPACITY, 200);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void choosesFromRows(SortDevice device) throws TornadoExecutionPlanException {
        FloatArray keys = keys(CAPACITY);
        for (int rowLength : new int[] {1, 5, 15, 16, 100, 256, 300, CAPACITY, Integer.MAX_VALUE}) {
            check("rows of " + rowLength, device, keys, Math.min(rowLength, CAPACITY), 7, false, StageRuns.BLOCKS,
                    StageRuns.LENGTHS);
        }
        check("rows of 2000", device, keys(10_000), 2000, 20, true, 30, 10_000, 9_000, 1);
    }

    /** Orders in which a floor is of little use, and in which more keys pass than fit. */
    @ParameterizedTest
    @MethodSource("devices")
    void choosesFromKeysInAnyOrder(SortDevice device) throws TornadoExecutionPlanException {
        int n = 10_000;
        Random random = new Random(3);
        List<IntUnaryOperator> orders = List.of(
                i -> i, i -> -i, _ -> 7, i -> i % 2, i -> i / 300, i -> i < 5000 ? i : 5000, _ -> random.nextInt(3));
        for (int order = 0; order < orders.size(); order++) {
            FloatArray keys = new FloatArray(n);
            for (int i = 0; i < n; i++) {
                keys.set(i, orders.get(order).applyAsInt(i));
            }
            for (int k : new int[] {10, 64, 120}) {
                check("order " + order + ", k = " + k, device, keys, 0, k, k == 64, 30, n, 4000);
            }
        }
        FloatArray nans = new FloatArray(n);
        IntStream.range(0, n).forEach(i -> nans.set(i, i % 3 == 0 ? Float.NaN : i));
        check("NaNs", device, nans, 0, 40, false, 30, n);
    }

    /** The smallest and the largest number of a type, which floors must not pass. */
    @ParameterizedTest
    @MethodSource("devices")
    void choosesFromExtremes(SortDevice device) throws TornadoExecutionPlanException {
        long[] extremes = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1L << 40};
        int n = 2000;
        for (int kinds : new int[] {1, 2, 5}) {
            LongArray longs = LongArray.fromArray(new Random(1).ints(n, 0, kinds).mapToLong(i -> extremes[i]).toArray());
            for (boolean smallest : new boolean[] {false, true}) {
                LongArray values = new LongArray(50);
                IntArray indices = new IntArray(50);
                TopKStage.Builder builder = TopKStage.builder("top").device(device).groups(64, 4, 12)
                        .keys(longs).k(50).values(values).indices(indices);
                Comparator<Integer> ascending = Comparator.comparing(longs::get);
                StageRuns.run(device, (smallest ? builder.smallest() : builder).toHost(values, indices).build(),
                        new int[] {n, 1900}, _ -> {},
                        length -> assertChosen(kinds + " extremes", length, n, 50,
                                smallest ? ascending : ascending.reversed(), indices, i -> Long.hashCode(longs.get(i)),
                                i -> Long.hashCode(values.get(i))));
            }
        }
    }

    /** Values alone; ints and doubles. */
    @ParameterizedTest
    @MethodSource("devices")
    void storesOneOfTheResults(SortDevice device) throws TornadoExecutionPlanException {
        IntArray ints = IntArray.fromArray(new Random(1).ints(CAPACITY).toArray());
        IntArray largest = new IntArray(3);
        TopKStage values = StageRuns.on(device, TopKStage.builder("top").keys(ints).k(3).values(largest))
                .toHost(largest).build();
        StageRuns.run(device, values, new int[] {CAPACITY}, _ -> {}, _ -> assertThat(largest.toHeapArray())
                .isEqualTo(IntStream.of(ints.toHeapArray()).boxed().sorted(Comparator.reverseOrder()).limit(3)
                        .mapToInt(i -> i).toArray()));
        DoubleArray doubles = DoubleArray.fromArray(new Random(1).doubles(CAPACITY).toArray());
        IntArray smallest = new IntArray(2);
        TopKStage indices = StageRuns.on(device, TopKStage.builder("top").keys(doubles).k(2).smallest().indices(smallest))
                .toHost(smallest).build();
        StageRuns.run(device, indices, new int[] {CAPACITY}, _ -> {}, _ -> assertThat(smallest.toHeapArray())
                .isEqualTo(IntStream.range(0, CAPACITY).boxed().sorted(Comparator.comparing(doubles::get)).limit(2)
                        .mapToInt(i -> i).toArray()));
    }

    @Test
    void checksItsArguments() {
        FloatArray keys = new FloatArray(100);
        IntArray indices = new IntArray(20);
        assertRefused(TopKStage.builder("s").k(2).indices(indices), "stage s needs keys");
        assertRefused(TopKStage.builder("s").keys(keys).indices(indices), "stage s needs k, the number of keys to choose");
        assertRefused(TopKStage.builder("s").keys(keys).k(2), "stage s needs values or indices for its results");
        assertRefused(TopKStage.builder("s").keys(keys).k(21).indices(indices), "stage s: 20 indices for 21 chosen keys");
        assertRefused(TopKStage.builder("s").keys(keys).k(7).rows(34).indices(indices),
                "stage s: 20 indices for 21 chosen keys");
        assertRefused(TopKStage.builder("s").keys(keys).k(2).values(new FloatArray(1)),
                "stage s: 1 values for 2 chosen keys");
        assertRefused(TopKStage.builder("s").keys(keys).k(2).values(indices),
                "stage s: values in a IntArray for keys in a FloatArray");
        assertThatThrownBy(() -> TopKStage.builder("s").k(0)).hasMessage("the 0 largest keys; expected 1 to 65536");
        assertThatThrownBy(() -> TopKStage.builder("s").k(65537)).hasMessage("the 65537 largest keys; expected 1 to 65536");
        assertThatThrownBy(() -> TopKStage.builder("s").rows(0)).hasMessage("rows of 0 keys");
    }

    /** A k that is not too large for local memory takes memory for the results of the parts only. */
    @Test
    void knowsItsScratchMemory() {
        IntArray keys = new IntArray(100_000);
        IntArray indices = new IntArray(200);
        assertThat(scratch(TopKStage.builder("s").keys(keys).k(20).indices(indices))).isLessThan(10_000);
        assertThat(scratch(TopKStage.builder("s").keys(keys).k(200).indices(indices))).isGreaterThan(800_000);
    }

    private static long scratch(TopKStage.Builder builder) {
        try (TopKStage stage = StageRuns.on(SortDevice.all().getFirst(), builder).build()) {
            return stage.scratchBytes();
        }
    }

    private static void assertRefused(TopKStage.Builder builder, String message) {
        assertThatThrownBy(builder::build).hasMessage(message);
    }
}
