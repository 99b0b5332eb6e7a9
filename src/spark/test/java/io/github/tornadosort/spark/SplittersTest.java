package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SplittersTest {
    private static final int OUTPUTS = 8;

    private static KeySample sample(int partition, int size, LongStream keys) {
        KeySample.Reservoir reservoir = new KeySample.Reservoir(partition, size);
        keys.forEach(key -> {
            if (reservoir.needsNext()) {
                reservoir.add(bytes(key));
            }
        });
        return reservoir.sample();
    }

    @Test
    void aReservoirHoldsEachRowWithTheSameProbability() {
        int[] found = new int[10];
        for (int partition = 0; partition < 2000; partition++) {
            KeySample sample = sample(partition, 10, LongStream.range(0, 1000));
            assertThat(sample.rows()).isEqualTo(1000);
            assertThat(sample.keys()).hasSize(10);
            sample.keys().forEach(key -> found[(int) number(key) / 100]++);
        }
        assertThat(Arrays.stream(found)).allMatch(n -> n > 1800 && n < 2200);
    }

    @Test
    void aReservoirHoldsAllOfFewRows() {
        assertThat(sample(0, 10, LongStream.range(0, 10)).keys().stream().map(SplittersTest::number))
                .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
    }

    /** Input partitions of very different sizes, whose samples are of the same size. */
    @Test
    void outputsHaveAboutTheSameNumberOfRows() {
        long[][] input = {random(1, 100_000, 1_000_000), random(2, 1_000, 1_000), random(3, 0, 1)};

        int[] sizes = sizes(input, 1000);

        assertThat(Arrays.stream(sizes)).allMatch(size -> size > 101_000 / OUTPUTS * 0.7 && size < 101_000 / OUTPUTS * 1.3);
    }

    @Test
    void equalKeysAreDividedBetweenInputPartitions() {
        long[][] input = new long[16][1000];

        assertThat(sizes(input, 100)).containsOnly(2000);
    }

    @Test
    void numbersAreOrderedAsTheirTypeOrdersThem() {
        double[] doubles = {Double.NEGATIVE_INFINITY, -1, -Double.MIN_VALUE, -0.0, 0.0, Double.MIN_VALUE, 1,
            Double.POSITIVE_INFINITY, Double.NaN};
        for (int i = 0; i < doubles.length; i++) {
            for (int j = 0; j < doubles.length; j++) {
                long a = Double.doubleToRawLongBits(doubles[i]);
                long b = Double.doubleToRawLongBits(doubles[j]);
                assertThat(Long.compare(NumberType.DOUBLE.order(a), NumberType.DOUBLE.order(b)))
                        .isEqualTo(Integer.compare(i, j));
                long f = Float.floatToRawIntBits(Math.signum((float) doubles[i]));
                long g = Float.floatToRawIntBits(Math.signum((float) doubles[j]));
                assertThat(Integer.signum(Long.compare(NumberType.FLOAT.order(f), NumberType.FLOAT.order(g)))).isEqualTo(
                        Float.compare(Float.intBitsToFloat((int) f), Float.intBitsToFloat((int) g)));
            }
        }
        long negativeNaN = 0xfff8_0000_0000_0001L;
        assertThat(NumberType.DOUBLE.order(negativeNaN))
                .isEqualTo(NumberType.DOUBLE.order(Double.doubleToRawLongBits(Double.NaN)));
        assertThat(NumberType.FLOAT.order(0xffc0_0001))
                .isEqualTo(NumberType.FLOAT.order(Float.floatToRawIntBits(Float.NaN)));
    }

    private static byte[] bytes(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
    }

    private static long number(byte[] key) {
        return ByteBuffer.wrap(key).getLong();
    }

    private static long[] random(long seed, int n, long bound) {
        return new SplittableRandom(seed).longs(n, 0, bound).toArray();
    }

    private static int[] sizes(long[][] input, int sampleSize) {
        List<KeySample> samples = new ArrayList<>();
        for (int partition = 0; partition < input.length; partition++) {
            samples.add(sample(partition, sampleSize, Arrays.stream(input[partition])));
        }
        Splitters splitters = Splitters.of(samples, OUTPUTS);
        int[] sizes = new int[OUTPUTS];
        for (int partition = 0; partition < input.length; partition++) {
            for (long key : input[partition]) {
                sizes[splitters.target(bytes(key), 0, Long.BYTES, partition)]++;
            }
        }
        return sizes;
    }
}
