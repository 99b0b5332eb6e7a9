package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.conformance.KeyData;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReversedKeysTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 1_000, 200_001})
    void keysOfARangeAreReversed(int n) {
        int[] keys = IntStream.range(-1, n + 1).toArray();
        ReversedKeys.reverse(Column.of(keys).range(1, n + 1), true);
        assertThat(keys[0]).isEqualTo(-1);
        assertThat(keys[n + 1]).isEqualTo(n);
        for (int i = 0; i < n; i++) {
            assertThat(keys[1 + i]).isEqualTo(n - 1 - i);
        }
    }

    /** If a part fails, all parts run again, so a second run must not undo the first one. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "INT64", "UINT64", "FLOAT32", "FLOAT64"})
    void aSecondRunChangesNothing(KeyType type) {
        int n = 100_001;
        for (boolean descending : new boolean[] {false, true}) {
            int[] numbers = IntStream.range(0, n).map(i -> i / 3).toArray();
            Column ascending = KeyData.ofValues(type, numbers);
            Column down = KeyData.ofValues(type, IntStream.range(0, n).map(i -> numbers[n - 1 - i]).toArray());
            Column keys = KeyData.copy(descending ? ascending : down);
            for (int run = 0; run < 2; run++) {
                ReversedKeys.reverse(keys, descending);
                assertThat(keys.segment().mismatch((descending ? down : ascending).segment())).as("run %d", run)
                        .isEqualTo(-1);
            }
        }
    }
}
