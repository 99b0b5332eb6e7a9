package io.github.tornadosort;

import static io.github.tornadosort.SortOptions.ascending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.internal.host.RunMerge;
import io.github.tornadosort.internal.host.RunMerge.Rows;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Merges of very many runs, of runs that are too many, and of runs for which there is no memory. */
class RunMergeTest {
    /** Run i % 2^16 and run i would have one index if it had 16 bits. */
    @Test
    @Tag("slow")
    void moreRunsThanSixteenBitsCount() {
        int runs = (1 << 16) + 3;
        int[] keys = IntStream.range(0, 2 * runs).map(i -> (i * 7919 & 0xffff) | (i % 2 << 20)).toArray();
        int[] numbers = IntStream.range(0, keys.length).toArray();
        List<Column> columns = new ArrayList<>();
        List<MemorySegment> values = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            columns.add(Column.of(keys).range(2L * run, 2L * run + 2));
            values.add(Column.of(numbers).range(2L * run, 2L * run + 2).segment());
        }
        int[] merged = new int[keys.length];
        int[] moved = new int[keys.length];
        new RunMerge(
                columns,
                ascending(),
                new Rows(columns.stream().map(Column::segment).toList(), MemorySegment.ofArray(merged), Integer.BYTES),
                new Rows(values, MemorySegment.ofArray(moved), Integer.BYTES))
                .run();
        int[] order = Reference.order(Column.of(keys), ascending());
        assertThat(Arrays.mismatch(moved, order)).as("first wrong value").isEqualTo(-1);
        assertThat(Arrays.mismatch(merged, Arrays.stream(order).map(i -> keys[i]).toArray()))
                .as("first wrong key")
                .isEqualTo(-1);
    }

    /** Memory that does not exist, and is not touched: an index in the longest run takes 62 bits, that of a fifth run 3. */
    @Test
    @SuppressWarnings("restricted")
    void refusesRunsWhoseIndexesDoNotFit() {
        Column longest = new Column(MemorySegment.ofAddress(0).reinterpret(1L << 61), KeyType.INT8);
        List<Column> runs = new ArrayList<>(Collections.nCopies(4, Column.of(new byte[0])));
        runs.add(longest);
        assertThatThrownBy(() -> new RunMerge(runs, ascending()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("5 runs, the longest of 2305843009213693952 keys, are more than can be merged");
        new RunMerge(runs.subList(1, 5), ascending());
    }

    @Test
    void takesAllMemoryBeforeItWrites() {
        Column odd = Column.of(new int[] {1, 3, 5});
        Column even = Column.of(new int[] {0, 2, 4});
        Rows rows = new Rows(
                List.of(odd.segment(), even.segment()), MemorySegment.ofArray(new int[6]), Integer.BYTES);
        RunMerge merge = new RunMerge(List.of(odd, even), ascending(), rows);
        HostMemory.watch(bytes -> {
            throw new OutOfMemoryError("planted");
        });
        try {
            merge.run();
            assertThatThrownBy(() -> new RunMerge(List.of(odd, even), ascending(), rows))
                    .isInstanceOf(OutOfMemoryError.class);
        } finally {
            HostMemory.watch(null);
        }
        assertThat(rows.to().toArray(ValueLayout.JAVA_INT)).containsExactly(0, 1, 2, 3, 4, 5);
    }
}
