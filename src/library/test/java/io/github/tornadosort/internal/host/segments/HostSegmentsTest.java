package io.github.tornadosort.internal.host.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments of all lengths, in one part and in several, must each equal the reference; other keys must not change. */
class HostSegmentsTest {
    private final HostBuffers buffers = new HostBuffers();

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    private void check(Column keys, int[] offsets, Order sortOrder) {
        int[] order = IntStream.range(0, (int) keys.size()).toArray();
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int begin = offsets[segment];
            int[] sorted = Reference.order(keys.range(begin, offsets[segment + 1]), sortOrder);
            for (int i = 0; i < sorted.length; i++) {
                order[begin + i] = begin + sorted[i];
            }
        }
        Column expected = Operation.at(keys, order);
        String what = "%s, %s, offsets %s".formatted(keys.type(), sortOrder, Arrays.toString(
                Arrays.copyOf(offsets, Math.min(9, offsets.length))));
        for (boolean heap : new boolean[] {true, false}) {
            Column alone = copy(keys, heap);
            HostSegments.sort(alone, offsets, offsets.length - 1, sortOrder, List.of(), buffers);
            assertThat(Operation.firstDifference(alone, expected)).as("alone, %s", what).isEqualTo(-1);

            Column moved = copy(keys, heap);
            int[] values = IntStream.range(0, order.length).toArray();
            Column narrow = KeyData.ofValues(KeyType.INT8, values);
            HostSegments.sort(moved, offsets, offsets.length - 1, sortOrder, List.of(Column.of(values), narrow), buffers);
            assertThat(Operation.firstDifference(moved, expected)).as("with values, %s", what).isEqualTo(-1);
            assertThat(Arrays.mismatch(values, order)).as("values, %s", what).isEqualTo(-1);
            assertThat(Operation.firstDifference(narrow, KeyData.ofValues(KeyType.INT8, order))).as(what).isEqualTo(-1);
        }
    }

    private static Column copy(Column keys, boolean heap) {
        if (heap) {
            return KeyData.copy(keys);
        }
        Column copy = new Column(Arena.ofAuto().allocate(Math.max(8, keys.segment().byteSize())), keys.type());
        copy.segment().asSlice(0, keys.segment().byteSize()).copyFrom(keys.segment());
        return copy.range(0, keys.size());
    }

    private static List<Order> orders(KeyType type) {
        return List.of(
                Order.ASCENDING,
                Order.DESCENDING,
                Order.DESCENDING.bits(1, type.bits() - 1));
    }

    @ParameterizedTest
    @EnumSource
    void shortSegments(KeyType type) {
        Column keys = KeyData.random(type, 60, 1);
        for (Order sortOrder : orders(type)) {
            check(keys, new int[] {3}, sortOrder);
            check(keys, new int[] {60}, sortOrder);
            check(keys, new int[] {0, 60}, sortOrder);
            check(keys, new int[] {1, 1, 2, 2, 2, 20, 57, 57}, sortOrder);
            check(KeyData.ofBits(type, new long[40]), new int[] {1, 20, 39}, sortOrder);
        }
    }

    /** Lengths around the ones from which the JDK sorts a segment, each segment by itself. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "INT64", "UINT64"})
    void segmentsOfEveryLength(KeyType type) {
        int lengths = HostPolicy.BRANCHLESS_INSERTION + 10;
        int[] offsets = IntStream.range(0, lengths).map(length -> length * (length - 1) / 2).toArray();
        for (Order sortOrder : List.of(Order.ASCENDING, Order.DESCENDING)) {
            check(KeyData.random(type, offsets[lengths - 1] + 1, 1), offsets, sortOrder);
        }
    }

    /** Returns offsets of segments of the lengths that a function of their index returns. */
    private static int[] offsets(int segments, IntUnaryOperator length) {
        int[] offsets = new int[segments + 1];
        offsets[0] = 3;
        for (int segment = 0; segment < segments; segment++) {
            offsets[segment + 1] = offsets[segment] + length.applyAsInt(segment);
        }
        return offsets;
    }

    /** Lengths around that of the longest segment that is sorted by insertion. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "FLOAT32", "INT64", "UINT64", "FLOAT64"})
    void segmentsOfFewKeys(KeyType type) {
        int most = HostPolicy.BRANCHLESS_INSERTION;
        for (int length = 0; length <= most + 2; length++) {
            checkKeys(type, offsets(130, length(length)));
        }
        checkKeys(type, offsets(300, segment -> segment % (most + 2)));
        checkKeys(type, offsets(300, segment -> segment % 50 == 0 ? 1000 : 10));
    }

    private static IntUnaryOperator length(int length) {
        return segment -> length;
    }

    /** Groups of segments with values, which keep the order of equal keys. */
    @ParameterizedTest
    @EnumSource
    void groupsOfSegmentsWithValues(KeyType type) {
        int lanes = 250;
        for (Order sortOrder : orders(type)) {
            for (int length : new int[] {1, 5, 16, 17, 24}) {
                check(ties(type, lanes * length + 5), offsets(lanes, length(length)), sortOrder);
            }
            int[] mixed = offsets(2 * lanes, segment -> segment % 30);
            check(ties(type, mixed[2 * lanes] + 2), mixed, sortOrder);
        }
    }

    /** Each allocation fails in turn: the keys are unchanged. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "FLOAT32", "INT64", "FLOAT64"})
    void groupsLoseNothingWhenMemoryRunsOut(KeyType type) {
        groupsLoseNothingWhenMemoryRunsOut(type, List.of());
        groupsLoseNothingWhenMemoryRunsOut(type, List.of(KeyData.random(KeyType.INT64, 2000, 1)));
    }

    private void groupsLoseNothingWhenMemoryRunsOut(KeyType type, List<Column> values) {
        int[] offsets = offsets(126, length(7));
        Column before = KeyData.ofValues(type, IntStream.range(0, 2000).map(i -> i * 7919 % 1000).toArray());
        int failures = 0;
        for (int allocation = 0, failed = 1; failed > 0; allocation++) {
            AtomicInteger left = new AtomicInteger(allocation);
            HostMemory.watch(bytes -> {
                if (bytes > 0 && left.getAndDecrement() == 0) {
                    throw new OutOfMemoryError("planted");
                }
            });
            Column keys = KeyData.copy(before);
            List<Column> moved = values.stream().map(KeyData::copy).toList();
            failed = 0;
            try {
                HostSegments.sort(keys, offsets, offsets.length - 1, Order.ASCENDING, moved, buffers);
            } catch (OutOfMemoryError e) {
                failed = 1;
                failures++;
                assertThat(Operation.firstDifference(keys, before)).isEqualTo(-1);
                for (int i = 0; i < moved.size(); i++) {
                    assertThat(Operation.firstDifference(moved.get(i), values.get(i))).isEqualTo(-1);
                }
            }
        }
        boolean inPlace = values.isEmpty() && !type.isFloat();
        assertThat(failures > 0).isEqualTo(!inPlace);
    }

    /** Random keys, equal keys, NaNs, and the greatest and smallest keys, in both directions. */
    private void checkKeys(KeyType type, int[] offsets) {
        int n = offsets[offsets.length - 1] + 2;
        long[] greatest = IntStream.range(0, n).mapToLong(i -> i % 3 == 0 ? -1L >>> 1 : i % 3 == 1 ? -1L : i).toArray();
        if (type.isFloat()) {
            long infinity = type == KeyType.FLOAT32 ? 0x7f800000L : 0x7ff0000000000000L;
            Arrays.setAll(greatest, i -> i % 3 == 0 ? infinity : i % 3 == 1 ? infinity | 1L << type.bits() - 1 : i);
        }
        long[] smallest = IntStream.range(0, n).mapToLong(i -> i % 2 == 0 ? 1L << type.bits() - 1 : -i).toArray();
        List<Column> columns = List.of(
                KeyData.random(type, n, n),
                KeyData.ofBits(type, new long[n]),
                KeyData.specials(type, n, 1),
                KeyData.ofValues(type, IntStream.range(0, n).map(i -> i * 7919 % 1000 - 500).toArray()),
                KeyData.ofBits(type, greatest),
                KeyData.ofBits(type, smallest));
        for (Column keys : columns) {
            for (Order sortOrder : List.of(Order.ASCENDING, Order.DESCENDING)) {
                Column expected = KeyData.copy(keys);
                for (int segment = 0; segment + 1 < offsets.length; segment++) {
                    Column part = expected.range(offsets[segment], offsets[segment + 1]);
                    JdkSort.sort(part, sortOrder.isDescending());
                }
                for (boolean heap : new boolean[] {true, false}) {
                    Column sorted = copy(keys, heap);
                    HostSegments.sort(sorted, offsets, offsets.length - 1, sortOrder, List.of(), buffers);
                    assertThat(Operation.firstDifference(sorted, expected))
                            .as("%s, %s, %d segments of %d", type, sortOrder, offsets.length - 1, offsets[1] - offsets[0])
                            .isEqualTo(-1);
                }
            }
        }
    }

    /** More keys than fit in a batch, and several parts, whose borders are within segments and between them. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "FLOAT64"})
    void manySegments(KeyType type) {
        int n = 4 * (1 << 14) + 5;
        for (int length : new int[] {7, 1 << 12, (1 << 12) + 1, 1 << 14}) {
            int[] offsets = IntStream.iterate(2, offset -> offset < n, offset -> offset + length).toArray();
            check(KeyData.random(type, n, length), offsets,
                    length % 2 == 0 ? Order.ASCENDING : Order.DESCENDING);
        }
    }

    /** Segments that all threads sort, next to segments that one thread sorts. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void longSegments(KeyType type) {
        int max = HostPolicy.SHARED;
        int[] offsets = {1, 5, 6 + max, 6 + max, 6 + 2 * max, 7 + 3 * max, 9 + 3 * max};
        check(KeyData.random(type, 10 + 3 * max, 1), offsets, Order.ASCENDING);
        check(ties(type, 10 + 3 * max), offsets, Order.DESCENDING);
    }

    /** Keys of which many are equal in their upper halves. */
    private static Column ties(KeyType type, int n) {
        return KeyData.ofBits(
                type,
                IntStream.range(0, n).mapToLong(i -> (long) (i % 5) << (type.bits() - 3) | i * 7919L % 1000).toArray());
    }

    @Test
    void theNextCallUsesTheSameMemory() {
        Column keys = KeyData.random(KeyType.INT32, 20_000, 1);
        List<Column> values = List.of(KeyData.random(KeyType.INT64, 20_000, 2));
        int[] offsets = {0, 10_000, 20_000};
        HostSegments.sort(keys, offsets, offsets.length - 1, Order.ASCENDING, values, buffers);
        List<Long> large = new ArrayList<>();
        HostMemory.watch(bytes -> {
            if (bytes > 20_000) {
                synchronized (large) {
                    large.add(bytes);
                }
            }
        });
        HostSegments.sort(keys, offsets, offsets.length - 1, Order.ASCENDING, values, buffers);
        assertThat(large).isEmpty();
    }
}
