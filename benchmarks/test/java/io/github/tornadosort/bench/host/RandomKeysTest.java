package io.github.tornadosort.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.host.RandomKeys.Shape;
import io.github.tornadosort.bench.host.RandomKeys.Spoiler;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

class RandomKeysTest {
    private static final List<String> TYPES = RandomKeys.TYPES;
    private static final int N = 3000;

    private static Object keys(String type, Shape shape, double p, Spoiler spoiler, int spoiled) {
        return new RandomKeys(type, N, shape, p, spoiler, spoiled).keys(new SplittableRandom(7));
    }

    private static Object keys(String type, Shape shape, double p) {
        return keys(type, shape, p, Spoiler.NOTHING, 0);
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object keys, int i, int j) {
        return ((Comparable<Object>) Array.get(keys, i)).compareTo(Array.get(keys, j));
    }

    private static long count(Object keys, boolean ascents) {
        return IntStream.range(1, N).filter(i -> ascents ? compare(keys, i - 1, i) < 0 : compare(keys, i - 1, i) > 0)
                .count();
    }

    /** A cast to fewer bits would cut sorted keys into teeth. */
    @ParameterizedTest
    @FieldSource("TYPES")
    void keysOfEachTypeHaveTheOrderOfTheirShape(String type) {
        assertThat(count(keys(type, Shape.SORTED, 0.5), false)).isZero();
        assertThat(count(keys(type, Shape.SORTED, 0.5), true)).isGreaterThan(50);
        assertThat(count(keys(type, Shape.REVERSED, 0.5), true)).isZero();
        assertThat(count(keys(type, Shape.REVERSED, 0.5), false)).isGreaterThan(50);
        // 1 + 2^5 runs, and 2^5 teeth.
        assertThat(count(keys(type, Shape.RUNS, 0.5), false)).isBetween(25L, 32L);
        assertThat(count(keys(type, Shape.SAW_TOOTH, 0.5), false)).isBetween(31L, 33L);
        assertThat(count(keys(type, Shape.UNIFORM, 0.5), false)).isBetween(N / 2 - 200L, N / 2 + 200L);
    }

    @Test
    void spoilersChangeTheirKeys() {
        int[] sorted = (int[]) keys("int", Shape.SORTED, 0.5);
        int[] tail = (int[]) keys("int", Shape.UNIFORM, 0.5, Spoiler.NEW_TAIL, 100);
        int[] equal = (int[]) keys("int", Shape.UNIFORM, 0.5, Spoiler.EQUAL_TAIL, 100);
        int[] prefix = (int[]) keys("int", Shape.UNIFORM, 0.5, Spoiler.EQUAL_PREFIX, 100);
        int[] half = (int[]) keys("int", Shape.SORTED, 0.5, Spoiler.RANDOM_HALF, N / 2);
        int[] disturbed = (int[]) keys("int", Shape.SORTED, 0.5, Spoiler.DISTURBED, 10);
        double[] nans = (double[]) keys("double", Shape.UNIFORM, 0.5, Spoiler.NANS, 10);

        assertThat(Arrays.copyOf(tail, N - 100)).isSorted();
        assertThat(count(tail, false)).isBetween(30L, 70L);
        assertThat(Arrays.copyOf(equal, N - 100)).isSorted();
        assertThat(Arrays.copyOfRange(equal, N - 100, N)).containsOnly(equal[N - 1]);
        assertThat(Arrays.copyOf(prefix, 100)).containsOnly(prefix[0]);
        assertThat(Arrays.mismatch(half, sorted)).isEqualTo(N / 2);
        assertThat(IntStream.range(0, N).filter(i -> disturbed[i] != sorted[i]).count()).isBetween(5L, 10L);
        assertThat(Arrays.stream(nans).filter(Double::isNaN).count()).isBetween(5L, 10L);
    }

    @ParameterizedTest
    @EnumSource
    void everyShapeHasKeysForEveryParameter(Shape shape) {
        for (String type : TYPES) {
            for (double p : new double[] {0, 0.3, Math.nextDown(1.0)}) {
                assertThat(Array.getLength(keys(type, shape, p))).isEqualTo(N);
                assertThat(new RandomKeys(type, 1, shape, p, Spoiler.NOTHING, 0).keys(new SplittableRandom(1))).isNotNull();
            }
        }
        assertThat(Arrays.stream((long[]) keys("long", shape, 0.5)).distinct().count()).isGreaterThan(1);
    }

    @Test
    void aSeedDrawsTheSameCase() {
        RandomKeys one = RandomKeys.draw(new SplittableRandom(3), TYPES, 10, 1000);
        RandomKeys same = RandomKeys.draw(new SplittableRandom(3), TYPES, 10, 1000);
        assertThat(same).isEqualTo(one);
        for (int seed = 0; seed < 1000; seed++) {
            RandomKeys drawn = RandomKeys.draw(new SplittableRandom(seed), TYPES, 10, 1000);
            assertThat(drawn.n()).isBetween(10, 1000);
            assertThat(drawn.spoiled()).isBetween(0, Math.max(20, drawn.n()));
        }
    }
}
