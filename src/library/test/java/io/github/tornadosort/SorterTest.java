package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.reference.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests ascending sorts of 32-bit keys on every device and with every family of kernels against {@link Arrays}. */
class SorterTest {
    private static final int LARGE = (1 << 20) + 1;

    static List<SortCase> cases() {
        return SortCases.all();
    }

    static List<SortCase> fastCases() {
        return SortCases.fast();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("fastCases")
    void sortsAMillion(SortCase on) {
        for (String name : List.of("random", "bits 5 to 17", "two values", "sorted but the last")) {
            Column keys = Column.of(IntData.inputs().get(name).apply(LARGE));
            Operation.SORT.check(on.sorter(), keys, Order.ASCENDING, name + ", n = " + LARGE);
            Operation.SORT.check(on.sorter(), keys.unsigned(), Order.ASCENDING, name + ", n = " + LARGE);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void leavesKeysOutsideTheRangeAlone(SortCase on) {
        int[] keys = IntData.random(700, 5);
        int[] expected = keys.clone();
        for (int[] range : new int[][] {{0, 0}, {0, 1}, {13, 650}, {600, 700}, {700, 700}}) {
            Arrays.sort(expected, range[0], range[1]);
            on.sorter().sort(keys, range[0], range[1]);
            assertThat(keys).as("range %d to %d", range[0], range[1]).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void issuesPassesForVaryingBitsOnly(SortCase on) {
        int bits = on.policy().radixBits();
        int[] keys = IntStream.range(0, 2000).map(i -> 5 + ((i * 7919 & 2047) << 12)).toArray();
        // Rules may choose another algorithm for few keys.
        Sorter sorter = on.sorter("radix");
        SortStats stats = sorter.sort(Column.of(keys));
        // One execution surveys few keys and runs all passes.
        int varying = on.policy().keysAtOnce() < keys.length ? 11 : 32;
        assertThat(stats.passesIssued()).as("11 varying bits").isEqualTo(Math.ceilDiv(varying, bits));
        assertThat(stats.passesIssued() + stats.passesSkipped()).isEqualTo(Math.ceilDiv(32, bits));

        SortStats again = sorter.sort(Column.of(keys));
        assertThat(again.passesIssued()).as("sorted already").isZero();
        assertThat(again.keys()).isEqualTo(2000);
    }

    @Test
    void checksArgumentsAsArraysDoes() {
        try (Sorter sorter = Sorter.open()) {
            int[] keys = {3, 1, 2};
            assertThatThrownBy(() -> sorter.sort((int[]) null)).isInstanceOf(NullPointerException.class);
            for (int[] range : new int[][] {{2, 1}, {-1, 2}, {0, 4}, {4, 4}, {-2, -1}}) {
                Throwable expected = thrownBy(() -> Arrays.sort(keys.clone(), range[0], range[1]));
                assertThatThrownBy(() -> sorter.sort(keys, range[0], range[1]))
                        .as("range %s", Arrays.toString(range))
                        .isExactlyInstanceOf(expected.getClass())
                        .hasMessage(expected.getMessage());
            }
            assertThat(keys).containsExactly(3, 1, 2);
        }
    }

    private static Throwable thrownBy(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            return e;
        }
        throw new AssertionError("nothing was thrown");
    }
}
