package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

class HistogramStageTest {
    private static final int CAPACITY = StageRuns.CAPACITY;

    static List<SortDevice> devices() {
        return StageRuns.devices();
    }

    /** Tells whether key i is in bin b. */
    private interface Membership {
        boolean isIn(int i, int b);
    }

    private static void check(SortDevice device, HistogramStage.Builder builder, IntArray counts, int[] lengths,
            Membership membership) throws TornadoExecutionPlanException {
        StageRuns.run(device, StageRuns.on(device, builder).toHost(counts).build(), lengths, _ -> {}, n -> {
            int[] expected = new int[counts.getSize()];
            for (int b = 0; b < expected.length; b++) {
                int bin = b;
                IntPredicate isIn = i -> membership.isIn(i, bin);
                expected[b] = (int) IntStream.range(0, n).filter(isIn).count();
            }
            assertThat(counts.toHeapArray()).as("%d keys in %d bins", n, expected.length).isEqualTo(expected);
        });
    }

    /** Also more bins than a window has, keys outside all bins, and bins that no integer belongs to. */
    @ParameterizedTest
    @MethodSource("devices")
    void countsIntegersInEvenBins(SortDevice device) throws TornadoExecutionPlanException {
        IntArray ints = IntArray.fromArray(new Random(1).ints(CAPACITY, -60, 260).toArray());
        LongArray longs = LongArray.fromArray(new Random(2).longs(CAPACITY).map(x -> x >> 1).toArray());
        for (int bins : new int[] {1, 7, 256, 257, 600}) {
            IntArray counts = new IntArray(bins);
            check(device, HistogramStage.builder("h").keys(ints, counts).even(-50, 251), counts, StageRuns.LENGTHS,
                    (i, b) -> ints.get(i) >= -50 && ints.get(i) < 251 && (ints.get(i) + 50L) * bins / 301 == b);
            // The boundaries are multiples of a power of two, so that no rounding matters.
            if (bins == 256) {
                check(device, HistogramStage.builder("h").keys(longs, counts).even(Long.MIN_VALUE, Long.MAX_VALUE), counts,
                        new int[] {CAPACITY}, (i, b) -> longs.get(i) >> 56 == b - 128);
                check(device, HistogramStage.builder("h").keys(longs, counts).even(-(1L << 61), 1L << 61), counts,
                        new int[] {CAPACITY}, (i, b) -> longs.get(i) >> 54 == b - 128);
            }
        }
    }

    /** A number at each boundary, before it and after it is in the right bin, however the device rounds. */
    @ParameterizedTest
    @MethodSource("devices")
    void countsFloatsInEvenBins(SortDevice device) throws TornadoExecutionPlanException {
        int bins = 270;
        FloatArray floats = new FloatArray(CAPACITY);
        DoubleArray doubles = new DoubleArray(CAPACITY);
        for (int i = 0; i < CAPACITY; i++) {
            int bin = i / 3;
            double boundary = -0.3 + (0.9 + 0.3) * bin / bins;
            floats.set(i, switch (i % 3) {
                case 0 -> Math.nextDown((float) boundary);
                case 1 -> (float) boundary;
                default -> Math.nextUp((float) boundary);
            });
            doubles.set(i, i % 3 == 0 ? Math.nextDown(boundary) : i % 3 == 1 ? boundary : Math.nextUp(boundary));
        }
        float[] specials = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0.0f};
        for (int i = 0; i < specials.length; i++) {
            floats.set(100 * i, specials[i]);
            doubles.set(100 * i, specials[i]);
        }
        IntArray counts = new IntArray(bins);
        check(device, HistogramStage.builder("h").keys(floats, counts).even(-0.3, 0.9), counts, StageRuns.LENGTHS,
                (i, b) -> floats.get(i) >= (float) boundary(b, bins) && floats.get(i) < (float) boundary(b + 1, bins));
        check(device, HistogramStage.builder("h").keys(doubles, counts).even(-0.3, 0.9), counts, StageRuns.LENGTHS,
                (i, b) -> doubles.get(i) >= boundary(b, bins) && doubles.get(i) < boundary(b + 1, bins));
        // Integers are limits of floats too; -0.0 is 0.0.
        check(device, HistogramStage.builder("h").keys(floats, counts).even(0, 270), counts, new int[] {CAPACITY},
                (i, b) -> floats.get(i) >= b && floats.get(i) < b + 1);
    }

    /** The differences of the bounds, or multiples of them, are no doubles. */
    @ParameterizedTest
    @MethodSource("devices")
    void countsOverTheWholeRangeOfDoubles(SortDevice device) throws TornadoExecutionPlanException {
        double most = 1.7e308;
        DoubleArray keys = new DoubleArray(CAPACITY);
        Random random = new Random(2);
        for (int i = 0; i < CAPACITY; i++) {
            keys.set(i, random.nextBoolean() ? (random.nextDouble() - 0.5) * 2 * most : random.nextGaussian());
        }
        for (int bins : new int[] {2, 4, 1000}) {
            IntArray counts = new IntArray(bins);
            check(device, HistogramStage.builder("h").keys(keys, counts).even(-most, most), counts, new int[] {CAPACITY},
                    (i, b) -> isBetween(keys.get(i), 2.0 * b / bins - 1, 2.0 * (b + 1) / bins - 1));
            check(device, HistogramStage.builder("h").keys(keys, counts).even(0, most), counts, new int[] {CAPACITY},
                    (i, b) -> isBetween(keys.get(i), (double) b / bins, (b + 1.0) / bins));
        }
    }

    /** @param from the lower end of a bin, as a part of the largest key */
    private static boolean isBetween(double key, double from, double to) {
        return key >= from * 1.7e308 && key < to * 1.7e308;
    }

    private static double boundary(int b, int bins) {
        return b == bins ? 0.9 : -0.3 + (0.9 + 0.3) * b / bins;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void countsBetweenBoundaries(SortDevice device) throws TornadoExecutionPlanException {
        float[] specials = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0.0f, 0.0f};
        FloatArray floats = new FloatArray(CAPACITY);
        LongArray longs = new LongArray(CAPACITY);
        Random random = new Random(1);
        for (int i = 0; i < CAPACITY; i++) {
            floats.set(i, i % 3 == 0 ? specials[i % specials.length] : random.nextInt(1000) - 500);
            longs.set(i, (long) (random.nextInt(1000) - 500) << 40);
        }
        for (int bins : new int[] {1, 2, 255, 300}) {
            float[] ends = new float[bins + 1];
            long[] longEnds = new long[bins + 1];
            for (int b = 0; b <= bins; b++) {
                ends[b] = random.nextInt(8) == 0 ? specials[random.nextInt(specials.length)] : random.nextInt(1000) - 500;
                longEnds[b] = (long) (random.nextInt(1000) - 500) << 40;
            }
            Arrays.sort(ends);
            Arrays.sort(longEnds);
            IntArray counts = new IntArray(bins);
            check(device, HistogramStage.builder("h").keys(floats, counts).boundaries(FloatArray.fromArray(ends)), counts,
                    StageRuns.LENGTHS,
                    (i, b) -> Float.compare(floats.get(i), ends[b]) >= 0 && Float.compare(floats.get(i), ends[b + 1]) < 0);
            check(device, HistogramStage.builder("h").keys(longs, counts).boundaries(LongArray.fromArray(longEnds)), counts,
                    new int[] {CAPACITY}, (i, b) -> longs.get(i) >= longEnds[b] && longs.get(i) < longEnds[b + 1]);
        }
    }

    /** Columns are added up before a counter of 8 bits overflows: each work-item counts 400 keys. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void countsManyEqualKeys(int bin) throws TornadoExecutionPlanException {
        SortDevice device = devices().getFirst();
        int n = 400 * 32 * StageRuns.BLOCKS;
        IntArray keys = new IntArray(n);
        keys.init(bin);
        IntArray counts = new IntArray(4);
        HistogramStage stage = StageRuns.on(device, HistogramStage.builder("h").keys(keys, counts).even(0, 4))
                .toHost(counts).build();
        StageRuns.run(device, stage, new int[] {n}, _ -> {}, _ -> assertThat(counts.get(bin)).isEqualTo(n));
    }

    @Test
    void checksItsArguments() {
        IntArray ints = new IntArray(10);
        IntArray counts = new IntArray(4);
        assertRefused(HistogramStage.builder("s").even(0, 4), "stage s needs keys");
        assertRefused(HistogramStage.builder("s").keys(ints, null).even(0, 4), "stage s needs counts");
        assertRefused(HistogramStage.builder("s").keys(ints, counts), "stage s needs either even bins or boundaries");
        assertRefused(HistogramStage.builder("s").keys(ints, counts).even(0, 4).boundaries(new IntArray(5)),
                "stage s needs either even bins or boundaries");
        assertRefused(HistogramStage.builder("s").keys(ints, new IntArray(0)).even(0, 4),
                "stage s: 0 bins; expected 1 to 65536");
        assertRefused(HistogramStage.builder("s").keys(ints, new IntArray(65537)).even(0, 4),
                "stage s: 65537 bins; expected 1 to 65536");
        assertRefused(HistogramStage.builder("s").keys(ints, counts).boundaries(new IntArray(4)),
                "stage s: 4 boundaries for 5 ends of bins");
        assertRefused(HistogramStage.builder("s").keys(ints, counts).boundaries(new LongArray(5)),
                "stage s: boundaries in a LongArray for keys in a IntArray");
    }

    /** Bounds that are no numbers of the keys' type, or between which no key can be. */
    @Test
    void evenBinsNeedTwoNumbersOfTheKeys() {
        IntArray ints = new IntArray(9);
        FloatArray floats = new FloatArray(9);
        assertRefused(even(ints).even(4, 4), "4 to 4 of keys in a IntArray");
        assertRefused(even(ints).even(0.0, 4.0), "0.0 to 4.0 of keys in a IntArray");
        assertRefused(even(ints).even(0, 1L << 31), "0 to 2147483648 of keys in a IntArray");
        assertRefused(even(new LongArray(9)).even(0.0, 4.0), "0.0 to 4.0 of keys in a LongArray");
        assertRefused(even(floats).even(0, Double.NaN), "0.0 to NaN of keys in a FloatArray");
        assertRefused(even(floats).even(0, 1e39), "0.0 to 1.0E39 of keys in a FloatArray");
        assertRefused(even(floats).even(1, 1.00000001), "1.0 to 1.00000001 of keys in a FloatArray");
        assertRefused(even(floats).even(1L << 40, (1L << 40) + 1), "1099511627776 to 1099511627777 of keys in a FloatArray");
    }

    private static HistogramStage.Builder even(TornadoNativeArray keys) {
        return HistogramStage.builder("s").keys(keys, new IntArray(2));
    }

    private static void assertRefused(HistogramStage.Builder builder, String message) {
        assertThatThrownBy(builder::build).hasMessageContaining(message);
    }
}
