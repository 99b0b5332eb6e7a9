package io.github.tornadosort.internal.host.merge;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.merge.RunMerge.Rows;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merges of runs that are not sorted are refused; sorts of columns that do not fit on a device run the others. */
class RunMergeTest {
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
