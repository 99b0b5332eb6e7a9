package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the sort by lower bits of keys that are already sorted by their upper bits. */
class LowerBitsSortTest {
    /** Several parallel ranges of several tiles. */
    private static final int N = 40_003;
    private static final int MAX_RUN = 256;
    private static final long LOWER = 0xffff;

    private static boolean sort(long[] keys, SortOptions options, long lower) {
        return LowerBitsSort.sort(new OrderedKeys(Column.of(keys), options), MemorySegment.ofArray(keys), lower);
    }

    /** Returns keys in runs of the given length whose upper bits are equal. */
    private static long[] runs(int n, int length) {
        SplittableRandom random = new SplittableRandom(length);
        return LongStream.range(0, n).map(i -> i / length << 16 | random.nextInt(1 << 16)).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 255, MAX_RUN})
    void runsAreSorted(int length) {
        for (int n : new int[] {0, 1, 2, 1024, 1025, N}) {
            long[] keys = runs(n, length);
            long[] expected = keys.clone();
            Arrays.sort(expected);

            assertThat(sort(keys, SortOptions.ascending(), LOWER)).as("%d keys", n).isTrue();
            assertThat(keys).as("%d keys", n).isEqualTo(expected);
        }
    }

    /** The time of an insertion sort grows with the square of the length, so long runs are refused. */
    @ParameterizedTest
    @ValueSource(ints = {MAX_RUN + 1, 1000, 30_000})
    void aRunThatIsTooLongIsLeftUnchanged(int length) {
        long[] keys = LongStream.range(0, length).map(i -> length - i).toArray();
        long[] before = keys.clone();

        assertThat(sort(keys, SortOptions.ascending(), LOWER)).isFalse();
        assertThat(keys).isEqualTo(before);
    }

    /** The first key out of order may be anywhere in a run that is too long. */
    @Test
    void theLengthOfARunIsMeasuredFromItsFirstDescent() {
        for (int at : new int[] {1, MAX_RUN / 2, MAX_RUN}) {
            long[] keys = LongStream.rangeClosed(0, MAX_RUN).map(i -> 2 * i + 2).toArray();
            keys[at] = keys[at - 1] - 1;
            assertThat(sort(keys, SortOptions.ascending(), LOWER)).as("descent at %d", at).isFalse();
            long[] fits = LongStream.range(0, MAX_RUN).map(i -> 2 * i + 2).toArray();
            int descent = Math.min(at, MAX_RUN - 1);
            fits[descent] = fits[descent - 1] - 1;
            assertThat(sort(fits, SortOptions.ascending(), LOWER)).as("descent at %d", descent).isTrue();
            assertThat(fits).isSorted();
        }
    }

    @Test
    void theSortIsStableAndIgnoresBitsOutsideTheRange() {
        SortOptions options = SortOptions.builder().descending().bits(4, 64).build();
        SplittableRandom random = new SplittableRandom(1);
        Long[] keys =
                LongStream.range(0, N).mapToObj(i -> -(i / 20) << 16 | random.nextInt(8) << 4 | i % 16).toArray(Long[]::new);
        Comparator<Long> order = Comparator.comparing(key -> key >> 4);
        long[] sorted = Arrays.stream(keys).mapToLong(key -> key).toArray();
        Arrays.sort(keys, order.reversed());

        assertThat(sort(sorted, options, LOWER)).isTrue();
        assertThat(sorted).isEqualTo(Arrays.stream(keys).mapToLong(key -> key).toArray());
    }
}
