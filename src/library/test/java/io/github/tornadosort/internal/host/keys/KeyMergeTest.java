package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests merges of keys without values, in several parts. */
class KeyMergeTest {
    private static final int N = 100_000;

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    /** Sorts the keys before and after an index, merges both runs, and compares the keys with those of a sort. */
    private static void check(int[] keys, int cut) {
        int[] left = Arrays.copyOfRange(keys, 0, cut);
        int[] right = Arrays.copyOfRange(keys, cut, keys.length);
        Arrays.sort(left);
        Arrays.sort(right);
        int[] merged = new int[keys.length];
        List<Column> runs = List.of(Column.of(left), Column.of(right));
        new RunMerge(runs, Order.ASCENDING, Column.of(merged)).run();
        int[] expected = keys.clone();
        Arrays.sort(expected);
        assertThat(Arrays.mismatch(merged, expected)).as("first wrong key of %d and %d", cut, keys.length - cut)
                .isEqualTo(-1);
    }

    @Test
    void runsOfAnyLength() {
        assertThat(ParallelRanges.parts(N)).as("parts").isGreaterThan(1);
        int[] keys = new SplittableRandom(1).ints(N).toArray();
        for (int cut : new int[] {0, 1, 1000, N / 2, N - 1023, N - 1, N}) {
            check(keys, cut);
        }
        for (int n : new int[] {0, 1, 2, 3, 1023, 2048, 2049}) {
            check(Arrays.copyOf(keys, n), n / 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 300})
    void equalKeys(int distinct) {
        SplittableRandom random = new SplittableRandom(2);
        int[] extremes = {Integer.MIN_VALUE, Integer.MAX_VALUE, 0};
        check(random.ints(N, 0, distinct).map(key -> key < 3 ? extremes[key] : key).toArray(), N / 3);
    }

    /** In some parts, one run ends long before the other. */
    @Test
    void runsThatHardlyOverlap() {
        int[] keys = IntStream.range(0, N).toArray();
        check(keys, N / 2);
        check(IntStream.of(keys).map(i -> -i).toArray(), N / 4);
        check(IntStream.of(keys).map(i -> i < N / 2 ? i / 40 * 40 : i - N / 2).toArray(), N / 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "FLOAT32"})
    void allTypesInBothDirections(KeyType type) {
        for (Order sortOrder : List.of(Order.ASCENDING, Order.DESCENDING)) {
            Column keys = type.isFloat() ? Column.of(floats()) : KeyData.random(type, N, 3);
            Column merged = KeyData.ofZeros(type, N);
            List<Column> runs = List.of(sorted(keys.range(0, N / 3), sortOrder), sorted(keys.range(N / 3, N), sortOrder));
            new RunMerge(runs, sortOrder, merged).run();
            assertThat(Operation.firstDifference(merged, sorted(keys, sortOrder))).as("%s", sortOrder).isEqualTo(-1);
        }
    }

    /** Returns numbers of both signs, zeros of both signs, and infinities. */
    private static float[] floats() {
        SplittableRandom random = new SplittableRandom(3);
        float[] special = {-0.0f, 0.0f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, Float.MIN_VALUE, -Float.MAX_VALUE};
        float[] keys = new float[N];
        for (int i = 0; i < N; i++) {
            keys[i] = i % 3 == 0 ? special[random.nextInt(special.length)] : (float) random.nextDouble(-1, 1);
        }
        return keys;
    }

    private static Column sorted(Column keys, Order sortOrder) {
        return Operation.at(keys, Reference.order(keys, sortOrder));
    }

    @ParameterizedTest
    @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
    @CsvSource({"0, 1", "0, 77", "1, 49999", "1, 25000", "1, 16384", "0, 32768", "0, 49999", "1, 1024"})
    void refusesARunThatIsNotSorted(int unsorted, int at) {
        for (int wrong : new int[] {Integer.MIN_VALUE, at - 2, at - 20_000, Integer.MAX_VALUE}) {
            if (wrong == Integer.MAX_VALUE && at == N / 2 - 1) {
                continue;
            }
            List<Column> runs = List.of(Column.of(range()), Column.of(range()));
            runs.get(unsorted).segment().setAtIndex(ValueLayout.JAVA_INT, at, wrong);
            RunMerge merge = new RunMerge(runs, Order.ASCENDING, Column.of(new int[N]));
            int found = wrong > at ? at + 1 : at;
            assertThatThrownBy(merge::run)
                    .as("%d", wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("run " + unsorted + " is not sorted: the key at index " + found
                            + " comes before the one at index " + (found - 1));
        }
    }

    /** The keys of a block are greater than those after it. A part of the output may end there, and the next one elsewhere. */
    @Test
    @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
    void refusesARunThatIsNotSortedWhereAPartEnds() {
        SplittableRandom random = new SplittableRandom(1);
        int end = (int) ParallelRanges.start(N, ParallelRanges.parts(N), 1) / 2;
        for (int test = 0; test < 150; test++) {
            int[] keys = range();
            int first = end - random.nextInt(end);
            int size = random.nextInt(10_000, 20_000);
            for (int i = first; i < first + size; i++) {
                keys[i] += 15_000;
            }
            RunMerge merge =
                    new RunMerge(List.of(Column.of(range()), Column.of(keys)), Order.ASCENDING, Column.of(new int[N]));
            assertThatThrownBy(merge::run).as("%d keys from %d on", size, first)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("run 1 is not sorted: the key at index " + (first + size));
        }
    }

    /** Some parts of the output have fewer keys of one run than none. */
    @ParameterizedTest
    @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void refusesRunsInAnyOtherOrder(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] reversed = IntStream.of(range()).map(i -> -i).toArray();
        int[] shuffled = random.ints(N / 2).toArray();
        for (int[] unsorted : List.of(reversed, shuffled)) {
            for (int[] other : List.of(range(), reversed, shuffled, new int[0])) {
                List<Column> runs = List.of(Column.of(other), Column.of(unsorted));
                assertThatThrownBy(() -> new RunMerge(runs, Order.ASCENDING, Column.of(new int[other.length + N / 2])).run())
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageMatching("run [01] is not sorted: the key at index \\d+ comes before .*");
            }
        }
    }

    private static int[] range() {
        return IntStream.range(0, N / 2).toArray();
    }

    @Test
    void allocatesAllMemoryBeforeItWrites() {
        int[] merged = new int[4];
        List<Column> runs = List.of(Column.of(new int[] {1, 3}), Column.of(new int[] {2, 4}));
        RunMerge merge = new RunMerge(runs, Order.ASCENDING, Column.of(merged));
        HostMemory.watch(bytes -> {
            throw new OutOfMemoryError("planted");
        });
        merge.run();
        assertThat(merged).containsExactly(1, 2, 3, 4);
    }
}
