package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class KeyBitsTest {

    @Property
    void readsBackWhatWasStored(@ForAll KeyType type, @ForAll long word) {
        MemorySegment keys = MemorySegment.ofArray(new byte[24]).asSlice(type == KeyType.INT8 ? 0 : 1, 16);
        long bits = KeyBits.ofWord(type, word);

        KeyBits.set(keys, type, 1, bits);

        assertThat(KeyBits.get(keys, type, 1)).isEqualTo(bits);
        assertThat(KeyBits.get(keys, type, 0)).isZero();
    }

    @Property
    void readsManyKeysThatWereStored(@ForAll KeyType type, @ForAll long word) {
        MemorySegment keys = MemorySegment.ofArray(new byte[48]);
        long[] bits = {KeyBits.ofWord(type, word), KeyBits.ofWord(type, ~word)};
        long[] read = new long[3];

        KeyBits.set(keys, type, 2, bits[0]);
        KeyBits.set(keys, type, 3, bits[1]);
        KeyBits.get(keys, type, 1, read, 3);

        assertThat(read).containsExactly(0, bits[0], bits[1]);
        assertThat(KeyBits.get(keys, type, 4)).isZero();
    }

    @Property
    void ranksIntegersByValue(@ForAll long a, @ForAll long b) {
        assertThat(compare(KeyType.INT64, a, b)).isEqualTo(Long.compare(a, b));
        assertThat(compare(KeyType.UINT64, a, b)).isEqualTo(Integer.signum(Long.compareUnsigned(a, b)));
        assertThat(compare(KeyType.INT32, (int) a, (int) b)).isEqualTo(Integer.compare((int) a, (int) b));
        assertThat(compare(KeyType.UINT8, a & 0xFF, b & 0xFF)).isEqualTo(Long.compare(a & 0xFF, b & 0xFF));
    }

    @Property
    void ranksFloatsAsJavaComparesThem(@ForAll float a, @ForAll float b, @ForAll double c, @ForAll double d) {
        assertThat(compare(KeyType.FLOAT32, floatBits(a), floatBits(b))).isEqualTo(Float.compare(a, b));
        assertThat(compare(KeyType.FLOAT64, Double.doubleToRawLongBits(c), Double.doubleToRawLongBits(d)))
                .isEqualTo(Double.compare(c, d));
    }

    @Test
    void ranksSpecialFloatsAsJavaComparesThem() {
        float[] values = {
            Float.NEGATIVE_INFINITY, -1, -Float.MIN_VALUE, -0f, 0f, 1, Float.POSITIVE_INFINITY, Float.NaN,
            Float.intBitsToFloat(0xFFC0_0001)
        };
        for (float a : values) {
            for (float b : values) {
                assertThat(compare(KeyType.FLOAT32, floatBits(a), floatBits(b)))
                        .as("%s and %s", a, b)
                        .isEqualTo(Float.compare(a, b));
                assertThat(compare(
                        KeyType.FLOAT64, Double.doubleToRawLongBits(a), Double.doubleToRawLongBits(b)))
                        .isEqualTo(Double.compare(a, b));
            }
        }
    }

    private static long floatBits(float value) {
        return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
    }

    private static int compare(KeyType type, long a, long b) {
        return Integer.signum(Long.compareUnsigned(KeyBits.ordered(type, a), KeyBits.ordered(type, b)));
    }
}
