package io.github.tornadosort;

import static io.github.tornadosort.SortOptions.ascending;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how many keys a device sorts to find the first k: few more than k. The result does not show it. */
class TopKSelectionTest {
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);

    private int mostSorted;

    /** Selects the first k keys, and returns how many keys the device sorted. */
    private int sortedFor(int[] keys, int k) {
        mostSorted = 0;
        Checkpoint seen = p -> mostSorted = Math.max(mostSorted, p.get(PassParameters.N));
        int[] expected = IntStream.range(0, keys.length)
                .boxed()
                .sorted(Comparator.comparingInt(i -> keys[i]))
                .limit(k)
                .mapToInt(i -> i)
                .toArray();
        try (Sorter sorter = new Sorter(SortDevice.preferred(), BLOCK, seen)) {
            assertThat(sorter.topK(Column.of(keys), k, ascending()).indices()).isEqualTo(expected);
        }
        return mostSorted;
    }

    /** At most the number of keys up to the threshold's expected rank in the sample, plus four standard deviations. */
    @ParameterizedTest
    @CsvSource({"32768, 2", "32768, 100", "32768, 4096", "40001, 2000", "40001, 5000"})
    void sortsFewMoreThanKKeys(int n, int k) {
        double sample = 2 * Math.sqrt(n);
        double inSample = k / (double) n * sample;
        double rank = inSample + 3 * Math.sqrt(inSample) + 2;

        assertThat((double) sortedFor(IntData.random(n, k), k))
                .isBetween((double) k, n / sample * (rank + 4 * Math.sqrt(rank) + 1));
    }

    @ParameterizedTest
    @CsvSource({"32767, 1", "32768, 4097", "1000, 10"})
    void sortsAllKeysIfThatIsAsFast(int n, int k) {
        assertThat(sortedFor(IntData.random(n, k), k)).isEqualTo(n);
    }

    /** Keys that are equal to the threshold are told apart by their indices. */
    @Test
    void sortsFewEqualKeys() {
        int[] keys = Arrays.stream(IntData.random(40_001, 1)).map(key -> key & 1).toArray();
        keys[40_000] = -1; // or they would be sorted already

        assertThat(sortedFor(keys, 1000)).isBetween(1000, 4200);
    }

    /** The indices of the sample are known, so that it can be made misleading: it has the smallest keys. */
    @Test
    void collectsCandidatesAgainIfTheSampleMisleads() {
        int k = 2000;
        int[] keys = Arrays.stream(IntData.random(40_001, 2)).map(key -> key & Integer.MAX_VALUE).toArray();
        SplittableRandom sampled = new SplittableRandom(k);
        for (int i = 0; i < 1100; i++) {
            keys[sampled.nextInt(keys.length)] = -1 - i * 7919 % 1100;
        }
        int ranges = 2;

        assertThat(sortedFor(keys, k)).isBetween(k, ranges * 5 * k);
    }

    @Test
    void selectsNoKeys() {
        assertThat(sortedFor(IntData.random(40_001, 3), 0)).isZero();
    }
}
