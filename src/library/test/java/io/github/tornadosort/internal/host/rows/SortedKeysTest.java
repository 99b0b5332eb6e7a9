package io.github.tornadosort.internal.host.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Runs;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests reads of keys on the host: the order of keys, their range, runs of equal keys, and ties. */
class SortedKeysTest {
    /** Several parallel ranges of several tiles. */
    private static final int N = 40_003;
    private static final Order DESCENDING = Order.DESCENDING;
    /** Indices around the ends of the first tile and the first range, and at the last key. */
    private static final int[] EDGES =
            {1, 2, 1022, 1023, 1024, 1025, 2046, 2047, 13_334, 13_335, 20_000, 20_001, 20_002, N - 2, N - 1};

    static Stream<Arguments> typesAndOptions() {
        return Stream.of(KeyType.values()).flatMap(type -> Stream.of(
                Order.ASCENDING,
                DESCENDING,
                Order.ASCENDING.bits(1, type.bits() - 1),
                Order.DESCENDING.bits(3, 7)).map(sortOrder -> Arguments.of(type, sortOrder)));
    }

    private static Column random(KeyType type) {
        byte[] bytes = new byte[N * type.bytes()];
        new SplittableRandom(type.ordinal()).nextBytes(bytes);
        Column keys = new Column(MemorySegment.ofArray(bytes), type);
        if (type.isFloat()) {
            long infinity = type == KeyType.FLOAT32 ? 0x7f80_0000L : 0x7ff0_0000_0000_0000L;
            long sign = 1L << (type.bits() - 1);
            long[] specials = {0, sign, infinity, infinity | sign, infinity | 1, infinity | sign | 1, 1, sign | 1};
            for (int i = 0; i < specials.length; i++) {
                KeyData.setBits(keys, i, specials[i]);
            }
        }
        return keys;
    }

    /** Computes the ordered bits of the keys with independent code. */
    private static long[] expected(Column keys, Order sortOrder) {
        return LongStream.range(0, keys.size())
                .map(i -> Reference.orderedBits(keys.type(), KeyData.bits(keys, i)))
                .map(bits -> (sortOrder.isDescending() ? ~bits : bits) & sortOrder.bitMask(keys.type()) ^ Long.MIN_VALUE)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("typesAndOptions")
    void keysAreReadInTheOrderOfTheSort(KeyType type, Order sortOrder) {
        Column keys = random(type);
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        long[] expected = expected(keys, sortOrder);
        int tile = HostPolicy.TILE;
        long[] read = new long[tile];
        int[] ints = new int[tile];

        assertThat(ordered.size()).isEqualTo(N);
        assertThat(LongStream.range(0, N).map(ordered::at).toArray()).isEqualTo(expected);
        for (int first : new int[] {0, 5, N - tile}) {
            ordered.read(first, tile, read, 0, ints);
            assertThat(read).isEqualTo(Arrays.copyOfRange(expected, first, first + tile));
        }
        ordered.read(7, 3, read, 0, ints);
        assertThat(Arrays.copyOf(read, 3)).isEqualTo(Arrays.copyOfRange(expected, 7, 10));
    }

    @Test
    void lowerBoundIsTheFirstKeyThatIsNotLess() {
        OrderedKeys keys = new OrderedKeys(Column.of(new long[] {1, 3, 3, 3, 7}), Order.ASCENDING);

        assertThat(LongStream.rangeClosed(0, 8).map(key -> keys.lowerBound(key, 0, 5))).containsExactly(
                0L, 0L, 1L, 1L, 4L, 4L, 4L, 4L, 5L);
        assertThat(keys.lowerBound(3, 2, 5)).isEqualTo(2);
        assertThat(keys.lowerBound(7, 0, 3)).isEqualTo(3);
        assertThat(keys.lowerBound(9, 2, 2)).isEqualTo(2);
    }

    private static KeyRange range(OrderedKeys keys) {
        try (Crew crew = new Crew(4)) {
            return KeyRange.of(keys, crew);
        }
    }

    /** Returns the indices at which runs of equal keys start. */
    private static int[] starts(Column keys) {
        Runs runs = SortedKeys.runs(keys, Order.ASCENDING, new HostBuffers());
        int[] starts = new int[runs.counts().length];
        int next = 0;
        for (int run = 0; run < starts.length; run++) {
            starts[run] = next;
            assertThat(KeyData.bits(runs.keys(), run)).isEqualTo(KeyData.bits(keys, next));
            next += runs.counts()[run];
        }
        assertThat(next).isEqualTo((int) keys.size());
        return starts;
    }

    @Test
    void aDescentIsFoundAnywhere() {
        int[] sorted = IntStream.range(0, N).map(i -> i / 2).toArray();
        OrderedKeys ordered = new OrderedKeys(Column.of(sorted), Order.ASCENDING);

        assertThat(SortedKeys.areSorted(Column.of(sorted), Order.ASCENDING)).isTrue();
        assertThat(SortedKeys.areSorted(Column.of(sorted), DESCENDING)).isFalse();
        assertThat(range(ordered)).isEqualTo(new KeyRange(0x7fff, OrderedKeys.toLong(0), OrderedKeys.toLong(N / 2)));
        for (int at : EDGES) {
            int[] keys = sorted.clone();
            keys[at - 1] = keys[at] + 1;
            if (at + 1 < N) {
                keys[at + 1] = keys[at - 1];
            }
            assertThat(SortedKeys.areSorted(Column.of(keys), Order.ASCENDING)).as("descent at %d", at).isFalse();
        }
    }

    @Test
    void noKeyAndOneKeyAreSorted() {
        for (int n : new int[] {0, 1}) {
            Column keys = Column.of(new int[n]);
            long zero = OrderedKeys.toLong(0);
            assertThat(SortedKeys.areSorted(keys, Order.ASCENDING)).isTrue();
            assertThat(range(new OrderedKeys(keys, Order.ASCENDING)))
                    .isEqualTo(n == 0 ? new KeyRange(0, 0, 0) : new KeyRange(0, zero, zero));
            assertThat(starts(keys)).isEqualTo(new int[n]);
        }
    }

    /** A bit in which a single key differs is found at any index. */
    @Test
    void everyVaryingBitIsFound() {
        for (int at : EDGES) {
            long[] keys = new long[N];
            Arrays.fill(keys, -5);
            keys[at] ^= 1L << 40;
            OrderedKeys ordered = new OrderedKeys(Column.of(keys), Order.ASCENDING);

            assertThat(range(ordered).varying()).as("key %d", at).isEqualTo(1L << 40);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INT8", "UINT16", "INT32", "FLOAT64"})
    void runsStartWhereAKeyDiffersFromItsPredecessor(KeyType type) {
        for (List<Integer> lengths : List.of(List.of(1), List.of(1, 2, 3), List.of(700, 1), List.of(N),
                List.of(5000, 1024, 1))) {
            Column keys = new Column(MemorySegment.ofArray(new byte[N * type.bytes()]), type);
            int[] starts = new int[N];
            int count = 0;
            for (int i = 0, left = 0; i < N; i++, left--) {
                if (left == 0) {
                    left = lengths.get(count % lengths.size());
                    starts[count++] = i;
                }
                KeyData.setBits(keys, i, count);
            }

            assertThat(starts(keys))
                    .as("runs of %s", lengths)
                    .isEqualTo(Arrays.copyOf(starts, count));
        }
    }

    @Test
    void tiesAreKeysWithAnEqualNeighbour() {
        for (int n : new int[] {0, 1, 2, 17, N}) {
            for (int repeats : new int[] {1, 2, 5, 40_000}) {
                int[] keys = new SplittableRandom(repeats).ints(n, 0, Math.max(1, n / repeats)).sorted().toArray();
                int[] tied = IntStream.range(0, n)
                        .filter(i -> (i > 0 && keys[i] == keys[i - 1]) || (i + 1 < n && keys[i] == keys[i + 1]))
                        .toArray();
                int[] values = Arrays.stream(tied).map(i -> keys[i]).distinct().toArray();
                Ties ties = Ties.of(n, i -> keys[i], i -> 3 * i + 1);

                assertThat(ties.size()).isEqualTo(tied.length);
                assertThat(ties.indices()).isEqualTo(Arrays.stream(tied).map(i -> 3 * i + 1).toArray());
                assertThat(ties.groups())
                        .isEqualTo(Arrays.stream(tied).map(i -> Arrays.binarySearch(values, keys[i])).toArray());
                assertThat(Ties.of(n, i -> keys[i], Ties.IDENTITY).indices()).isEqualTo(tied);
            }
        }
    }
}
