package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Short arrays of all types that the JDK sorts in another order than its own. */
class JdkSortTest {
    private static final int N = 300;

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    private static Column random(KeyType type, int n) {
        Column keys = Column.allocate(type, n);
        byte[] bytes = new byte[n * type.bytes()];
        new SplittableRandom(n).nextBytes(bytes);
        keys.segment().copyFrom(MemorySegment.ofArray(bytes));
        return keys;
    }

    /** Compares every pair of neighbours as the sort orders them; NaNs keep their order, which other tests check. */
    private static void assertSorted(Column keys, boolean descending, Column before) {
        Order sortOrder = descending ? Order.DESCENDING : Order.ASCENDING;
        OrderedKeys ordered = new OrderedKeys(keys, sortOrder);
        OrderedKeys original = new OrderedKeys(before, sortOrder);
        long sum = 0;
        for (int i = 0; i < keys.size(); i++) {
            sum += original.at(i) * 31 - ordered.at(i) * 31;
            assertThat(i == 0 || ordered.at(i - 1) <= ordered.at(i)).as("key %d", i).isTrue();
        }
        assertThat(sum).as("sum of the differences").isZero();
    }

    @ParameterizedTest
    @EnumSource(KeyType.class)
    void sortsInEveryOrderAndMemory(KeyType type) {
        for (boolean descending : new boolean[] {false, true}) {
            Column before = random(type, N);
            long bytes = before.segment().byteSize();
            Column slice = random(type, N + 2).range(1, N + 1);
            MemorySegment unaligned = MemorySegment.ofArray(new byte[(int) bytes + 1]).asSlice(1, bytes);
            for (MemorySegment memory : List.of(Arena.ofAuto().allocate(bytes), unaligned, slice.segment())) {
                Column keys = new Column(memory.copyFrom(before.segment()), type);
                JdkSort.sort(keys, descending);
                assertSorted(keys, descending, before);
            }
            Object array = before.segment().heapBase().orElseThrow();
            assertThat(JdkSort.arrayOf(before)).isSameAs(array);
            assertThat(JdkSort.indexOf(slice)).isEqualTo(1);
            assertThat(JdkSort.arrayOf(new Column(unaligned, type)) == null).isEqualTo(type.bytes() > 1);
            Column copy = random(type, N);
            JdkSort.sort(array, 0, N, type, descending);
            assertSorted(before, descending, copy);
        }
    }

    /** NaNs keep their order and their bits, in descending order too. */
    @Test
    void nansKeepTheirOrder() {
        int[] nans = {0x7fc00001, 0xffc00002, 0x7f800003, 0x7fc00004};
        float[] keys = new float[N];
        for (int i = 0; i < N; i++) {
            keys[i] = i % 75 == 7 ? Float.intBitsToFloat(nans[i / 75]) : N - i;
        }
        JdkSort.sort(Column.of(keys), true);
        for (int i = 0; i < N; i++) {
            assertThat(Float.floatToRawIntBits(keys[i])).as("key %d", i)
                    .isEqualTo(i < nans.length ? nans[i] : Float.floatToRawIntBits(keys[i]));
            assertThat(i <= nans.length || keys[i - 1] > keys[i]).as("key %d", i).isTrue();
        }
        double[] doubles = new double[N];
        long[] longNans = {0x7ff8000000000001L, 0xfff8000000000002L, 0x7ff0000000000003L};
        for (int i = 0; i < N; i++) {
            doubles[i] = i % 100 == 7 ? Double.longBitsToDouble(longNans[i / 100]) : N - i;
        }
        JdkSort.sort(Column.of(doubles), true);
        for (int i = 0; i < longNans.length; i++) {
            assertThat(Double.doubleToRawLongBits(doubles[i])).isEqualTo(longNans[i]);
        }
        assertThat(doubles[longNans.length]).isEqualTo(N);
    }

    /** Bytes are sorted without memory of this library. */
    @ParameterizedTest
    @EnumSource(names = {"INT8", "UINT8"})
    void bytesNeedNoMemory(KeyType type) {
        HostMemory.watch(_ -> {
            throw new OutOfMemoryError("planted");
        });
        for (boolean descending : new boolean[] {false, true}) {
            for (int n : new int[] {10 * N, 30 * N}) {
                Column before = random(type, n);
                Column keys = random(type, n);
                JdkSort.sort(keys, descending);
                assertSorted(keys, descending, before);
            }
        }
    }

    /** Keys of 16 bits are sorted without memory of this library, in part of an array too. */
    @ParameterizedTest
    @EnumSource(names = {"INT16", "UINT16"})
    void keysOf16BitsNeedNoMemory(KeyType type) {
        HostMemory.watch(_ -> {
            throw new OutOfMemoryError("planted");
        });
        int n = 1 << 16;
        for (boolean descending : new boolean[] {false, true}) {
            Column before = random(type, n + 2);
            Column keys = random(type, n + 2);
            JdkSort.sort(keys.range(1, n + 1), descending);
            assertSorted(keys.range(1, n + 1), descending, before.range(1, n + 1));
            for (Column end : List.of(keys.range(0, 1), keys.range(n + 1, n + 2))) {
                assertThat(before.segment().asSlice(end.segment().address(), 2).mismatch(end.segment())).isEqualTo(-1);
            }
        }
    }
}
