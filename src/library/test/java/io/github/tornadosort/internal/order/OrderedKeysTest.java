package io.github.tornadosort.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Conversions of keys to longs that compare as the sort orders the keys, and back. */
class OrderedKeysTest {
    /** Bits of numbers in ascending order, as ints, unsigned ints or floats read them. */
    private static final int[] INTS = {Integer.MIN_VALUE, -0x7fffffff, -1, 0, 1, 0x12345678, Integer.MAX_VALUE};
    private static final int[] UNSIGNED = {0, 1, 0x12345678, Integer.MAX_VALUE, Integer.MIN_VALUE, -1};
    private static final float[] FLOATS = {Float.NEGATIVE_INFINITY, -Float.MAX_VALUE, -1.5f, -Float.MIN_VALUE, -0.0f, 0.0f,
        Float.MIN_VALUE, Float.MIN_NORMAL, 1, Float.MAX_VALUE, Float.POSITIVE_INFINITY};
    private static final long[] LONGS = {Long.MIN_VALUE, -1L << 40, -1, 0, 1, 1L << 40, Long.MAX_VALUE};
    private static final long[] UNSIGNED_LONGS = {0, 1, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1};
    private static final double[] DOUBLES = {Double.NEGATIVE_INFINITY, -Double.MAX_VALUE, -1.5, -Double.MIN_VALUE, -0.0, 0.0,
        Double.MIN_VALUE, Double.MIN_NORMAL, 1, Double.MAX_VALUE, Double.POSITIVE_INFINITY};

    private static Stream<Arguments> ascending() {
        return Stream.of(Column.of(INTS), Column.of(UNSIGNED).unsigned(), Column.of(FLOATS), Column.of(LONGS),
                Column.of(UNSIGNED_LONGS).unsigned(), Column.of(DOUBLES), Column.of(new byte[] {-128, -1, 0, 1, 127}),
                Column.of(new byte[] {0, 1, 127, -128, -1}).unsigned(), Column.of(new short[] {-1 << 15, -1, 0, 1, 300}),
                Column.of(new char[] {0, 1, 300, 1 << 15, 65535}))
                .flatMap(keys -> Stream.of(
                        Arguments.of(keys, Order.ASCENDING, 1), Arguments.of(keys, Order.DESCENDING, -1)));
    }

    @ParameterizedTest
    @MethodSource("ascending")
    void longsCompareAsTheKeys(Column keys, Order sortOrder, int sign) {
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        for (int i = 1; i < keys.size(); i++) {
            assertThat(Long.signum(Long.compare(ordered.at(i), ordered.at(i - 1)))).as("%s %d", keys, i).isEqualTo(sign);
        }
    }

    @ParameterizedTest
    @MethodSource("ascending")
    void keysCanBeRestored(Column keys, Order sortOrder, int sign) {
        checkRestored(keys, sortOrder, false);
        if (keys.type().bytes() < Long.BYTES) {
            checkRestored(keys, sortOrder, true);
        }
    }

    private static void checkRestored(Column keys, Order sortOrder, boolean asInts) {
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        int n = (int) keys.size();
        Column copy = Column.allocate(keys.type(), n + 1);
        long[] longs = new long[n + 2];
        int[] ints = new int[n + 2];
        if (asInts) {
            ordered.read(1, n - 1, ints, 2);
            for (int i = 1; i < n; i++) {
                assertThat(OrderedKeys.toLong(ints[i + 1])).isEqualTo(ordered.at(i));
                assertThat(OrderedKeys.ofLong(ordered.at(i))).isEqualTo(ints[i + 1]);
            }
            new OrderedKeys(copy, sortOrder).write(ints, 2, n - 1, 2);
            assertThat(ints[0]).isZero();
        } else {
            ordered.read(1, n - 1, longs, 2, ints);
            for (int i = 1; i < n; i++) {
                assertThat(longs[i + 1]).isEqualTo(ordered.at(i));
            }
            new OrderedKeys(copy, sortOrder).write(longs, 2, n - 1, 2, ints);
            assertThat(longs[0]).isZero();
        }
        long bytes = (long) (n - 1) * keys.type().bytes();
        assertThat(copy.segment().asSlice(2L * keys.type().bytes(), bytes)
                .mismatch(keys.segment().asSlice(keys.type().bytes(), bytes))).isEqualTo(-1);
        assertThat(copy.segment().asSlice(0, 2L * keys.type().bytes()).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                .containsOnly(0);
    }

    @Test
    void onlyTheGivenBitsCount() {
        Order bits = Order.ASCENDING.bits(4, 12);
        OrderedKeys ordered = new OrderedKeys(Column.of(new int[] {0xffff, 0xabc, 0xab0, 0x7abf}).unsigned(), bits);
        assertThat(ordered.at(0)).isEqualTo(OrderedKeys.SMALLEST + 0xff0);
        assertThat(ordered.at(1)).isEqualTo(OrderedKeys.SMALLEST + 0xab0);
        assertThat(ordered.at(1)).isEqualTo(ordered.at(2)).isEqualTo(ordered.at(3));
        assertThat(ordered.largest()).isEqualTo(ordered.at(0));
        int[] words = new int[2];
        ordered.read(0, 2, words, 0);
        assertThat(words).containsExactly(Integer.MIN_VALUE + 0xff0, Integer.MIN_VALUE + 0xab0);
    }

    @Test
    void floatsHaveBitsToo() {
        Order sign = Order.ASCENDING.bits(31, 32);
        OrderedKeys ordered = new OrderedKeys(Column.of(new float[] {-2, 3}), sign);
        int[] words = new int[2];
        ordered.read(0, 2, words, 0);
        assertThat(words).containsExactly(Integer.MIN_VALUE, 0);
        assertThat(KeyType.FLOAT32.isFloat()).isTrue();
    }
}
