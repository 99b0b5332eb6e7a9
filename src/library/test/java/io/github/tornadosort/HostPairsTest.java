package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.conformance.GuardedColumn;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.ColumnKey;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
    private static final int[] SMALL = {0, 1, 2, 3, 8, 10, 12, 13, 16, 17, 31, 32, 33, 44, 110, 1000};

    private static final int[] LARGE = {2000, 1 << 15};

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
        for (KeyType type : List.of(KeyType.INT8, KeyType.UINT16, KeyType.FLOAT32, KeyType.INT64)) {
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

    @Test
    void ordersRowsBySeveralKeys() {
        for (int n : new int[] {1, 10, 1000, 1 << 16}) {
            Column minor = KeyData.random(KeyType.INT8, n, 1);
            Column middle = KeyInputs.of(KeyType.FLOAT64).get("clusters").apply(n);
            Column major = KeyData.ofValues(KeyType.INT32, IntStream.range(0, n).map(i -> i * 7 % 5).toArray());
            List<ColumnKey> keys = List.of(
                    new ColumnKey(minor, Order.ASCENDING),
                    new ColumnKey(middle, Order.DESCENDING),
                    new ColumnKey(major, Order.ASCENDING));
            int[][] ranks = keys.stream().map(HostPairsTest::ranks).toArray(int[][]::new);
            int[] expected = Reference.order(n, (a, b) -> {
                int byMajor = Integer.compare(ranks[2][a], ranks[2][b]);
                int byMiddle = byMajor != 0 ? byMajor : Integer.compare(ranks[1][a], ranks[1][b]);
                return byMiddle != 0 ? byMiddle : Integer.compare(ranks[0][a], ranks[0][b]);
            });
            assertThat(Arrays.mismatch(HostPairs.lexsort(keys, buffers), expected)).isEqualTo(-1);
        }
    }

    /** Returns a number per row that is smaller for a smaller key, and equal for equal keys. */
    private static int[] ranks(ColumnKey key) {
        long[] bits = KeyData.bits(key.keys());
        var comparator = Reference.comparator(key.keys().type(), key.order());
        int[] order = Reference.order(key.keys(), key.order());
        int[] ranks = new int[order.length];
        for (int i = 1; i < order.length; i++) {
            boolean equal = comparator.compare(bits[order[i - 1]], bits[order[i]]) == 0;
            ranks[order[i]] = ranks[order[i - 1]] + (equal ? 0 : 1);
        }
        return ranks;
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "UINT8", "INT64"})
    void eachAllocationFailsInTurn(KeyType type) {
        for (int n : new int[] {20, 1000, 1 << 16}) {
            Column keys = KeyInputs.of(type).get("clusters").apply(n);
            for (KeyType valueType : List.of(KeyType.INT16, KeyType.INT32, KeyType.INT64)) {
                failEach(keys, KeyData.random(valueType, n, 5));
            }
        }
    }

    private void failEach(Column keys, Column values) {
        int[] order = Reference.order(keys, Order.ASCENDING);
        Column expectedKeys = Operation.at(keys, order);
        Column expectedValues = Operation.at(values, order);
        boolean failed = true;
        for (int at = 0; failed; at++) {
            Column movedKeys = KeyData.copy(keys);
            Column movedValues = KeyData.copy(values);
            Integer[] objects = IntStream.range(0, order.length).boxed().toArray(Integer[]::new);
            failed = failsAt(at, fresh -> HostPairs.sort(movedKeys, movedValues, Order.ASCENDING, fresh));
            assertHolds(movedKeys, failed ? keys : expectedKeys);
            assertHolds(movedValues, failed ? values : expectedValues);
            Column withObjects = KeyData.copy(keys);
            boolean objectsFailed =
                    failsAt(at, fresh -> HostPairs.sort(withObjects, objects, Order.ASCENDING, fresh));
            assertHolds(withObjects, objectsFailed ? keys : expectedKeys);
            assertThat(objects[0]).isEqualTo(objectsFailed ? 0 : order[0]);
            Column alone = KeyData.copy(keys);
            Order upper = Order.ASCENDING.bits(keys.type().bits() / 2, Order.ALL_BITS);
            boolean aloneFailed = failsAt(at, fresh -> HostPairs.sort(alone, upper, fresh));
            assertHolds(alone, aloneFailed ? keys : Operation.at(keys, Reference.order(keys, upper)));
            failed = failed || objectsFailed || aloneFailed;
        }
    }

    private static void assertHolds(Column actual, Column expected) {
        assertThat(Operation.firstDifference(actual, expected)).isEqualTo(-1);
    }

    /** Runs an operation whose allocation with this number fails, in new buffers; returns whether the operation failed. */
    private static boolean failsAt(int allocation, Consumer<HostBuffers> operation) {
        AtomicInteger seen = new AtomicInteger();
        HostMemory.watch(bytes -> {
            if (seen.getAndIncrement() == allocation) {
                throw new OutOfMemoryError("planted");
            }
        });
        try (HostBuffers fresh = new HostBuffers()) {
            operation.accept(fresh);
            return false;
        } catch (OutOfMemoryError e) {
            assertThat(e).hasMessage("planted");
            return true;
        } finally {
            HostMemory.watch(null);
        }
    }

    @Test
    void severalThreadsSortAtOnce() throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> sorts = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int seed = thread;
                sorts.add(threads.submit(() -> {
                    for (int n : new int[] {10, 1000, 50_000, 1 << 17, 10, 60_000}) {
                        KeyType type = KeyType.values()[(n + seed) % KeyType.values().length];
                        Column keys = KeyData.random(type, n, seed);
                        int[] values = IntStream.range(0, n).toArray();
                        int[] order = Reference.order(keys, Order.ASCENDING);
                        assertThat(HostPairs.argsort(keys, Order.ASCENDING, buffers)).isEqualTo(order);
                        HostPairs.sort(keys, Column.of(values), Order.ASCENDING, buffers);
                        assertThat(values).isEqualTo(order);
                    }
                }));
            }
            for (Future<?> sort : sorts) {
                sort.get();
            }
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
