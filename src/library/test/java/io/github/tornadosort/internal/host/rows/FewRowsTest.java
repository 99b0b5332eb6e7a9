package io.github.tornadosort.internal.host.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.order.OrderedKeys;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of short columns, of every length, with many ties. */
class FewRowsTest {
    private final HostBuffers buffers = new HostBuffers();

    /** Keys of both signs, of which many are equal. */
    private static int[] keys(int n, int bound) {
        return new SplittableRandom(n).ints(n, -bound, bound).toArray();
    }

    @Test
    void pairsOfIntsAreSortedStably() {
        for (int n = 0; n <= FewRows.MAX + 1; n++) {
            for (int bound : new int[] {1, 5, Integer.MAX_VALUE}) {
                for (KeyType type : List.of(KeyType.INT32, KeyType.UINT32)) {
                    for (Order sortOrder : List.of(Order.ASCENDING, Order.DESCENDING)) {
                        checkPairs(keys(n + 2, bound), n, type, sortOrder);
                    }
                }
            }
        }
    }

    private void checkPairs(int[] all, int n, KeyType type, Order sortOrder) {
        int[] values = IntStream.range(0, n + 2).toArray();
        Column keys = Column.of(all).as(type).range(1, n + 1);
        int[] before = all.clone();
        OrderedKeys ordered = new OrderedKeys(Column.of(before).as(type), sortOrder);
        boolean moved = HostPairs.sort(keys, Column.of(values).range(1, n + 1), sortOrder, buffers);
        boolean sorted = true;
        for (int i = 1; i <= n; i++) {
            assertThat(all[i]).as("key %d of %d", i, n).isEqualTo(before[values[i]]);
            sorted &= values[i] == i;
            if (i > 1) {
                long left = ordered.at(values[i - 1]);
                long right = ordered.at(values[i]);
                assertThat(left < right || left == right && values[i - 1] < values[i]).as("row %d of %d", i, n).isTrue();
            }
        }
        assertThat(moved).isEqualTo(!sorted);
        assertThat(new int[] {all[0], all[n + 1], values[0], values[n + 1]})
                .isEqualTo(new int[] {before[0], before[n + 1], 0, n + 1});
    }

    /** Keys of every width; longs also with ties in all but their lowest bits. */
    @Test
    void indicesAreSortedStably() {
        for (int n = 0; n <= FewRows.MAX; n++) {
            for (KeyType type : KeyType.values()) {
                for (int bound : new int[] {1, 4, 100}) {
                    Column keys = Column.allocate(type, n);
                    int[] numbers = keys(n, bound);
                    for (int i = 0; i < n; i++) {
                        switch (type.bytes()) {
                            case 1 -> keys.segment().set(ValueLayout.JAVA_BYTE, i, (byte) numbers[i]);
                            case 2 -> keys.segment().set(Layouts.SHORT, 2L * i, (short) numbers[i]);
                            case 4 -> keys.segment().set(Layouts.INT, 4L * i, numbers[i]);
                            default -> keys.segment().set(Layouts.LONG, 8L * i, numbers[i]);
                        }
                    }
                    checkIndices(keys, Order.ASCENDING);
                }
            }
        }
    }

    /** Keys within an array, in both directions, and compared by some of their bits. */
    @Test
    void indicesOfIntsWithinAnArrayAreSortedStably() {
        for (int n = 0; n <= FewRows.MAX; n++) {
            for (KeyType type : List.of(KeyType.INT32, KeyType.UINT32, KeyType.FLOAT32)) {
                Column keys = Column.of(keys(n + 5, 6)).as(type).range(3, n + 3);
                for (Order sortOrder : List.of(
                        Order.ASCENDING, Order.DESCENDING, Order.ASCENDING.bits(1, 31))) {
                    checkIndices(keys, sortOrder);
                }
            }
        }
    }

    private void checkIndices(Column keys, Order sortOrder) {
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        int[] order = HostPairs.argsort(keys, sortOrder, buffers);
        assertThat(order).hasSize((int) keys.size());
        for (int i = 1; i < order.length; i++) {
            long left = ordered.at(order[i - 1]);
            long right = ordered.at(order[i]);
            assertThat(left < right || left == right && order[i - 1] < order[i]).as("%s, %s, row %d", keys, sortOrder, i)
                    .isTrue();
        }
    }
}
