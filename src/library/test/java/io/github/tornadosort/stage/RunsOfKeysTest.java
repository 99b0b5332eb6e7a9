package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Tests {@link UniqueStage}, {@link RunLengthStage} and {@link ReduceByKeyStage}. */
class RunsOfKeysTest {
    private static final int CAPACITY = StageRuns.CAPACITY;
    private static final float[] KEYS = {-0f, 0f, Float.NaN, Float.intBitsToFloat(0xffc00001), 1, 2};

    static List<StageRuns.Way> ways() {
        return StageRuns.ways();
    }

    private final FloatArray keys = new FloatArray(CAPACITY);
    private final LongArray wideKeys = new LongArray(CAPACITY);
    private final IntArray ints = new IntArray(CAPACITY);
    private final FloatArray floats = new FloatArray(CAPACITY);
    private final DoubleArray doubles = new DoubleArray(CAPACITY);
    private final Random random = new Random(1);
    private int round;

    /** One run, runs of one key, runs across several blocks, and short ones. */
    private void fill() {
        int most = new int[] {1 << 30, 1, 300, 5, 20, 130}[round++ % 6];
        int left = 0;
        float key = 0;
        for (int i = 0; i < CAPACITY; i++) {
            if (left == 0) {
                float next = KEYS[random.nextInt(KEYS.length)];
                while (Float.compare(next, key) == 0) {
                    next = KEYS[random.nextInt(KEYS.length)];
                }
                key = next;
                left = most == 1 << 30 ? most : 1 + random.nextInt(most);
            }
            left--;
            // Not all NaNs have the same bits.
            keys.set(i, Float.isNaN(key) ? KEYS[2 + random.nextInt(2)] : key);
            wideKeys.set(i, Float.floatToIntBits(key) * 0x100000001L);
            ints.set(i, random.nextInt());
            floats.set(i, random.nextInt(9) == 0 ? Float.NaN : random.nextInt(100) - 50);
            doubles.set(i, random.nextInt(1000));
        }
    }

    /** Returns the index of the first key of each run, and n. */
    private List<Integer> runs(int n) {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            if (i == 0 || Float.compare(keys.get(i), keys.get(i - 1)) != 0) {
                starts.add(i);
            }
        }
        starts.add(n);
        return starts;
    }

    private static int[] lengths() {
        int[] lengths = new int[3 * StageRuns.LENGTHS.length];
        java.util.Arrays.setAll(lengths, i -> StageRuns.LENGTHS[i % StageRuns.LENGTHS.length]);
        return lengths;
    }

    @ParameterizedTest
    @MethodSource("ways")
    void findsDistinctKeysAndTheirNumbers(StageRuns.Way way) throws TornadoExecutionPlanException {
        FloatArray distinct = new FloatArray(CAPACITY);
        LongArray wideDistinct = new LongArray(CAPACITY);
        FloatArray runKeys = new FloatArray(CAPACITY);
        LongArray wideRunKeys = new LongArray(CAPACITY);
        IntArray lengths = new IntArray(CAPACITY);
        IntArray wideLengths = new IntArray(CAPACITY);
        IntArray[] counts = {new IntArray(1), new IntArray(1), new IntArray(1), new IntArray(1)};
        Chain stage = StageRuns.on(
                way,
                Chain.builder("chain")
                        .then(UniqueStage.builder("a").keys(keys, distinct).count(counts[0]))
                        .then(UniqueStage.builder("b").keys(wideKeys, wideDistinct).count(counts[1]))
                        .then(RunLengthStage.builder("c").keys(keys, runKeys).lengths(lengths).count(counts[2]))
                        .then(RunLengthStage.builder("d").keys(wideKeys, wideRunKeys).lengths(wideLengths)
                                .count(counts[3])))
                .toHost(distinct, wideDistinct, runKeys, wideRunKeys, lengths, wideLengths)
                .toHost(counts)
                .build();
        StageRuns.run(way, stage, lengths(), _ -> fill(), n -> {
            List<Integer> runs = runs(n);
            for (IntArray count : counts) {
                assertThat(count.get(0)).as("runs of %d", n).isEqualTo(runs.size() - 1);
            }
            for (int i = 0; i < runs.size() - 1; i++) {
                int first = runs.get(i);
                assertThat(distinct.get(i)).isEqualTo(Float.valueOf(keys.get(first)));
                assertThat(runKeys.get(i)).isEqualTo(Float.valueOf(keys.get(first)));
                assertThat(wideDistinct.get(i)).isEqualTo(wideKeys.get(first));
                assertThat(wideRunKeys.get(i)).isEqualTo(wideKeys.get(first));
                assertThat(lengths.get(i)).as("length of run %d of %d keys", i, n).isEqualTo(runs.get(i + 1) - first);
                assertThat(wideLengths.get(i)).isEqualTo(runs.get(i + 1) - first);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void reducesAndScansTheValuesOfEachRun(StageRuns.Way way) throws TornadoExecutionPlanException {
        FloatArray runKeys = new FloatArray(CAPACITY);
        LongArray wideRunKeys = new LongArray(CAPACITY);
        LongArray wideRunKeys2 = new LongArray(CAPACITY);
        IntArray sums = new IntArray(CAPACITY);
        FloatArray minima = new FloatArray(CAPACITY);
        DoubleArray wideSums = new DoubleArray(CAPACITY);
        IntArray count = new IntArray(1);
        IntArray sumsSoFar = new IntArray(CAPACITY);
        FloatArray minimaSoFar = new FloatArray(CAPACITY);
        DoubleArray wideSumsSoFar = new DoubleArray(CAPACITY);
        Chain stage = StageRuns.on(
                way,
                Chain.builder("chain")
                        .then(ReduceByKeyStage.builder("a").keys(keys, runKeys).sums(ints, sums).count(count))
                        .then(ReduceByKeyStage.builder("b").keys(wideKeys, wideRunKeys).minima(floats, minima))
                        .then(ReduceByKeyStage.builder("c").keys(wideKeys, wideRunKeys2).sums(doubles, wideSums))
                        .then(ScanStage.builder("d").byKeys(keys).sums(ints, sumsSoFar))
                        .then(ScanStage.builder("e").byKeys(wideKeys).minima(floats, minimaSoFar))
                        .then(ScanStage.builder("f").byKeys(wideKeys).sums(doubles, wideSumsSoFar).inclusive()))
                .toHost(runKeys, wideRunKeys, sums, minima, wideSums, count, sumsSoFar, minimaSoFar, wideSumsSoFar)
                .build();
        StageRuns.run(way, stage, lengths(), _ -> fill(), n -> {
            List<Integer> runs = runs(n);
            assertThat(count.get(0)).as("runs of %d", n).isEqualTo(runs.size() - 1);
            for (int i = 0; i < runs.size() - 1; i++) {
                int sum = 0;
                float minimum = Float.NaN;
                double wideSum = 0;
                for (int k = runs.get(i); k < runs.get(i + 1); k++) {
                    assertThat(sumsSoFar.get(k)).as("sum %d of run %d, %d keys", k, i, n).isEqualTo(sum);
                    assertThat(minimaSoFar.get(k)).as("minimum %d of run %d, %d keys", k, i, n)
                            .isEqualTo(Float.valueOf(minimum));
                    sum += ints.get(k);
                    minimum = Float.compare(floats.get(k), minimum) < 0 ? floats.get(k) : minimum;
                    wideSum += doubles.get(k);
                    assertThat(wideSumsSoFar.get(k)).isEqualTo(wideSum);
                }
                assertThat(runKeys.get(i)).isEqualTo(Float.valueOf(keys.get(runs.get(i))));
                assertThat(wideRunKeys.get(i)).isEqualTo(wideKeys.get(runs.get(i)));
                assertThat(sums.get(i)).as("sum %d of %d, %d keys", i, runs.size() - 1, n).isEqualTo(sum);
                assertThat(minima.get(i)).as("minimum %d of %d, %d keys", i, runs.size() - 1, n)
                        .isEqualTo(Float.valueOf(minimum));
                assertThat(wideSums.get(i)).isEqualTo(wideSum);
            }
        });
    }

    @Test
    void aScanNeedsAKeyPerElement() {
        assertThatThrownBy(ScanStage.builder("s").byKeys(new IntArray(3)).sums(ints, new IntArray(CAPACITY))::build)
                .hasMessage("stage s: 3 keys for " + CAPACITY + " elements");
    }
}
