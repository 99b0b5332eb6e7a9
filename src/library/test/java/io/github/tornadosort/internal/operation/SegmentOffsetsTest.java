package io.github.tornadosort.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which offsets of segments are accepted, as ints and as longs. There are ten keys. */
class SegmentOffsetsTest {
    private static final int KEYS = 10;

    private static Stream<int[]> accepted() {
        return Stream.of(
                new int[] {0},
                new int[] {0, 0},
                new int[] {0, KEYS},
                new int[] {KEYS, KEYS},
                new int[] {3, 3, 7, 9});
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void ascendingOffsetsAreCopied(int[] offsets) {
        int n = offsets.length;
        for (boolean wide : new boolean[] {false, true}) {
            int[] copy = new int[n + 2];
            Arrays.fill(copy, -7);
            if (wide) {
                SegmentOffsets.copy(longs(offsets), KEYS, copy);
            } else {
                SegmentOffsets.copy(offsets, KEYS, copy);
            }
            assertThat(Arrays.copyOf(copy, n)).isEqualTo(offsets);
            assertThat(Arrays.copyOfRange(copy, n, n + 2)).as("elements after the offsets").containsOnly(-7);
        }
    }

    private static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(new int[] {}, "no offsets; one segment has two, its start and its end"),
                Arguments.of(new int[] {-1, 4}, "offsets[0] is -1, there are 10 keys"),
                Arguments.of(new int[] {0, -1, 4}, "offsets[1] is -1, there are 10 keys"),
                Arguments.of(new int[] {0, 11}, "offsets[1] is 11, there are 10 keys"),
                Arguments.of(new int[] {11}, "offsets[0] is 11, there are 10 keys"),
                Arguments.of(new int[] {0, 11, 4}, "offsets[1] is 11, there are 10 keys"),
                Arguments.of(new int[] {0, 5, 4, 6}, "offsets[2] is 4, before offsets[1], which is 5"),
                Arguments.of(new int[] {0, Integer.MIN_VALUE, 3}, "offsets[1] is -2147483648, there are 10 keys"),
                Arguments.of(new int[] {0, Integer.MAX_VALUE, 3}, "offsets[1] is 2147483647, there are 10 keys"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void otherOffsetsAreRefused(int[] offsets, String message) {
        assertThatThrownBy(() -> SegmentOffsets.copy(offsets, KEYS, new int[5])).hasMessage(message);
        assertThatThrownBy(() -> SegmentOffsets.copy(longs(offsets), KEYS, new int[5])).hasMessage(message);
    }

    private static long[] longs(int[] offsets) {
        return Arrays.stream(offsets).asLongStream().toArray();
    }
}
