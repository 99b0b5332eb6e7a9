package io.github.tornadosort.internal.host.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorts of 32-bit keys that move with 32 bits, and are packed with them, around the lengths at which the sort changes. */
class NarrowPairsTest {
    /** Insertion, one tile and several, one part and several. */
    private static final int[] LENGTHS = {1, 2, 24, 25, 1023, 1024, 1025, 33_000};

    private final HostBuffers buffers = new HostBuffers();

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    private static Column copy(Column keys, boolean heap) {
        if (heap) {
            return KeyData.copy(keys);
        }
        MemorySegment memory = Arena.ofAuto().allocate(keys.segment().byteSize() + 1).asSlice(1);
        return new Column(memory.copyFrom(keys.segment()), keys.type());
    }

    private boolean sort(Column keys, Column values, Order sortOrder) {
        return HostPairs.sort(keys, values, sortOrder, buffers);
    }

    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "FLOAT32"})
    void sortsKeysWithValues(KeyType type) {
        for (int n : LENGTHS) {
            Column keys = KeyData.ofValues(type, KeyData.random(KeyType.INT32, n, n).toIntArray());
            for (Order sortOrder : List.of(Order.ASCENDING, Order.DESCENDING)) {
                int[] order = Reference.order(keys, sortOrder);
                for (boolean heap : new boolean[] {true, false}) {
                    Column sorted = copy(keys, heap);
                    Column values = copy(Column.of(IntStream.range(0, n).toArray()), heap);
                    boolean unchanged = Arrays.equals(order, IntStream.range(0, n).toArray());
                    assertThat(sort(sorted, values, sortOrder)).isEqualTo(!unchanged);
                    assertThat(Operation.firstDifference(sorted, Operation.at(keys, order))).isEqualTo(-1);
                    assertThat(Arrays.mismatch(values.toIntArray(), order)).isEqualTo(-1);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "FLOAT32"})
    void sortsKeysBySomeBits(KeyType type) {
        for (int n : LENGTHS) {
            Column keys = type.isFloat() ? KeyData.specials(type, n, n) : KeyData.random(type, n, n);
            for (Order sortOrder : List.of(
                    Order.ASCENDING,
                    Order.ASCENDING.bits(20, 31),
                    Order.DESCENDING.bits(30, 32))) {
                int[] order = Reference.order(keys, sortOrder);
                boolean isSorted = Arrays.equals(order, IntStream.range(0, n).toArray());
                for (boolean heap : new boolean[] {true, false}) {
                    Column sorted = copy(keys, heap);
                    assertThat(HostPairs.sort(sorted, sortOrder, buffers)).isEqualTo(!isSorted);
                    assertThat(Operation.firstDifference(sorted, Operation.at(keys, order))).isEqualTo(-1);
                    int[] indices = HostPairs.argsort(copy(keys, heap), sortOrder, buffers);
                    assertThat(Arrays.mismatch(indices, order)).isEqualTo(-1);
                }
            }
        }
    }

    /** A single descent, at each index where a tile or a part begins. */
    @Test
    void noticesEachDescent() {
        for (int descent : new int[] {1, 1023, 1024, 1025, 16_500, 32_999}) {
            int[] keys = IntStream.range(0, 33_000).map(i -> i == descent ? i - 2 : i).toArray();
            int[] values = keys.clone();
            assertThat(sort(Column.of(keys), Column.of(values), Order.ASCENDING)).isTrue();
            assertThat(keys).isSorted();
            assertThat(values).isEqualTo(keys);
        }
        int[] sorted = IntStream.range(0, 33_000).map(i -> i / 3).toArray();
        assertThat(sort(Column.of(sorted), Column.of(sorted.clone()), Order.ASCENDING)).isFalse();
    }

    /** A NaN comes last, or first in descending order. Positive infinity is next to it. NaNs keep their bits and their order. */
    @Test
    void keepsNaNs() {
        int[] nans = {0x7fc00001, 0xffc00002, 0x7f800003};
        for (Order sortOrder : List.of(Order.ASCENDING, Order.DESCENDING)) {
            for (int n : new int[] {5, 100, 40_000}) {
                int[] bits = new int[n];
                for (int i = 0; i < n; i++) {
                    bits[i] = i % 3 == 0
                            ? nans[i / 3 % 3]
                            : Float.floatToRawIntBits(i % 3 == 1 ? Float.POSITIVE_INFINITY : -i);
                }
                Column keys = Column.of(bits).as(KeyType.FLOAT32);
                int[] order = Reference.order(keys, sortOrder);
                Column sorted = KeyData.copy(keys);
                int[] values = IntStream.range(0, n).toArray();
                assertThat(sort(sorted, Column.of(values), sortOrder)).isTrue();
                assertThat(Operation.firstDifference(sorted, Operation.at(keys, order))).isEqualTo(-1);
                assertThat(values).isEqualTo(order);
            }
        }
        assertThat(sort(Column.of(new float[] {1, Float.NaN}), Column.of(new int[2]), Order.ASCENDING)).isFalse();
        assertThat(sort(Column.of(new int[] {2, -1, Integer.MIN_VALUE}), Column.of(new int[3]), Order.ASCENDING))
                .as("the integers with the smallest and the largest bits")
                .isTrue();
    }

    @Test
    void closingGivesTheMemoryBack() {
        int[] keys = KeyData.random(KeyType.INT32, 10_000, 1).toIntArray();
        sort(copy(Column.of(keys), false), copy(Column.of(keys), false), Order.ASCENDING);
        AtomicInteger allocated = new AtomicInteger();
        HostMemory.watch(bytes -> {
            if (bytes > 32_768) {
                allocated.incrementAndGet();
            }
        });
        sort(copy(Column.of(keys), false), copy(Column.of(keys), false), Order.ASCENDING);
        assertThat(allocated).hasValue(0);
    }
}
