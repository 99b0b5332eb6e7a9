package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

class ScanStageTest {
    private static final int CAPACITY = StageRuns.CAPACITY;
    private static final float[] SPECIALS = {
        Float.NaN, -0f, 0f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, 1.5f, -1.5f, Float.MIN_VALUE,
        Float.intBitsToFloat(0xffc00001)
    };

    static java.util.List<StageRuns.Way> ways() {
        return StageRuns.ways();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void addsUpInts(StageRuns.Way way) throws TornadoExecutionPlanException {
        int[] elements = new Random(1).ints(CAPACITY).toArray();
        IntArray in = IntArray.fromArray(elements);
        IntArray out = new IntArray(CAPACITY);
        ScanStage stage = StageRuns.on(way, ScanStage.builder("scan").sums(in, out)).toHost(out).build();
        StageRuns.run(way, stage, StageRuns.LENGTHS, n -> out.init(77), n -> {
            int[] expected = new int[CAPACITY];
            // Of shorter arrays, the rest keeps what it had on the device.
            for (int i = 1; i < n; i++) {
                expected[i] = expected[i - 1] + elements[i - 1];
            }
            assertThat(Arrays.copyOf(out.toHeapArray(), n)).as("%d sums", n).isEqualTo(Arrays.copyOf(expected, n));
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void addsUpLongsInclusively(StageRuns.Way way) throws TornadoExecutionPlanException {
        long[] elements = new Random(2).longs(CAPACITY).toArray();
        LongArray in = LongArray.fromArray(elements);
        LongArray out = new LongArray(CAPACITY);
        ScanStage stage =
                StageRuns.on(way, ScanStage.builder("scan").sums(in, out).inclusive()).toHost(out).build();
        long[] expected = elements.clone();
        Arrays.parallelPrefix(expected, Long::sum);
        StageRuns.run(way, stage, StageRuns.LENGTHS, _ -> {},
                n -> assertThat(Arrays.copyOf(out.toHeapArray(), n)).as("%d sums", n).isEqualTo(Arrays.copyOf(expected, n)));
    }

    /** Sums differ from those of another order by rounding, and not from run to run. */
    @ParameterizedTest
    @MethodSource("ways")
    void addsUpFloatsAndDoublesInAFixedOrder(StageRuns.Way way) throws TornadoExecutionPlanException {
        Random random = new Random(3);
        FloatArray floats = new FloatArray(CAPACITY);
        DoubleArray doubles = new DoubleArray(CAPACITY);
        for (int i = 0; i < CAPACITY; i++) {
            floats.set(i, random.nextFloat() - 0.25f);
            doubles.set(i, random.nextDouble() - 0.25);
        }
        FloatArray sums = new FloatArray(CAPACITY);
        DoubleArray wideSums = new DoubleArray(CAPACITY);
        Chain stage = StageRuns.on(
                way,
                Chain.builder("chain")
                        .then(ScanStage.builder("narrow").sums(floats, sums))
                        .then(ScanStage.builder("wide").sums(doubles, wideSums).inclusive()))
                .toHost(sums, wideSums)
                .build();
        float[][] first = new float[1][];
        StageRuns.run(way, stage, new int[] {CAPACITY, CAPACITY, 1000 % CAPACITY, CAPACITY}, _ -> {}, n -> {
            double sum = 0;
            double wideSum = 0;
            for (int i = 0; i < n; i++) {
                assertThat((double) sums.get(i)).as("sum %d of %d", i, n).isCloseTo(sum, within(1e-3));
                sum += floats.get(i);
                wideSum += doubles.get(i);
                assertThat(wideSums.get(i)).as("sum %d of %d", i, n).isCloseTo(wideSum, within(1e-10));
            }
            if (n == CAPACITY) {
                first[0] = first[0] == null ? sums.toHeapArray() : first[0];
                assertThat(sums.toHeapArray()).isEqualTo(first[0]);
            }
        });
    }

    private static org.assertj.core.data.Offset<Double> within(double distance) {
        return org.assertj.core.data.Offset.offset(distance);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void findsExtremesByTheOrderOfJava(StageRuns.Way way) throws TornadoExecutionPlanException {
        Random random = new Random(4);
        FloatArray floats = new FloatArray(CAPACITY);
        LongArray longs = LongArray.fromArray(random.longs(CAPACITY).toArray());
        FloatArray maxima = new FloatArray(CAPACITY);
        FloatArray minima = new FloatArray(CAPACITY);
        LongArray least = new LongArray(CAPACITY);
        Chain stage = StageRuns.on(
                way,
                Chain.builder("chain")
                        .then(ScanStage.builder("max").maxima(floats, maxima))
                        .then(ScanStage.builder("min").minima(floats, minima).inclusive())
                        .then(ScanStage.builder("least").minima(longs, least)))
                .toHost(maxima, minima, least)
                .build();
        StageRuns.run(way, stage, StageRuns.LENGTHS, n -> {
            for (int i = 0; i < CAPACITY; i++) {
                floats.set(i, n % 2 == 0 ? SPECIALS[random.nextInt(SPECIALS.length)] : i - random.nextInt(200));
            }
        }, n -> {
            float max = Float.NEGATIVE_INFINITY;
            float min = Float.NaN;
            long smallest = Long.MAX_VALUE;
            for (int i = 0; i < n; i++) {
                assertThat(Float.compare(maxima.get(i), max)).as("maximum %d: %s", i, max).isZero();
                max = Float.compare(floats.get(i), max) > 0 ? floats.get(i) : max;
                min = Float.compare(floats.get(i), min) < 0 ? floats.get(i) : min;
                assertThat(Float.compare(minima.get(i), min)).as("minimum %d: %s", i, min).isZero();
                assertThat(least.get(i)).as("least %d", i).isEqualTo(smallest);
                smallest = Math.min(smallest, longs.get(i));
            }
        });
    }
}
