package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which keys one thread sorts by buckets. */
class KeySampleTest {
    private static final int N = 1 << 17;

    private final SplittableRandom random = new SplittableRandom(1);

    private static boolean isRandom(IntUnaryOperator keys) {
        int[] ints = IntStream.range(0, N).map(keys).toArray();
        return KeySample.isRandom(Column.of(ints), SortOptions.ascending());
    }

    @Test
    void randomKeysAreFound() {
        assertThat(isRandom(i -> random.nextInt())).isTrue();
        assertThat(isRandom(i -> random.nextInt(1 << 16))).as("some repeats").isTrue();
        float[] floats = new float[N];
        for (int i = 0; i < N; i++) {
            floats[i] = (float) random.nextGaussian();
        }
        assertThat(KeySample.isRandom(Column.of(floats), SortOptions.descending())).isTrue();
    }

    @Test
    void keysInOrderAreFound() {
        assertThat(isRandom(i -> i)).isFalse();
        assertThat(isRandom(i -> -i)).isFalse();
        assertThat(isRandom(i -> Math.min(i, N - i))).as("first up, then down").isFalse();
        assertThat(isRandom(i -> i % 10_000)).as("runs").isFalse();
        assertThat(isRandom(i -> random.nextInt(100) == 0 ? random.nextInt() : i)).as("nearly sorted").isFalse();
    }

    @Test
    void keysThatRepeatAreFound() {
        assertThat(isRandom(i -> 7)).isFalse();
        assertThat(isRandom(i -> random.nextInt(1000))).isFalse();
    }

    @Test
    void longsMayRepeatMoreOften() {
        long[] often = random.longs(N, 0, 16).toArray();
        assertThat(KeySample.isRandom(Column.of(often), SortOptions.ascending())).isFalse();
        long[] rarely = random.longs(N, 0, 1000).toArray();
        assertThat(KeySample.isRandom(Column.of(rarely), SortOptions.ascending())).isTrue();
    }
}
