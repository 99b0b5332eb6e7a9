package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReversedKeysTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 1_000, 200_001})
    void intsAreReversed(int n) {
        int[] keys = IntStream.range(-1, n + 1).toArray();
        ReversedKeys.reverse(Column.of(keys).range(1, n + 1));
        assertThat(keys[0]).isEqualTo(-1);
        assertThat(keys[n + 1]).isEqualTo(n);
        for (int i = 0; i < n; i++) {
            assertThat(keys[1 + i]).isEqualTo(n - 1 - i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 1_000, 200_001})
    void longsAreReversed(int n) {
        long[] keys = LongStream.range(0, n).map(i -> i << 33).toArray();
        ReversedKeys.reverse(Column.of(keys));
        for (int i = 0; i < n; i++) {
            assertThat(keys[i]).isEqualTo((long) (n - 1 - i) << 33);
        }
    }
}
