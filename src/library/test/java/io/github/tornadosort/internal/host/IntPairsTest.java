package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.conformance.KeyData;
import io.github.tornadosort.internal.conformance.Operation;
import io.github.tornadosort.internal.conformance.Reference;
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

/** Sorts of 32-bit keys that move with 32 bits, around the lengths at which the sort changes. */
class IntPairsTest {
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

    private IntPairs.Result sort(Column keys, Column values, SortOptions options) {
        try (IntPairs pairs = new IntPairs(keys, options, buffers)) {
            return pairs.sort(values);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "FLOAT32"})
    void sortsKeysWithValues(KeyType type) {
        for (int n : LENGTHS) {
            // Numbers only: a sort of NaNs with values is refused.
            Column keys = KeyData.ofValues(type, KeyData.random(KeyType.INT32, n, n).toIntArray());
            for (SortOptions options : List.of(SortOptions.ascending(), SortOptions.descending())) {
                int[] order = Reference.order(keys, options);
                for (boolean heap : new boolean[] {true, false}) {
                    Column sorted = copy(keys, heap);
                    Column values = copy(Column.of(IntStream.range(0, n).toArray()), heap);
                    boolean unchanged = Arrays.equals(order, IntStream.range(0, n).toArray());
                    assertThat(sort(sorted, values, options))
                            .isEqualTo(unchanged ? IntPairs.Result.UNCHANGED : IntPairs.Result.SORTED);
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
            for (SortOptions options : List.of(
                    SortOptions.ascending(),
                    SortOptions.builder().bits(20, 31).build(),
                    SortOptions.builder().descending().bits(30, 32).build())) {
                int[] order = Reference.order(keys, options);
                boolean isSorted = Arrays.equals(order, IntStream.range(0, n).toArray());
                for (boolean heap : new boolean[] {true, false}) {
                    Column sorted = copy(keys, heap);
                    try (IntPairs pairs = new IntPairs(sorted, options, buffers)) {
                        assertThat(pairs.sort()).isEqualTo(!isSorted);
                    }
                    assertThat(Operation.firstDifference(sorted, Operation.at(keys, order))).isEqualTo(-1);
                    int[] indices = new int[n];
                    try (IntPairs pairs = new IntPairs(copy(keys, heap), options, buffers)) {
                        pairs.argsort(indices);
                    }
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
            assertThat(sort(Column.of(keys), Column.of(values), SortOptions.ascending())).isEqualTo(IntPairs.Result.SORTED);
            assertThat(keys).isSorted();
            assertThat(values).isEqualTo(keys);
        }
        int[] sorted = IntStream.range(0, 33_000).map(i -> i / 3).toArray();
        assertThat(sort(Column.of(sorted), Column.of(sorted.clone()), SortOptions.ascending()))
                .isEqualTo(IntPairs.Result.UNCHANGED);
    }

    /** A NaN comes last, or first in descending order. Positive infinity is next to it. */
    @Test
    void refusesNaNsUnlessTheKeysAreSorted() {
        float[] numbers = {1, Float.POSITIVE_INFINITY, -Float.MAX_VALUE, -0f, 0};
        float[] withNaN = {1, Float.NaN, -1};
        for (SortOptions options : List.of(SortOptions.ascending(), SortOptions.descending())) {
            assertThat(sort(Column.of(numbers.clone()), Column.of(new int[5]), options)).isEqualTo(IntPairs.Result.SORTED);
            float[] kept = withNaN.clone();
            int[] values = {1, 2, 3};
            assertThat(sort(Column.of(kept), Column.of(values), options)).isEqualTo(IntPairs.Result.CONTAINS_NAN);
            assertThat(kept).containsExactly(withNaN);
            assertThat(values).containsExactly(1, 2, 3);
        }
        assertThat(sort(Column.of(new float[] {1, Float.NaN}), Column.of(new int[2]), SortOptions.ascending()))
                .isEqualTo(IntPairs.Result.UNCHANGED);
        assertThat(sort(Column.of(new int[] {2, -1, Integer.MIN_VALUE}), Column.of(new int[3]), SortOptions.ascending()))
                .as("the integers with the smallest and the largest bits")
                .isEqualTo(IntPairs.Result.SORTED);
    }

    @Test
    void keysAreWholeIfAllTheirBitsAreCompared() {
        Column ints = Column.of(new int[1]);
        assertThat(IntPairs.areWhole(ints, SortOptions.ascending())).isTrue();
        assertThat(IntPairs.areWhole(ints, SortOptions.builder().bits(0, 31).build())).isFalse();
        assertThat(IntPairs.areWhole(Column.of(new long[1]), SortOptions.ascending())).isFalse();
    }

    @Test
    void closingGivesTheMemoryBack() {
        int[] keys = KeyData.random(KeyType.INT32, 10_000, 1).toIntArray();
        sort(copy(Column.of(keys), false), copy(Column.of(keys), false), SortOptions.ascending());
        AtomicInteger allocated = new AtomicInteger();
        HostMemory.watch(bytes -> {
            if (bytes > 32_768) {
                allocated.incrementAndGet();
            }
        });
        sort(copy(Column.of(keys), false), copy(Column.of(keys), false), SortOptions.ascending());
        assertThat(allocated).hasValue(0);
    }
}
