package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.RandomKeys.Spoiler;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomKeysTest {
    private static final int N = 3000;

    private static int[] ints(String distribution, Spoiler spoiler, int spoiled) {
        return new RandomKeys(KeyType.INT32, N, distribution, spoiler, spoiled).keys(new SplittableRandom(7)).toIntArray();
    }

    private static long descents(int[] keys) {
        return IntStream.range(1, N).filter(i -> keys[i - 1] > keys[i]).count();
    }

    @Test
    void spoilersChangeTheirKeys() {
        int[] sorted = ints("sorted", Spoiler.NOTHING, 0);
        int[] prefix = ints("uniform", Spoiler.EQUAL_PREFIX, 100);
        int[] tail = ints("sorted", Spoiler.EQUAL_TAIL, 100);
        int[] repeated = ints("sorted", Spoiler.REPEATED, 10);
        double[] nans = new RandomKeys(KeyType.FLOAT64, N, "uniform", Spoiler.NANS, 10)
                .keys(new SplittableRandom(7)).toDoubleArray();

        assertThat(Arrays.copyOf(prefix, 100)).containsOnly(prefix[0]);
        assertThat(prefix[0]).isNotEqualTo(prefix[100]);
        assertThat(Arrays.copyOf(tail, N - 100)).containsExactly(Arrays.copyOf(sorted, N - 100));
        assertThat(Arrays.copyOfRange(tail, N - 100, N)).containsOnly(tail[N - 1]);
        assertThat(descents(ints("sorted", Spoiler.REVERSED_TAIL, N / 2))).isBetween(N / 2 - 2L, N / 2L);
        assertThat(IntStream.range(0, N).filter(i -> repeated[i] != sorted[i]).count()).isBetween(5L, 10L);
        assertThat(Arrays.stream(nans).filter(Double::isNaN).count()).isBetween(5L, 10L);
    }

    /** Cases of all distributions can be drawn for all types. */
    @Test
    void aSeedDrawsTheSameCase() {
        Set<String> names = new HashSet<>();
        Set<Spoiler> spoilers = new HashSet<>();
        for (int seed = 0; seed < 3000; seed++) {
            RandomKeys drawn = RandomKeys.draw(new SplittableRandom(seed), 10, 100);
            assertThat(drawn).isEqualTo(RandomKeys.draw(new SplittableRandom(seed), 10, 100));
            assertThat(drawn.n()).isBetween(10, 100);
            assertThat(drawn.keys(new SplittableRandom(seed)).size()).isEqualTo(drawn.n());
            names.add(drawn.distribution().split(":")[0]);
            spoilers.add(drawn.spoiler());
        }
        assertThat(names).hasSize(17);
        assertThat(spoilers).containsExactlyInAnyOrder(Spoiler.values());
    }
}
