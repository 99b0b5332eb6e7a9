package io.github.tornadosort.files.internal.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the rows of a file sort: how they are merged and selected, and how much memory they need. */
class RowsTest {
    private static final long N = 1000;

    private final Sorter sorter = Sorter.builder().device(SortDevice.preferred()).open();

    @AfterEach
    void close() {
        sorter.close();
    }

    private static KeyOrder keys(Order sortOrder) {
        return new KeyOrder(KeyType.INT32, sortOrder);
    }

    private static RecordOrder records(int width) {
        return new RecordOrder(width, List.of(new RecordOrder.Key(0, 1)), Order.ASCENDING);
    }

    /** A record needs room for its copy, a key word, an index, and a word and two indices if its key ties. */
    @Test
    void recordsCountTheirCopiesAndTies() {
        long sort = Diagnostics.of(sorter).scratchBytes(N, KeyType.INT64, KeyType.INT32).host();

        assertThat(records(100).scratchBytes(N, sorter) - sort).isEqualTo(N * (100 + 4 + 4 + 8 + 4 + 4));
        assertThat(records(7).scratchBytes(N, sorter) - sort).isEqualTo(N * (7 + 4 + 4 + 8 + 4 + 4));
    }

    @Test
    void recordsCompareByTheBytesOfTheirKeys() {
        MemorySegment a = segment(250, 1, 2, 250, 0, 1, 200, 0, 5, 1, 2, 5);
        MemorySegment b = segment(0, 0, 0, 0, 1, 1, 200, 1);
        List<RecordOrder.Key> keys = List.of(new RecordOrder.Key(1, 2));
        RowOrder ascending = new RecordOrder(4, keys, Order.ASCENDING);
        RowOrder descending = new RecordOrder(4, keys, Order.DESCENDING);

        assertThat(ascending.compare(a, 0, b, 1)).isNegative();
        assertThat(ascending.compare(b, 1, a, 0)).isPositive();
        assertThat(ascending.compare(a, 0, b, 0)).isPositive();
        assertThat(ascending.compare(a, 1, b, 1)).isZero();
        assertThat(ascending.compare(a, 0, a, 2)).isZero();
        assertThat(descending.compare(a, 0, b, 1)).isPositive();
        assertThat(descending.compare(b, 0, a, 2)).isPositive();
        assertThat(descending.compare(a, 1, b, 1)).isZero();
    }

    @Test
    void laterKeysOfRecordsCompareThoseThatAreEqualSoFar() {
        MemorySegment records = segment(1, 2, 9, 7, 1, 2, 0, 7, 1, 1, 9, 6);
        RowOrder order = new RecordOrder(
                4, List.of(new RecordOrder.Key(3, 1), new RecordOrder.Key(1, 2)), Order.ASCENDING);

        assertThat(order.compare(records, 0, records, 1)).isPositive();
        assertThat(order.compare(records, 2, records, 0)).isNegative();
        assertThat(order.compare(records, 0, records, 0)).isZero();
    }

    @Test
    void keysCompareInTheOrderOfTheOptions() {
        MemorySegment a = MemorySegment.ofArray(new int[] {1, -7});
        MemorySegment b = MemorySegment.ofArray(new int[] {-7, 3});

        assertThat(keys(Order.ASCENDING).compare(a, 1, b, 0)).isZero();
        assertThat(keys(Order.ASCENDING).compare(a, 0, b, 1)).isNegative();
        assertThat(keys(Order.DESCENDING).compare(a, 0, b, 1)).isPositive();
    }

    /** A merge compares the keys only if their prefixes are equal. */
    @Test
    void prefixesHaveTheOrderOfTheRows() {
        MemorySegment numbers = MemorySegment.ofArray(new int[] {-7, 1});
        assertThat(prefix(keys(Order.ASCENDING), numbers, 0)).isLessThan(prefix(keys(Order.ASCENDING), numbers, 1));
        assertThat(prefix(keys(Order.DESCENDING), numbers, 0))
                .isGreaterThan(prefix(keys(Order.DESCENDING), numbers, 1));

        MemorySegment records = segment(9, 1, 250, 8, 8, 1, 251, 7);
        List<RecordOrder.Key> keys = List.of(new RecordOrder.Key(1, 2));
        RowOrder ascending = new RecordOrder(4, keys, Order.ASCENDING);
        assertThat(prefix(ascending, records, 0)).isLessThan(prefix(ascending, records, 1));
        assertThat(prefix(ascending, segment(1, 5, 5, 2), 0)).isEqualTo(prefix(ascending, segment(2, 5, 5, 1), 0));
        RowOrder descending = new RecordOrder(4, keys, Order.DESCENDING);
        assertThat(prefix(descending, records, 0)).isGreaterThan(prefix(descending, records, 1));
    }

    /** Returns the prefix of a row as a number whose signed order is the unsigned one of the prefix. */
    private static long prefix(RowOrder order, MemorySegment rows, int row) {
        return order.prefix(rows, (long) row * order.width(), (row + 1L) * order.width()) ^ Long.MIN_VALUE;
    }

    private static MemorySegment segment(int... bytes) {
        byte[] array = new byte[bytes.length];
        IntStream.range(0, bytes.length).forEach(i -> array[i] = (byte) bytes[i]);
        return MemorySegment.ofArray(array);
    }

    /** A selection changes only the first keys; a sort changes all of them. */
    @Test
    void selectsAFewKeysAndSortsManyKeys() {
        int[] descending = IntStream.range(0, 1600).map(i -> -i).toArray();
        int[] sorted = descending.clone();
        Arrays.sort(sorted);

        int[] few = descending.clone();
        keys(Order.ASCENDING).bringFirst(MemorySegment.ofArray(few), 100, sorter);
        assertThat(few).startsWith(Arrays.copyOf(sorted, 100)).endsWith(Arrays.copyOfRange(descending, 100, 1600));

        int[] many = descending.clone();
        keys(Order.ASCENDING).bringFirst(MemorySegment.ofArray(many), 101, sorter);
        assertThat(many).isEqualTo(sorted);
    }
}
