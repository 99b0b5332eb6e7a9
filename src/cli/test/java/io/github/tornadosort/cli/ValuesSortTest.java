package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import org.junit.jupiter.api.Test;

class ValuesSortTest {
    private static final int N = 1000;

    @Test
    void valuesCountAsMovedOrAsGathered() {
        try (Sorter sorter = Sorter.open()) {
            long direct = Diagnostics.of(sorter).scratchBytes(N, KeyType.INT64, KeyType.UINT16).host();
            long indices = Diagnostics.of(sorter).scratchBytes(N, KeyType.INT64, KeyType.INT32).host();

            assertThat(ValuesSort.bytes(N, KeyType.INT64, 2, sorter) - direct).isEqualTo(N * (8 + 2));
            // Values of three bytes are not moved by the sorter: they are gathered by index, into a copy.
            assertThat(ValuesSort.bytes(N, KeyType.INT64, 3, sorter) - indices).isEqualTo(N * (8 + 3) + N * (4 + 3));
        }
    }
}
