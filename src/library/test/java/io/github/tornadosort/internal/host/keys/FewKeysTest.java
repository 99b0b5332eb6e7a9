package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.Strings;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.merge.RunMerge;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.host.rows.TieSort;
import io.github.tornadosort.internal.host.strings.HostStrings;
import io.github.tornadosort.internal.host.strings.StringSource;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.order.OrderedKeys;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merges and checks of few keys on the calling thread, and the first of few strings. */
class FewKeysTest {
    private static final int N = 3001;

    private static Column sorted(KeyType type, int n, long seed, Order sortOrder) {
        Column keys = KeyData.random(type, n, seed);
        HostKeys.sort(keys, sortOrder.isDescending(), new HostBuffers());
        return keys;
    }

    private static byte[] bytes(Column keys) {
        byte[] bytes = new byte[(int) keys.segment().byteSize()];
        MemorySegment.ofArray(bytes).copyFrom(keys.segment());
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void mergesAreThoseOfManyKeys(KeyType type) {
        for (Order sortOrder : new Order[] {Order.ASCENDING, Order.DESCENDING}) {
            Column a = sorted(type, N, 1, sortOrder);
            Column b = sorted(type, N / 3, 2, sortOrder);
            Column out = Column.allocate(type, (int) (a.size() + b.size()));
            Column expected = Column.allocate(type, (int) out.size());
            new RunMerge(
                    List.of(a, b), sortOrder,
                    expected)
                    .run();
            if (FewKeys.merge(a, b, out, sortOrder)) {
                assertThat(bytes(out)).isEqualTo(bytes(expected));
            } else {
                assertThat(type.isFloat()).isTrue();
            }
            // The last key of a run that is not sorted would be written first.
            Column swapped = b;
            swapped.segment().asSlice(0, type.bytes()).copyFrom(
                    a.segment().asSlice(a.segment().byteSize() - type.bytes()));
            boolean isSorted = SortedKeys.areSorted(swapped, sortOrder);
            assertThat(isSorted).isEqualTo(areInOrder(swapped, sortOrder));
            byte[] before = bytes(out);
            if (!isSorted) {
                assertThat(FewKeys.merge(a, swapped, out, sortOrder)).isFalse();
                assertThat(bytes(out)).isEqualTo(before);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyDescentIsFound(KeyType type) {
        for (Order sortOrder : new Order[] {Order.ASCENDING, Order.DESCENDING}) {
            Column keys = sorted(type, 2 * N, 4, sortOrder);
            assertThat(SortedKeys.areSorted(keys, sortOrder)).isTrue();
            // The ends of tiles, where a key is compared with one that was read before it.
            for (int at : new int[] {1, 2047, 2048, 2049, 4096, 2 * N - 1}) {
                Column copy = Column.allocate(type, 2 * N);
                copy.segment().copyFrom(keys.segment());
                copy.segment().asSlice((long) at * type.bytes(), type.bytes())
                        .copyFrom(keys.segment().asSlice(0, type.bytes()));
                assertThat(SortedKeys.areSorted(copy, sortOrder)).isEqualTo(areInOrder(copy, sortOrder));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anErrorSaysWhichKeysAreNotSorted(boolean first) {
        try (Sorter sorter = Sorter.open()) {
            Column sorted = Column.of(new int[] {1, 2, 3});
            Column unsorted = Column.of(new int[] {1, 3, 2});
            Column out = Column.of(new int[6]);
            assertThatThrownBy(() -> sorter.merge(first ? unsorted : sorted, first ? sorted : unsorted, out))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(first ? "the first keys" : "the second keys");
            assertThat(out.segment().toArray(Layouts.INT)).containsOnly(0);
        }
    }

    /** Words of seven letters of which many are equal, and nulls, on one and on several parts. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 3000, 100_000})
    void theFirstStringsAreThoseOfAnArgsort(int n) {
        SplittableRandom random = new SplittableRandom(5);
        String[] strings = new String[n];
        for (int i = 0; i < n; i++) {
            strings[i] = "prefix" + random.nextInt(n / 2 + 1);
        }
        for (int nulls = 0; nulls < 2; nulls++) {
            strings[n / 2] = nulls == 0 ? strings[n / 2] : null;
            for (Strings some : new Strings[] {Strings.of(strings), Strings.of(strings).nullsFirst()}) {
                for (boolean descending : new boolean[] {false, true}) {
                    StringSource source = StringSource.of(some);
                    HostBuffers buffers = new HostBuffers();
                    int[] order = TieSort.argsort(source, descending, some.areNullsFirst(), buffers);
                    for (int k : new int[] {0, 1, 10, HostPolicy.FEW_TOP, HostPolicy.FEW_TOP + 1}) {
                        int most = Math.min(k, n);
                        assertThat(HostStrings.topK(source, most, descending, some.areNullsFirst(), buffers))
                                .as("%d of %d, descending: %s", most, n, descending)
                                .isEqualTo(Arrays.copyOf(order, most));
                    }
                }
            }
        }
    }

    private static boolean areInOrder(Column keys, Order sortOrder) {
        OrderedKeys words = new OrderedKeys(keys, sortOrder);
        return LongStream.range(1, keys.size()).allMatch(i -> words.at(i - 1) <= words.at(i));
    }
}
