package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.host.segments.HostSegments;
import io.github.tornadosort.internal.host.select.HostTopK;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests sorts of segments, runs and the first k keys on the host against the reference, in all kinds of memory. */
class HostOperationsTest {
    private static final HostBuffers BUFFERS = new HostBuffers();

    /** Where keys are. */
    @SuppressWarnings("ImmutableEnumChecker")
    private enum Memory {
        ARRAY(KeyData::copy),
        /** Part of a longer array. */
        SLICE(keys -> {
            Column slice = KeyData.ofZeros(keys.type(), (int) keys.size() + 9).range(5, 5 + keys.size());
            slice.segment().copyFrom(keys.segment());
            return slice;
        }),
        /** An array of bytes, in which keys are not aligned. */
        BYTES(keys -> in(MemorySegment.ofArray(new byte[(int) keys.segment().byteSize() + 1]), keys)),
        NATIVE(keys -> in(Arena.ofAuto().allocate(keys.segment().byteSize() + 1, 8), keys)),
        /** Only the calling thread may access the keys. */
        CONFINED(keys -> in(Arena.ofConfined().allocate(keys.segment().byteSize() + 1, 8), keys));

        private final UnaryOperator<Column> copy;

        Memory(UnaryOperator<Column> copy) {
            this.copy = copy;
        }

        /** Copies keys to memory, from its second byte on. */
        private static Column in(MemorySegment memory, Column keys) {
            return new Column(memory.asSlice(1).copyFrom(keys.segment()), keys.type());
        }

        Column copy(Column keys) {
            return copy.apply(keys);
        }
    }

    static Stream<Arguments> typesAndMemory() {
        return Stream.of(KeyType.values())
                .flatMap(type -> Stream.of(Memory.values()).map(memory -> Arguments.of(type, memory)));
    }

    private static List<Order> orders(KeyType type) {
        return List.of(
                Order.ASCENDING,
                Order.DESCENDING,
                Order.ASCENDING.bits(1, type.bits() - 1),
                Order.DESCENDING.bits(3, 7));
    }

    /** Random keys, keys of which many are equal, and keys that are equal in their upper halves. */
    private static List<Column> inputs(KeyType type, int n) {
        Column few = KeyData.ofBits(type, new SplittableRandom(n).longs(n, 0, 5).map(bits -> bits << 5).toArray());
        Column random = type.isFloat() && n % 2 == 0 ? KeyData.specials(type, n, n) : KeyData.random(type, n, n);
        return List.of(random, few, KeyInputs.of(type).get("clusters").apply(n));
    }

    // ---- segments

    /** Segments of the given lengths, over and over, with keys before the first one and after the last one. */
    private static int[] offsets(int n, int... lengths) {
        List<Integer> offsets = new ArrayList<>(List.of(Math.min(2, n)));
        for (int i = 0; offsets.getLast() + lengths[i % lengths.length] < n; i++) {
            offsets.add(offsets.getLast() + lengths[i % lengths.length]);
        }
        return offsets.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int[] order(Column keys, int[] offsets, Order sortOrder) {
        int[] order = IntStream.range(0, (int) keys.size()).toArray();
        for (int s = 0; s + 1 < offsets.length; s++) {
            int begin = offsets[s];
            int[] sorted = Reference.order(keys.range(begin, offsets[s + 1]), sortOrder);
            for (int i = 0; i < sorted.length; i++) {
                order[begin + i] = begin + sorted[i];
            }
        }
        return order;
    }

    private static void checkSegments(Column input, Memory memory, int[] offsets, Order sortOrder) {
        String what = input.type() + ", " + memory + ", " + sortOrder + ", " + offsets.length + " offsets, " + input.size();
        int[] order = order(input, offsets, sortOrder);
        Column expected = Operation.at(input, order);
        Column alone = memory.copy(input);
        HostSegments.sort(alone, offsets, offsets.length - 1, sortOrder, List.of(), BUFFERS);
        assertThat(Operation.firstDifference(alone, expected)).as("first wrong key, %s", what).isEqualTo(-1);

        Column keys = memory.copy(input);
        Column bytes = KeyData.ofBits(KeyType.INT8, LongStream.range(0, keys.size()).toArray());
        Column longs = memory.copy(KeyData.ofBits(KeyType.INT64, LongStream.range(0, keys.size()).toArray()));
        List<Column> values = List.of(memory.copy(bytes), longs);
        HostSegments.sort(keys, offsets, offsets.length - 1, sortOrder, values, BUFFERS);
        assertThat(Operation.firstDifference(keys, expected)).as("first wrong key, %s", what).isEqualTo(-1);
        assertThat(Operation.firstDifference(values.get(0), Operation.at(bytes, order))).as("byte, %s", what).isEqualTo(-1);
        assertThat(KeyData.bits(longs)).as("values, %s", what)
                .isEqualTo(Arrays.stream(order).asLongStream().toArray());
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("typesAndMemory")
    void segmentsAreSortedEachByItself(KeyType type, Memory memory) {
        for (Order sortOrder : orders(type)) {
            for (int n : new int[] {0, 1, 2, 7, 500}) {
                for (Column input : inputs(type, n)) {
                    checkSegments(input, memory, offsets(n, 3, 0, 0, 1, 20), sortOrder);
                }
            }
            checkSegments(inputs(type, 700).getFirst(), memory, new int[] {3}, sortOrder);
            checkSegments(inputs(type, 700).getFirst(), memory, new int[] {0, 700}, sortOrder);
        }
    }

    /** Several parts, batches that end within a part, and segments that all threads sort. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource(Memory.class)
    void manySegmentsAndLongOnes(Memory memory) {
        KeyType type = List.of(KeyType.UINT8, KeyType.INT32, KeyType.FLOAT64).get(memory.ordinal() % 3);
        for (Order order : orders(type).subList(0, 3)) {
            Column input = inputs(type, 100_000).getFirst();
            checkSegments(input, memory, offsets(100_000, 5, 0, 33, 4090, 7), order);
            checkSegments(input, memory, offsets(100_000, 40_000, 9, 0, 5000), order);
        }
    }

    // ---- the first k keys

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("typesAndMemory")
    void theFirstKeysAreThoseOfTheSortedOrder(KeyType type, Memory memory) {
        for (Order sortOrder : orders(type)) {
            for (int n : new int[] {0, 1, 10, 1000, 6000}) {
                for (Column input : inputs(type, n)) {
                    int[] order = Reference.order(input, sortOrder);
                    Column keys = memory.copy(input);
                    for (int k : new int[] {0, Math.min(1, n), n / 100, n / 8, n / 2, n}) {
                        assertThat(HostTopK.indices(keys, k, sortOrder, BUFFERS))
                                .as("first %d of %d, %s, %s", k, n, type, sortOrder)
                                .isEqualTo(Arrays.copyOf(order, k));
                    }
                }
            }
        }
    }

    /**
     * Several ranges at once. Keys in descending order, of which each would be a candidate without the sample; and equal keys.
     */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void theFirstOfManyKeys(KeyType type) {
        int n = 300_000;
        long[] random = new SplittableRandom(1).longs(n).toArray();
        long[] descending = LongStream.range(0, n).map(i -> -i).toArray();
        long[] equal = new long[n];
        equal[n - 1] = -1;
        for (long[] bits : List.of(random, descending, equal)) {
            Column keys = KeyData.ofBits(type, bits);
            int[] order = Reference.order(keys, Order.ASCENDING);
            for (int k : new int[] {1, 10, 3000, 200_000}) {
                assertThat(HostTopK.indices(keys, k, Order.ASCENDING, BUFFERS))
                        .as("first %d", k)
                        .isEqualTo(Arrays.copyOf(order, k));
            }
        }
    }

    /** The indices of the sample are known: all keys there are made the smallest ones. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void aMisleadingSampleDoesNotChangeTheResult(KeyType type) {
        int n = 300_000;
        int k = 5000;
        // Descending keys make each range collect more rows than it keeps.
        long[] bits = LongStream.range(0, n).map(i -> n - i).toArray();
        SplittableRandom sampled = new SplittableRandom(k);
        for (int i = 0; i < 2 * Math.sqrt(n); i++) {
            bits[sampled.nextInt(n)] = -1L - i;
        }
        Column keys = KeyData.ofBits(type, bits);

        assertThat(HostTopK.indices(keys, k, Order.ASCENDING, BUFFERS))
                .isEqualTo(Arrays.copyOf(Reference.order(keys, Order.ASCENDING), k));
    }

    // ---- runs

    private static void checkRuns(Column input, Memory memory, Order sortOrder) {
        String what = input.type() + ", " + memory + ", " + sortOrder + ", " + input.size();
        int[] order = Reference.order(input, sortOrder);
        var comparator = Reference.comparator(input.type(), sortOrder);
        long[] bits = KeyData.bits(input);
        int[] starts = IntStream.range(0, order.length)
                .filter(i -> i == 0 || comparator.compare(bits[order[i - 1]], bits[order[i]]) != 0)
                .toArray();
        int[] counts = IntStream.range(0, starts.length)
                .map(i -> (i + 1 < starts.length ? starts[i + 1] : order.length) - starts[i])
                .toArray();
        Column keys = memory.copy(input);
        Runs runs = SortedKeys.runs(keys, sortOrder, false, BUFFERS);
        assertThat(runs.counts()).as("counts, %s", what).isEqualTo(counts);
        assertThat(runs.keys().type()).isEqualTo(input.type());
        assertThat(KeyData.bits(runs.keys())).as("keys, %s", what)
                .isEqualTo(Arrays.stream(starts).mapToLong(start -> bits[order[start]]).toArray());
        assertThat(Operation.firstDifference(keys, input)).as("input changed, %s", what).isEqualTo(-1);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("typesAndMemory")
    void runsOfEqualKeysAreCounted(KeyType type, Memory memory) {
        for (Order sortOrder : orders(type)) {
            for (int n : new int[] {0, 1, 2, 501, 5000}) {
                inputs(type, n).forEach(input -> checkRuns(input, memory, sortOrder));
            }
        }
    }

    /** Runs that cross the borders of ranges, or fill several ranges. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = {"UINT8", "INT16", "UINT32", "FLOAT32", "INT64", "FLOAT64"})
    void runsInSeveralRanges(KeyType type) {
        int n = 200_003;
        for (Order sortOrder : orders(type).subList(0, 2)) {
            for (int distinct : new int[] {1, 2, 3, 1000}) {
                checkRuns(KeyData.ofBits(type, new SplittableRandom(1).longs(n, 0, distinct).toArray()), Memory.ARRAY,
                        sortOrder);
            }
            checkRuns(KeyData.random(type, n, 1), Memory.NATIVE, sortOrder);
        }
    }

    /** Keys of 8 and 16 bits are counted, in memory that does not grow with them. */
    @ParameterizedTest
    @EnumSource(names = {"INT8", "UINT16"})
    void runsOfManyNarrowKeysNeedLittleMemory(KeyType type) {
        Column keys = KeyData.random(type, 1 << 18, 1);
        AtomicLong bytes = new AtomicLong();
        Thread caller = Thread.currentThread();
        HostMemory.watch(size -> bytes.addAndGet(Thread.currentThread() == caller ? size : 0));
        try {
            SortedKeys.runs(keys, Order.DESCENDING, false, new HostBuffers());
        } finally {
            HostMemory.watch(null);
        }
        assertThat(bytes).hasValueLessThanOrEqualTo(1 << 17);
    }
}
