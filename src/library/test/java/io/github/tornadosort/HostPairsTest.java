package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.order.ColumnKey;
import io.github.tornadosort.reference.GuardedColumn;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sorts of pairs, argsort and lexsort on the host against the reference. */
@Tag("slow")
class HostPairsTest {
    /** Lengths around those at which the sort changes: insertion, one thread, several threads. */
    private static final int[] SMALL = {0, 1, 2, 3, 12, 13, 16, 17, 32, 33, 110, 1000};

    private static final int[] LARGE = {2000, 1 << 15};
    private static final List<KeyType> VALUES = List.of(KeyType.INT8, KeyType.UINT16, KeyType.FLOAT32, KeyType.INT64);

    private final HostBuffers buffers = new HostBuffers();

    private static List<Order> orders(KeyType type) {
        return List.of(
                Order.ASCENDING,
                Order.DESCENDING,
                Order.ASCENDING.bits(2, type.bits() - 1),
                Order.DESCENDING.bits(type.bits() / 2, Order.ALL_BITS),
                Order.ASCENDING.bits(3, 3));
    }

    @ParameterizedTest
    @EnumSource
    void sortsFewKeysOfAnyDistribution(KeyType type) {
        for (Map.Entry<String, IntFunction<Column>> input : KeyInputs.of(type).entrySet()) {
            for (int n : SMALL) {
                check(input.getValue().apply(n), orders(type), input.getKey());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void sortsManyKeys(KeyType type) {
        for (int n : LARGE) {
            check(KeyData.random(type, n, n), orders(type), "random");
            check(KeyInputs.of(type).get("clusters").apply(n), orders(type), "clusters");
        }
        // Buckets that are sorted with longer digits.
        check(KeyData.random(type, 1 << 17, 1), Order.DESCENDING, "2^17 random keys");
    }

    /** Signed and unsigned keys of a width differ in a bit that is flipped: one has every other input, the other the rest. */
    @ParameterizedTest
    @EnumSource
    void sortsManyKeysOfAnyDistribution(KeyType type) {
        int number = type.ordinal();
        for (Map.Entry<String, IntFunction<Column>> input : KeyInputs.of(type).entrySet()) {
            if (type.isFloat() || number++ % 2 == 0) {
                check(input.getValue().apply(40_000), List.of(Order.ASCENDING), input.getKey());
            }
        }
    }

    private void check(Column keys, List<Order> orders, String name) {
        for (Order order : orders) {
            check(keys, order, "%d keys, %s, %s".formatted(keys.size(), name, order));
        }
    }

    private void check(Column keys, Order sortOrder, String what) {
        int[] order = Reference.order(keys, sortOrder);
        Column expected = Operation.at(keys, order);
        GuardedColumn sorted = GuardedColumn.copy(keys);
        assertThat(Arrays.mismatch(HostPairs.argsort(sorted.keys(), sortOrder, buffers), order)).as(what).isEqualTo(-1);
        sorted.requireHolds(keys, what);
        HostPairs.sort(sorted.keys(), sortOrder, buffers);
        sorted.requireHolds(expected, what);
        // Many keys of each type move with values of one width, few keys with all.
        List<KeyType> valueTypes = order.length > 1000 ? List.of(VALUES.get(keys.type().ordinal() % VALUES.size())) : VALUES;
        for (KeyType type : valueTypes) {
            // One more value than keys, which must keep its index.
            Column values = KeyData.random(type, order.length + 1, 7);
            Column expectedValues = Operation.at(values, withLast(order));
            GuardedColumn movedKeys = GuardedColumn.copy(keys);
            GuardedColumn moved = GuardedColumn.copy(values);
            HostPairs.sort(movedKeys.keys(), moved.keys(), sortOrder, buffers);
            movedKeys.requireHolds(expected, what);
            moved.requireHolds(expectedValues, what + ", values " + type);
        }
        Integer[] objects = IntStream.rangeClosed(0, order.length).boxed().toArray(Integer[]::new);
        GuardedColumn movedKeys = GuardedColumn.copy(keys);
        HostPairs.sort(movedKeys.keys(), objects, sortOrder, buffers);
        movedKeys.requireHolds(expected, what);
        int[] asInts = Arrays.stream(objects).mapToInt(Integer::intValue).toArray();
        assertThat(Arrays.mismatch(asInts, withLast(order))).as(what).isEqualTo(-1);
    }

    private static int[] withLast(int[] order) {
        int[] all = Arrays.copyOf(order, order.length + 1);
        all[order.length] = order.length;
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void sortsNativeMemoryAtAnyAlignment(KeyType type) {
        for (int n : new int[] {10, 1000, 1 << 16}) {
            // Many of these keys tie in their upper bits, so that their lower bits are read again.
            Column keys = KeyInputs.of(type).get("clusters").apply(n);
            int[] values = IntStream.range(0, n).toArray();
            int[] order = Reference.order(keys, Order.ASCENDING);
            for (boolean shared : new boolean[] {false, true}) {
                try (Arena arena = shared ? Arena.ofShared() : Arena.ofConfined()) {
                    long bytes = keys.segment().byteSize();
                    Column copy = new Column(arena.allocate(bytes + 1).asSlice(1, bytes), type);
                    copy.segment().copyFrom(keys.segment());
                    MemorySegment bytesOfValues = MemorySegment.ofArray(new byte[4 * n + 3]).asSlice(3);
                    Column moved = new Column(bytesOfValues, KeyType.INT32);
                    moved.segment().copyFrom(MemorySegment.ofArray(values));
                    HostPairs.sort(copy, moved, Order.ASCENDING, buffers);
                    assertThat(Operation.firstDifference(copy, Operation.at(keys, order))).isEqualTo(-1);
                    assertThat(Arrays.mismatch(moved.toIntArray(), order)).isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void saysWhetherKeysWereSorted() {
        for (int n : new int[] {0, 1, 10, 1 << 16}) {
            int[] keys = IntStream.range(0, n).toArray();
            assertThat(HostPairs.sort(Column.of(keys), Column.of(keys.clone()), Order.ASCENDING, buffers))
                    .isFalse();
            assertThat(HostPairs.sort(Column.of(keys), Column.of(keys.clone()), Order.DESCENDING, buffers))
                    .isEqualTo(n > 1);
        }
    }

    /** Rows that are equal in many bits, so that the first bits leave runs of all lengths. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 500, 100_000})
    void lexsortComparesAllBitsOfAllKeys(int distinct) {
        int n = 150_000;
        SplittableRandom random = new SplittableRandom(distinct);
        // The values of a key are far apart: they have many bits, of which the upper ones are often equal.
        long[] spread = random.longs(distinct).toArray();
        long[] primary = new long[n];
        long[] secondary = new long[n];
        double[] last = new double[n];
        for (int i = 0; i < n; i++) {
            primary[i] = spread[random.nextInt(distinct)];
            secondary[i] = random.nextInt(3) - 1 + (random.nextInt(distinct) == 0 ? Long.MIN_VALUE : 0);
            last[i] = random.nextInt(4) == 0 ? Double.NaN : random.nextInt(100) / 8.0 - 3;
        }
        List<ColumnKey> keys = List.of(
                new ColumnKey(Column.of(last), Order.DESCENDING),
                new ColumnKey(Column.of(secondary).unsigned(), Order.ASCENDING),
                new ColumnKey(Column.of(primary), Order.ASCENDING));

        int[] order = HostPairs.lexsort(keys, buffers);

        Integer[] expected = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(expected, Comparator.<Integer>comparingLong(i -> primary[i])
                .thenComparing((a, b) -> Long.compareUnsigned(secondary[a], secondary[b]))
                .thenComparing((a, b) -> Double.compare(last[b], last[a])));
        assertThat(order).isEqualTo(Arrays.stream(expected).mapToInt(i -> i).toArray());
        // Sorted rows stay as they are.
        List<ColumnKey> sorted = keys.stream().map(key -> new ColumnKey(inOrder(key.keys(), order), key.order())).toList();
        assertThat(HostPairs.lexsort(sorted, buffers)).isEqualTo(IntStream.range(0, n).toArray());
    }

    private static Column inOrder(Column keys, int[] order) {
        Column sorted = Column.allocate(keys.type(), order.length);
        for (int i = 0; i < order.length; i++) {
            MemorySegment.copy(keys.segment(), 8L * order[i], sorted.segment(), 8L * i, 8);
        }
        return sorted;
    }
}
