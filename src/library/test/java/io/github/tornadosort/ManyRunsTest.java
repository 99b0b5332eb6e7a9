package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.merge.RunMerge.Rows;
import io.github.tornadosort.reference.Reference;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a merge of more runs than 16 bits can number. */
@Tag("slow")
class ManyRunsTest {
    /** Run i % 2^16 and run i would have the same index if it had 16 bits. */
    @Test
    void mergesMoreRunsThan16BitsCanNumber() {
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
                Order.ASCENDING,
                Column.of(merged),
                new Rows(values, MemorySegment.ofArray(moved), Integer.BYTES))
                .run();
        int[] order = Reference.order(Column.of(keys), Order.ASCENDING);
        assertThat(Arrays.mismatch(moved, order)).as("first wrong value").isEqualTo(-1);
        assertThat(Arrays.mismatch(merged, Arrays.stream(order).map(i -> keys[i]).toArray()))
                .as("first wrong key")
                .isEqualTo(-1);
    }
}
