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
    void takesValuesAndSpreadsThemAgain(int number, int percentOfOthers) {
        int n = 10_000;
        long[] some = random.longs(number).toArray();
        long[] keys = LongStream.range(0, n)
                .map(i -> random.nextInt(100) < percentOfOthers ? random.nextLong() : some[random.nextInt(number)])
                .toArray();
        Values64 values = new Values64(number);
        Arrays.sort(some);
        for (long value : some) {
            values.add(value);
        }
        values.place();
        int[] counts = new int[values.slots()];
        long[] others = new long[n];
        int left = values.take(keys, 0, n, counts, others, 0);
        assertThat(values.size()).isGreaterThan(number * 9 / 10);
        if (values.size() == number) {
            assertThat(left).isEqualTo((int) LongStream.of(keys).filter(key -> Arrays.binarySearch(some, key) < 0).count());
        }
        Arrays.sort(others, 0, left);
        values.spread(others, left, n, counts);
        Arrays.sort(keys);
        assertThat(others).isEqualTo(keys);
    }

    @Test
    void choosesTheValuesOfASampleUnlessSomeAreThereOnce() {
        Values64 values = new Values64(HostPolicy.MAX_VALUES);
        long[] sample = LongStream.range(0, 256).map(i -> i % 20).toArray();
        assertThat(values.choose(sample, sample.length)).isTrue();
        assertThat(values.size()).isEqualTo(20);
        long[] others = LongStream.range(0, 256).map(i -> i < 8 ? -i : 5).toArray();
        assertThat(values.choose(others, others.length)).isFalse();
        assertThat(values.choose(LongStream.range(0, 512).map(i -> i / 2).toArray(), 512)).as("many values").isFalse();
    }

    /** Values are frequent if seven eighths of a sample have them. */
    @Test
    void findsFrequentValues() {
        long[] sample = LongStream.range(0, 1_000).map(i -> i < 880 ? i / 88 : i).toArray();
        assertThat(Values64.frequent(sample).size()).isEqualTo(10);
        long[] fewer = LongStream.range(0, 1_000).map(i -> i < 860 ? i / 86 : i).toArray();
        assertThat(Values64.frequent(fewer)).isNull();
    }
}
