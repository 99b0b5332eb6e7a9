package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.Layouts;
import java.lang.foreign.MemorySegment;
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
                Column.of(UNSIGNED_LONGS).unsigned(), Column.of(DOUBLES))
                .flatMap(keys -> Stream.of(
                        Arguments.of(keys, SortOptions.ascending(), 1), Arguments.of(keys, SortOptions.descending(), -1)));
    }

    @ParameterizedTest
    @MethodSource("ascending")
    void longsCompareAsTheKeys(Column keys, SortOptions options, int sign) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        for (int i = 1; i < keys.size(); i++) {
            assertThat(Long.signum(Long.compare(ordered.at(i), ordered.at(i - 1)))).as("%s %d", keys, i).isEqualTo(sign);
            assertThat(Long.signum(Long.compareUnsigned(ordered.unsignedAt(i), ordered.unsignedAt(i - 1)))).isEqualTo(sign);
        }
    }

    @ParameterizedTest
    @MethodSource("ascending")
    void keysCanBeRestored(Column keys, SortOptions options, int sign) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        int n = (int) keys.size();
        Column copy = Column.allocate(keys.type(), n + 1);
        long[] longs = new long[n + 2];
        if (keys.type().bytes() == Long.BYTES) {
            ordered.read(1, n - 1, longs, 2);
            for (int i = 1; i < n; i++) {
                assertThat(longs[i + 1]).isEqualTo(ordered.at(i));
            }
            ordered.write(longs, 2, n - 1, copy, 2);
            assertThat(longs[0]).isZero();
        } else {
            int[] from = keys.segment().toArray(Layouts.INT);
            ordered.pack(from, 1, longs, 2, n - 1);
            for (int i = 1; i < n; i++) {
                assertThat(longs[i + 1]).isEqualTo(ordered.unsignedAt(i) << 32);
            }
            int[] to = new int[n + 1];
            ordered.unpack(longs, 2, to, 2, n - 1);
            copy.segment().copyFrom(MemorySegment.ofArray(to));
            assertThat(longs[1] | longs[0]).isZero();
        }
        long bytes = (long) (n - 1) * keys.type().bytes();
        assertThat(copy.segment().asSlice(2L * keys.type().bytes(), bytes)
                .mismatch(keys.segment().asSlice(keys.type().bytes(), bytes))).isEqualTo(-1);
        assertThat(copy.segment().asSlice(0, 2L * keys.type().bytes()).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                .containsOnly(0);
    }

    @Test
    void onlyTheGivenBitsCount() {
        SortOptions bits = SortOptions.builder().bits(4, 12).build();
        OrderedKeys ordered = new OrderedKeys(Column.of(new int[] {0xffff, 0xabc, 0xab0, 0x7abf}).unsigned(), bits);
        assertThat(ordered.unsignedAt(0)).isEqualTo(0xff0);
        assertThat(ordered.unsignedAt(1)).isEqualTo(0xab0);
        assertThat(ordered.at(1)).isEqualTo(ordered.at(2)).isEqualTo(ordered.at(3));
        assertThat(ordered.largest()).isEqualTo(ordered.at(0));
        long[] packed = new long[2];
        ordered.pack(new int[] {0xffff, 0x7abf}, 0, packed, 0, 2);
        assertThat(packed).containsExactly(0xff0L << 32, 0xab0L << 32);
    }

    @Test
    void floatsHaveBitsToo() {
        SortOptions sign = SortOptions.builder().bits(31, 32).build();
        OrderedKeys ordered = new OrderedKeys(Column.of(new float[] {-2, 3}), sign);
        long[] packed = new long[2];
        ordered.pack(new int[] {Float.floatToRawIntBits(-2), Float.floatToRawIntBits(3)}, 0, packed, 0, 2);
        assertThat(packed[0]).isZero();
        assertThat(packed[1]).isEqualTo(1L << 63);
        assertThat(KeyType.FLOAT32.isFloat()).isTrue();
    }
}
