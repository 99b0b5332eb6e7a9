package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplittersTest {
    private static final int OUTPUTS = 8;

    /** A sample of some keys at equal distances, which are in random order. */
    private static Sample<byte[]> sample(int partition, int size, long[] keys) {
        int step = Math.ceilDiv(keys.length, size);
        return new Sample<>(partition, keys.length, IntStream.iterate(0, i -> i < keys.length, i -> i + step)
                .mapToObj(i -> bytes(keys[i])).toList());
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

    private static long[] random(long seed, int n, long bound) {
        return new SplittableRandom(seed).longs(n, 0, bound).toArray();
    }

    private static int[] sizes(long[][] input, int sampleSize) {
        List<Sample<byte[]>> samples = new ArrayList<>();
        for (int partition = 0; partition < input.length; partition++) {
            samples.add(sample(partition, sampleSize, input[partition]));
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
