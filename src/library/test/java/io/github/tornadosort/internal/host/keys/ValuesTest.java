package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.host.HostPolicy;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that repeat are counted, and all other keys are copied. */
class ValuesTest {
    private final SplittableRandom random = new SplittableRandom(1);

    /** Some values are compared with all keys, more of them are found by the table; with and without other keys. */
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 5", "8, 0", "8, 5", "9, 0", "9, 5", "100, 0", "100, 5"})
    void takesValues(int number, int percentOfOthers) {
        int n = 10_000;
        long[] some = random.longs(number).toArray();
        long[] keys = LongStream.range(0, n)
                .map(i -> random.nextInt(100) < percentOfOthers ? random.nextLong() : some[random.nextInt(number)])
                .toArray();
        Arrays.sort(some);
        Values64 values = Values64.of(LongStream.range(0, 2L * number).map(i -> some[(int) i / 2]).toArray());
        int[] counts = new int[values.slots()];
        long[] others = new long[n];
        int left = values.take(keys, 0, n, counts, others, 0);
        assertThat(values.size()).isGreaterThan(number * 9 / 10);
        if (values.size() == number) {
            assertThat(left).isEqualTo((int) LongStream.of(keys).filter(key -> Arrays.binarySearch(some, key) < 0).count());
        }
        int taken = 0;
        for (int v = 0; v < values.size(); v++) {
            taken += values.count(v, counts);
        }
        assertThat(taken).isEqualTo(n - left);
    }

    /** Values are few if three quarters of a sample are there twice or more. */
    @Test
    void choosesTheValuesOfASampleUnlessManyAreThereOnce() {
        long[] fifty = LongStream.range(0, 200).map(i -> i < 150 ? i / 3 : i).toArray();
        assertThat(Values64.of(fifty).size()).isBetween(90, 100);
        long[] fewer = LongStream.range(0, 200).map(i -> i < 148 ? i / 4 : i).toArray();
        assertThat(Values64.of(fewer)).isNull();
    }

    /** Of a long sample, a shorter one of the same distribution is looked at. */
    @Test
    void choosesFromALongSample() {
        long[] sample = LongStream.range(0, 10 * HostPolicy.VALUE_SAMPLES).map(i -> i / 100).toArray();
        assertThat(Values64.of(sample).size()).isBetween(45, 52);
        assertThat(Values64.of(LongStream.range(0, 10 * HostPolicy.VALUE_SAMPLES).map(i -> i / 10).toArray())).isNull();
    }
}
