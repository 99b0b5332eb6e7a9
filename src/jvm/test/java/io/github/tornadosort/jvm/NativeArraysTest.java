package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.CharArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests the native arrays. */
class NativeArraysTest {
    static List<TornadoNativeArray> arrays() {
        return List.of(
                new ByteArray(7),
                new CharArray(7),
                new DoubleArray(7),
                new FloatArray(7),
                new IntArray(7),
                new LongArray(7),
                new ShortArray(7));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void newArraysHaveAHeaderAndZeros(TornadoNativeArray array) {
        int bytes = array.getElementSize();
        assertThat(array.getSize()).isEqualTo(7);
        assertThat(array.getNumBytesOfSegment()).isEqualTo(7L * bytes);
        assertThat(array.getNumBytesOfSegmentWithHeader()).isEqualTo(16 + 7L * bytes);
        assertThat(array.getSegmentWithHeader().byteSize()).isEqualTo(16 + 7L * bytes);
        assertThat(array.getSegmentWithHeader().get(ValueLayout.JAVA_INT, 0)).isEqualTo(7);
        assertThat(array.getSegment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        assertThat(array.getSegment().address() % 16).isZero();
    }

    @Test
    void copiesAndAliases() {
        int[] values = {1, -2, 3, Integer.MIN_VALUE};
        IntArray array = IntArray.fromArray(values);
        assertThat(array.toHeapArray()).isEqualTo(values).isNotSameAs(values);
        assertThat(IntArray.fromElements(values).toHeapArray()).isEqualTo(values);

        IntArray copy = IntArray.fromSegment(array.getSegment());
        LongArray wide = LongArray.fromSegmentShallow(array.getSegmentWithHeader());
        array.set(0, 77);
        assertThat(copy.get(0)).isEqualTo(1);
        assertThat(wide.getSize()).isEqualTo(2);
        assertThat((int) wide.get(0)).isEqualTo(77);
        array.init(5);
        assertThat(wide.get(1)).isEqualTo(0x5_0000_0005L);
        array.clear();
        assertThat(array.toHeapArray()).containsOnly(0);
    }

    @Test
    void invalidIndicesAndSizes() {
        IntArray array = new IntArray(4);
        for (int index : new int[] {-1, 4, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> array.get(index)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> array.set(index, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> new IntArray(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 elements");
        assertThatThrownBy(() -> IntArray.fromSegment(MemorySegment.ofArray(new byte[6])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6 bytes");
    }
}
