package io.github.tornadosort;

import static io.github.tornadosort.SortOptions.ascending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.conformance.KeyData;
import io.github.tornadosort.internal.conformance.Operation;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests sorts of few keys, by all digits and without a survey. */
class DirectSortTest {
    private static final int N = 3000;
    /** The smallest capacity of a plan. */
    private static final int DIRECT = 1 << 14;

    private int checkpoints;
    private int failing = -1;

    private Sorter sorter(int radixBits, int directKeys) {
        SortPolicy policy = new SortPolicy(Kernels.WORK_GROUP, radixBits, 2, 32, 4, 0, 0, 0, directKeys);
        return new Sorter(SortDevice.preferred(), policy, p -> {
            if (checkpoints++ == failing) {
                throw new IllegalStateException("planted");
            }
        });
    }

    private int checkpoints(Sorter sorter, KeyType type, SortOptions options) {
        checkpoints = 0;
        Operation.SORT.check(sorter, KeyData.random(type, N, 1), options, type + ", " + options);
        return checkpoints;
    }

    /** One execution copies the keys, each other one sorts by two digits, and the result is copied. */
    @ParameterizedTest
    @EnumSource(names = {"INT8", "UINT16", "INT32", "UINT32", "FLOAT32"})
    void twoDigitsPerExecutionWithoutASurvey(KeyType type) {
        for (int radixBits : new int[] {8, 7, 5}) {
            try (Sorter sorter = sorter(radixBits, DIRECT)) {
                int digits = Math.ceilDiv(type.bits(), radixBits);
                for (SortOptions options : List.of(ascending(), SortOptions.builder().descending().build())) {
                    assertThat(checkpoints(sorter, type, options)).isEqualTo(1 + Math.ceilDiv(digits, 2) + 1);
                }
                SortStats stats = sorter.sort(KeyData.random(type, N, 2), ascending());
                assertThat(stats.passesIssued()).isEqualTo(digits);
            }
        }
    }

    /** What only the other graphs do is left to them: they survey the keys, and run a pass per execution. */
    @Test
    void otherSortsSurveyTheKeys() {
        int surveyed = 1 + 4 + 1;
        try (Sorter sorter = sorter(8, DIRECT)) {
            assertThat(checkpoints(sorter, KeyType.INT32, SortOptions.builder().timed().build())).isEqualTo(surveyed);
            assertThat(checkpoints(sorter, KeyType.INT32, SortOptions.builder().verify().build())).isEqualTo(surveyed + 2);
            assertThat(checkpoints(sorter, KeyType.INT64, ascending())).isEqualTo(1 + 8 + 1);
            assertThat(checkpoints(sorter, KeyType.INT32, ascending())).isEqualTo(1 + 2 + 1);
        }
        try (Sorter sorter = sorter(8, DIRECT - 1)) {
            assertThat(checkpoints(sorter, KeyType.INT32, ascending())).isEqualTo(surveyed);
        }
    }

    @Test
    void afterAnyFailureTheKeysAreAsTheyWere() {
        for (int i = 0; i < 4; i++) {
            failing = i;
            checkpoints = 0;
            int[] keys = IntData.random(N, 3);
            int[] before = keys.clone();
            try (Sorter sorter = sorter(8, DIRECT)) {
                assertThat(catchThrowable(() -> sorter.sort(keys))).hasMessage("planted");
                assertThat(Arrays.mismatch(keys, before)).isEqualTo(-1);
                failing = -1;
                assertThat(checkpoints(sorter, KeyType.INT32, ascending())).as("afterwards").isEqualTo(4);
            }
        }
    }
}
