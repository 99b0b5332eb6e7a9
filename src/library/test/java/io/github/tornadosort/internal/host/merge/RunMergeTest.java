package io.github.tornadosort.internal.host.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.merge.RunMerge.Rows;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests merges in several parts, merges of too many runs, and merges for which there is no memory. */
class RunMergeTest {
    /** Lengths of runs: empty, shorter and longer than a tile. Together they have more than four parts. */
    private static final int[] LENGTHS = {0, 40_000, 1, 0, 1023, 30_000, 1024, 17, 0};

    private static final int N = Arrays.stream(LENGTHS).sum();

    /** Merges sorted runs of the given keys, and checks the keys and the values of 1, 2, 4 and 8 bytes that move with them. */
    private static void check(long... keys) {
        List<Column> runs = new ArrayList<>();
        int begin = 0;
        for (int length : LENGTHS) {
            Arrays.sort(keys, begin, begin + length);
            runs.add(Column.of(keys).range(begin, begin + length));
            begin += length;
        }
        long[] merged = new long[N];
        Rows[] rows = new Rows[4];
        MemorySegment numbers = MemorySegment.ofArray(LongStream.range(0, N).toArray());
        for (int i = 0; i < rows.length; i++) {
            int width = 1 << i;
            MemorySegment values = MemorySegment.ofArray(new byte[N * width]);
            for (int row = 0; row < N; row++) {
                MemorySegment.copy(numbers, 8L * row, values, (long) row * width, width);
            }
            rows[i] =
                    new Rows(pieces(values, width), MemorySegment.ofArray(new long[N]).asSlice(0, (long) N * width), width);
        }
        new RunMerge(runs, Order.ASCENDING, Column.of(merged), rows).run();
        int[] order = IntStream.range(0, N).boxed().sorted(Comparator.comparingLong(i -> keys[i]))
                .mapToInt(Integer::intValue).toArray();
        assertThat(Arrays.mismatch(merged, Arrays.stream(order).mapToLong(i -> keys[i]).toArray()))
                .as("first wrong key").isEqualTo(-1);
        for (int i = 0; i < rows.length; i++) {
            int width = rows[i].width();
            MemorySegment expected = MemorySegment.ofArray(new byte[N * width]);
            for (int row = 0; row < N; row++) {
                MemorySegment.copy(numbers, 8L * order[row], expected, (long) row * width, width);
            }
            assertThat(rows[i].to().mismatch(expected)).as("first wrong byte of values of %d bytes", width).isEqualTo(-1);
        }
    }

    private static List<MemorySegment> pieces(MemorySegment values, int width) {
        List<MemorySegment> pieces = new ArrayList<>();
        long begin = 0;
        for (int length : LENGTHS) {
            pieces.add(values.asSlice(begin, (long) length * width));
            begin += (long) length * width;
        }
        return pieces;
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 1000, Long.MAX_VALUE})
    void mergesStablyInSeveralParts(long distinctKeys) {
        assertThat(ParallelRanges.parts(N)).as("parts").isGreaterThan(1);
        check(new SplittableRandom(1).longs(N, 0, distinctKeys).map(key -> key - distinctKeys / 2).toArray());
    }

    /** Parts begin in the midst of equal keys. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
    void splitsEqualKeys(long key) {
        check(LongStream.generate(() -> key).limit(N).toArray());
    }

    @Test
    void splitsAtTheExtremeKeys() {
        check(LongStream.range(0, N).map(i -> i % 3 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE).toArray());
    }

    /** A row has no room for the lower bits of the keys, since the difference of two keys takes nearly all bits. */
    @Test
    void mergesKeysThatAreCloseToEachOtherAndFarFromTheLeastOne() {
        SplittableRandom random = new SplittableRandom(1);
        check(LongStream.range(0, N).map(i -> i % 1000 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE - random.nextInt(500))
                .toArray());
    }

    /** Each run is a range of keys, in ascending and in descending order of the runs. */
    @Test
    void mergesRunsThatDoNotOverlap() {
        check(LongStream.range(0, N).toArray());
        check(LongStream.range(0, N).map(i -> -i).toArray());
    }

    @Test
    void mergesOneRun() {
        int[] merged = new int[4];
        Column run = Column.of(new int[] {1, 2, 2, 9});
        new RunMerge(List.of(run), Order.ASCENDING, Column.of(merged)).run();
        assertThat(merged).containsExactly(1, 2, 2, 9);
    }

    @Test
    void allocatesAllMemoryBeforeItWrites() {
        Column odd = Column.of(new int[] {1, 3, 5});
        Column even = Column.of(new int[] {0, 2, 4});
        Rows rows = new Rows(
                List.of(odd.segment(), even.segment()), MemorySegment.ofArray(new int[6]), Integer.BYTES);
        RunMerge merge = new RunMerge(List.of(odd, even), Order.ASCENDING, null, rows);
        HostMemory.watch(bytes -> {
            throw new OutOfMemoryError("planted");
        });
        try {
            merge.run();
            assertThatThrownBy(() -> new RunMerge(List.of(odd, even), Order.ASCENDING, null, rows))
                    .isInstanceOf(OutOfMemoryError.class);
        } finally {
            HostMemory.watch(null);
        }
        assertThat(rows.to().toArray(ValueLayout.JAVA_INT)).containsExactly(0, 1, 2, 3, 4, 5);
    }

    /** One key of one run is out of order: within a part, at the start of one, at both ends of the run. */
    @ParameterizedTest
    @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
    @CsvSource({"0, 1", "0, 77", "1, 49999", "1, 25000", "2, 16384", "2, 32768", "0, 49999"})
    void refusesARunThatIsNotSorted(int unsorted, int at) {
        int n = 50_000;
        for (long wrong : new long[] {Long.MIN_VALUE, at - 2, at - 20_000, Long.MAX_VALUE}) {
            List<Column> runs = new ArrayList<>();
            for (int run = 0; run < 3; run++) {
                long[] keys = LongStream.range(0, n).toArray();
                keys[at] = run == unsorted ? wrong : at;
                runs.add(Column.of(keys));
            }
            if (wrong == Long.MAX_VALUE && at == n - 1) {
                continue;
            }
            Rows rows = new Rows(runs.stream().map(Column::segment).toList(), MemorySegment.ofArray(new long[3 * n]),
                    Long.BYTES);
            assertThatThrownBy(() -> new RunMerge(runs, Order.ASCENDING, null, rows).run())
                    .as("%d", wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("run " + unsorted + " is not sorted: the key at index " + (wrong > at ? at + 1 : at)
                            + " comes before the one at index " + (wrong > at ? at : at - 1));
        }
    }

    /** Runs in descending and in random order, among sorted ones. No part of the output has as many keys of them as it should have. */
    @ParameterizedTest
    @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
    @ValueSource(ints = {1, 2, 5, 16, 40})
    void refusesRunsInAnyOtherOrder(int count) {
        SplittableRandom random = new SplittableRandom(count);
        List<Column> runs = new ArrayList<>();
        for (int run = 0; run < count; run++) {
            int n = run == count - 1 ? 70_000 : random.nextInt(10_000);
            int[] keys = run % 2 == 0 ? random.ints(n).sorted().map(key -> ~key).toArray() : random.ints(n).toArray();
            runs.add(Column.of(run == count - 1 ? random.ints(n, 0, 1 + random.nextInt(100)).toArray() : keys));
        }
        int[] merged = new int[runs.stream().mapToInt(run -> (int) run.size()).sum()];
        Rows rows = new Rows(runs.stream().map(Column::segment).toList(), MemorySegment.ofArray(merged), Integer.BYTES);
        assertThatThrownBy(() -> new RunMerge(runs, Order.ASCENDING, null, rows).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(" is not sorted: the key at index ");
    }
}
