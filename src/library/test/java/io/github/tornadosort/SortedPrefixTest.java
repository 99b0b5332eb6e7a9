package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.conformance.KeyData;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests sorts that say how many keys have their final values. */
class SortedPrefixTest {
    private static final int N = 400_000;
    private static final SortOptions ON_HOST = SortOptions.builder().onHost().build();

    private final List<Long> reported = new ArrayList<>();

    /** Uniform keys, and keys of which most are equal, so that all threads write them. */
    @Test
    void reportedKeysHaveTheirFinalValues() {
        for (IntUnaryOperator distribution : List.<IntUnaryOperator>of(x -> x, x -> x % 3 == 0 ? x : 7, x -> 7)) {
            SplittableRandom random = new SplittableRandom(1);
            int[] ints = random.ints(N).map(distribution).toArray();
            int[] expected = ints.clone();
            Arrays.sort(expected);
            check(ints, expected);
        }
    }

    private void check(int[] keys, int[] expected) {
        reported.clear();
        int[] last = {0};
        try (Sorter sorter = Sorter.open()) {
            sorter.sort(Column.of(keys), ON_HOST, count -> {
                int end = (int) count;
                assertThat(Arrays.mismatch(keys, last[0], end, expected, last[0], end)).as("up to %d", end).isEqualTo(-1);
                last[0] = end;
                reported.add(count);
            });
        }
        assertThat(reported).isSorted().endsWith((long) N);
        assertThat(keys).isEqualTo(expected);
    }

    @Test
    void longsAreReportedBeforeAllAreSorted() {
        long[] keys = new SplittableRandom(2).longs(N).toArray();
        long[] expected = keys.clone();
        Arrays.sort(expected);
        try (Sorter sorter = Sorter.open()) {
            sorter.sort(Column.of(keys), ON_HOST, count -> {
                assertThat(Arrays.mismatch(keys, 0, (int) count, expected, 0, (int) count)).isEqualTo(-1);
                reported.add(count);
            });
        }
        assertThat(reported).isSorted().endsWith((long) N);
        if (Runtime.getRuntime().availableProcessors() > 1) {
            assertThat(reported).hasSizeGreaterThan(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everySortReportsAllKeys(KeyType type) {
        try (Sorter sorter = Sorter.open(SortDevice.preferred())) {
            for (SortOptions options : List.of(
                    ON_HOST, SortOptions.builder().onDevice().build(),
                    SortOptions.builder().descending().bits(1, 5).build())) {
                for (int n : new int[] {0, 1, 1000}) {
                    reported.clear();
                    Column keys = KeyData.random(type, n, 1);
                    Column expected = KeyData.random(type, n, 1);
                    sorter.sort(expected, options);
                    sorter.sort(keys, options, reported::add);
                    assertThat(reported).isSorted().endsWith((long) n);
                    assertThat(keys.segment().mismatch(expected.segment())).isEqualTo(-1);
                }
            }
        }
    }

    /** The keys are sorted by then, or their sort continues without the listener. */
    @Test
    void aFailureOfTheListenerIsThrownAndTheKeysAreSorted() {
        int[] keys = new SplittableRandom(3).ints(N).toArray();
        int[] expected = keys.clone();
        Arrays.sort(expected);
        try (Sorter sorter = Sorter.open()) {
            assertThatThrownBy(() -> sorter.sort(Column.of(keys), ON_HOST, count -> {
                throw new IllegalStateException("planted");
            })).hasMessage("planted");
        }
        assertThat(keys).isEqualTo(expected);
    }

    @Test
    void nothingIsReportedIfTheOptionsAreRefused() {
        Column bytes = Column.of(new byte[] {2, 1});
        try (Sorter sorter = Sorter.open()) {
            assertThatThrownBy(() -> sorter.sort(bytes, SortOptions.builder().bits(0, 9).build(), reported::add))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(reported).isEmpty();
        assertThat(bytes.segment().toArray(ValueLayout.JAVA_BYTE)).containsExactly(2, 1);
    }
}
