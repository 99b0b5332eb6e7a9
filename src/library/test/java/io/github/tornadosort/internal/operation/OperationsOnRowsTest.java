package io.github.tornadosort.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.Key;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests operations on a device that consist of sorts of columns (several keys, segments and records) against a sort by the JDK.
 */
class OperationsOnRowsTest {
    private static final Order DESCENDING = Order.DESCENDING;
    /** More than one range of each loop on the host. */
    private static final int N = 40_001;
    private static Sorter sorter;

    @BeforeAll
    static void open() {
        SortDevice device = SortDevice.preferred();
        sorter = Diagnostics.open(device, SortPolicies.forDevice(device));
    }

    @AfterAll
    static void close() {
        sorter.close();
    }

    private static int[] order(int n, Comparator<Integer> comparator) {
        return IntStream.range(0, n).boxed().sorted(comparator).mapToInt(i -> i).toArray();
    }

    private static int[] random(int n, int bound, long seed) {
        return new SplittableRandom(seed).ints(n, 0, bound).toArray();
    }

    // ---- several keys

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 1000, N})
    void rowsAreOrderedByTheLastKeyFirst(int n) {
        byte[] minor = new byte[n];
        new SplittableRandom(1).nextBytes(minor);
        long[] middle = Arrays.stream(random(n, 5, 2)).asLongStream().toArray();
        int[] major = random(n, 7, 3);
        int[] expected = order(n, Comparator.<Integer>comparingInt(i -> -major[i])
                .thenComparingLong(i -> middle[i])
                .thenComparingInt(i -> minor[i]));

        assertThat(sorter.argsort(Key.of(Column.of(major), DESCENDING), Key.of(Column.of(middle)), Key.of(Column.of(minor))))
                .isEqualTo(expected);
        assertThat(sorter.argsort(Key.of(Column.of(major), DESCENDING)))
                .isEqualTo(order(n, Comparator.comparingInt(i -> -major[i])));
    }

    /** All keys are checked before the first of them is sorted. */
    @Test
    void keysOfOtherLengthsOrWidthsAreRefused() {
        Key three = Key.of(Column.of(new int[3]));
        Key two = Key.of(Column.of(new int[2]));
        Key wide = Key.of(Column.of(new int[3]), Order.ASCENDING.bits(0, 40));

        assertThatThrownBy(() -> sorter.argsort(three, two)).hasMessageContaining("key 1 has 2 rows");
        assertThatThrownBy(() -> sorter.argsort(wide, three)).hasMessageContaining("int32");
    }

    // ---- segments

    /** Segments of every length up to ten, including 0, with keys before and after them. */
    @ParameterizedTest
    @ValueSource(ints = {3, 50, 20_000})
    void eachSegmentIsSortedByItself(int segments) {
        long[] offsets = new long[segments + 1];
        offsets[0] = 2;
        for (int i = 1; i <= segments; i++) {
            offsets[i] = offsets[i - 1] + i * 7 % 11;
        }
        int n = (int) offsets[segments] + 3;
        int[] keys = random(n, 100, segments);
        int[] order = IntStream.range(0, n).toArray();
        for (int i = 0; i < segments; i++) {
            int begin = (int) offsets[i];
            int[] sorted = IntStream.range(begin, (int) offsets[i + 1])
                    .boxed()
                    .sorted(Comparator.comparingInt(row -> keys[row]))
                    .mapToInt(row -> row)
                    .toArray();
            System.arraycopy(sorted, 0, order, begin, sorted.length);
        }
        int[] moved = keys.clone();
        long[] values = LongStream.range(0, n).toArray();

        sorter.segments(offsets).sort(Column.of(moved), Order.ASCENDING, Column.of(values));

        assertThat(moved).isEqualTo(Arrays.stream(order).map(row -> keys[row]).toArray());
        assertThat(values).isEqualTo(Arrays.stream(order).asLongStream().toArray());
    }

    @Test
    void invalidOffsetsAreRefused() {
        int[] keys = {3, 1, 2};
        Column column = Column.of(keys);

        assertThatThrownBy(() -> sorter.segments(new long[0]).sort(column, Order.ASCENDING))
                .hasMessageContaining("no offsets");
        assertThatThrownBy(() -> sorter.segments(new long[] {-1, 2}).sort(column, Order.ASCENDING))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessageContaining("offsets[0] is -1");
        assertThatThrownBy(() -> sorter.segments(new long[] {0, 4}).sort(column, Order.ASCENDING))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessageContaining("offsets[1] is 4");
        assertThatThrownBy(() -> sorter.segments(new long[] {2, 1}).sort(column, Order.ASCENDING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offsets[1] is 1")
                .hasMessageContaining("offsets[0]");
        assertThat(keys).containsExactly(3, 1, 2);
        sorter.segments(new long[] {0, 0, 3, 3}).sort(column, Order.ASCENDING);
        assertThat(keys).containsExactly(1, 2, 3);
    }

    // ---- records

    /** Keys with any number of words, and of bytes in the last word, at an offset, with ties of any length. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 11, 16})
    void recordsAreOrderedByTheBytesOfTheirKey(int length) {
        int width = length + 3;
        for (int n : length == 5 ? new int[] {0, 1, 300, N} : new int[] {0, 1, 300}) {
            SplittableRandom random = new SplittableRandom(n);
            byte[] records = new byte[n * width];
            for (int i = 0; i < records.length; i++) {
                records[i] = (byte) (random.nextInt(3) * 100);
            }
            for (Order sortOrder : List.of(Order.ASCENDING, DESCENDING)) {
                int direction = sortOrder.isDescending() ? -1 : 1;
                int[] order = order(n, (a, b) -> direction * Arrays.compareUnsigned(
                        records, a * width + 2, a * width + 2 + length, records, b * width + 2, b * width + 2 + length));
                byte[] expected = new byte[records.length];
                for (int i = 0; i < n; i++) {
                    System.arraycopy(records, order[i] * width, expected, i * width, width);
                }
                byte[] sorted = records.clone();
                assertThat(sorter.records().argsort(Records.of(sorted, width, 2, length), sortOrder)).isEqualTo(order);
                sorter.records().sort(Records.of(sorted, width, 2, length), sortOrder);
                assertThat(sorted).isEqualTo(expected);
            }
        }
    }

    @Test
    void recordsHaveNoBits() {
        for (int[] bits : new int[][] {{1, Order.ALL_BITS}, {0, 3}}) {
            Order sortOrder = Order.ASCENDING.bits(bits[0], bits[1]);
            assertThatThrownBy(() -> sorter.records().argsort(Records.of(new byte[8], 4, 0, 4), sortOrder))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("offset and length");
        }
    }
}
