package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.reference.KeyData;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests sorts that pass keys to a sink. */
class KeySinkTest {
    private static final int MANY = 400_000;

    /** Collects the pieces. */
    private static final class Collector implements KeySink {
        private final Column sorted;
        private final int width;
        private final BitSet received = new BitSet();
        private int pieces;

        private Collector(Column keys) {
            this.sorted = Column.allocate(keys.type(), (int) keys.size());
            this.width = keys.type().bytes();
        }

        @Override
        public synchronized void accept(long first, MemorySegment keys) {
            int begin = (int) first;
            int end = begin + (int) (keys.byteSize() / width);
            assertThat(end).isGreaterThan(begin);
            assertThat(received.get(begin, end).isEmpty()).as("keys %d to %d are new", begin, end).isTrue();
            received.set(begin, end);
            MemorySegment.copy(keys, 0, sorted.segment(), first * width, keys.byteSize());
            pieces++;
        }
    }

    /** Returns the number of pieces. */
    private static int check(Column keys, Order order) {
        return check(Sorter.builder().onHost(), keys, order);
    }

    private static int check(Sorter.Builder opened, Column keys, Order order) {
        byte[] before = bytes(keys);
        Column expected = Column.allocate(keys.type(), (int) keys.size());
        expected.segment().copyFrom(keys.segment());
        Collector collector = new Collector(keys);
        try (Sorter sorter = opened.open()) {
            sorter.sort(expected, order);
            Column readOnly = new Column(keys.segment().asReadOnly(), keys.type());
            SortStats stats = sorter.sortTo(readOnly, order, collector);
            assertThat(stats.keys()).isEqualTo(keys.size());
        }
        assertThat(collector.received.cardinality()).isEqualTo((int) keys.size());
        assertThat(bytes(collector.sorted)).isEqualTo(bytes(expected));
        assertThat(bytes(keys)).isEqualTo(before);
        return collector.pieces;
    }

    private static byte[] bytes(Column keys) {
        return keys.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    }

    @ParameterizedTest
    @EnumSource
    void everySortPassesEachKeyOnce(KeyType type) {
        for (Order order : List.of(Order.ASCENDING, Order.DESCENDING, Order.DESCENDING.bits(1, 5))) {
            for (int n : new int[] {0, 1, 1000}) {
                check(KeyData.random(type, n, 1), order);
                check(Sorter.builder().onDevice(), KeyData.random(type, n, 1), order);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INT32", "UINT32", "INT64", "UINT64"})
    void bucketsArePassedWhenTheyAreSorted(KeyType type) {
        boolean severalThreads = Runtime.getRuntime().availableProcessors() > 1;
        for (Order order : List.of(Order.ASCENDING, Order.DESCENDING)) {
            int pieces = check(KeyData.random(type, MANY, 2), order);
            assertThat(pieces).isGreaterThan(severalThreads ? 2 : 0);
        }
    }

    /** Keys most of which are equal, which all threads pass, constant and sorted keys, and numbers with and without NaNs. */
    @Test
    void keysOfAnyDistributionArePassed() {
        int[] values = new SplittableRandom(3).ints(MANY, -1000, 1_000_000).toArray();
        for (KeyType type : List.of(KeyType.INT32, KeyType.INT64, KeyType.FLOAT32, KeyType.FLOAT64)) {
            check(KeyData.ofValues(type, values), Order.ASCENDING);
        }
        check(KeyData.random(KeyType.FLOAT64, MANY, 4), Order.ASCENDING);
        for (int i = 0; i < MANY; i++) {
            values[i] = values[i] % 3 == 0 ? values[i] : 7;
        }
        check(KeyData.ofValues(KeyType.INT32, values), Order.ASCENDING);
        check(Column.of(new long[MANY]), Order.ASCENDING);
        for (int i = 0; i < MANY; i++) {
            values[i] = -i;
        }
        check(Column.of(values), Order.ASCENDING);
        check(Column.of(values), Order.DESCENDING);
    }

    @Test
    void aFailureOfTheSinkEndsTheSort() {
        for (Column keys : List.of(
                KeyData.random(KeyType.INT32, MANY, 5), KeyData.random(KeyType.INT64, MANY, 5),
                KeyData.random(KeyType.INT16, 10, 5))) {
            byte[] before = bytes(keys);
            AtomicInteger calls = new AtomicInteger();
            try (Sorter sorter = Sorter.open()) {
                assertThatThrownBy(() -> sorter.sortTo(keys, Order.ASCENDING, (first, piece) -> {
                    calls.getAndIncrement();
                    throw new IllegalStateException("planted");
                })).isExactlyInstanceOf(IllegalStateException.class).hasMessage("planted");
                assertThat(calls.get()).isBetween(1, Runtime.getRuntime().availableProcessors());
                assertThat(bytes(keys)).isEqualTo(before);
                sorter.sort(keys);
            }
        }
    }

    @Test
    void nothingIsPassedIfTheOptionsAreRefused() {
        AtomicInteger calls = new AtomicInteger();
        Column keys = Column.of(new byte[] {2, 1});
        try (Sorter sorter = Sorter.open()) {
            assertThatThrownBy(() -> sorter.sortTo(
                    keys, Order.ASCENDING.bits(0, 9), (first, piece) -> calls.getAndIncrement()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> sorter.sortTo(keys, Order.ASCENDING, null)).isInstanceOf(NullPointerException.class);
        }
        assertThat(calls).hasValue(0);
    }
}
