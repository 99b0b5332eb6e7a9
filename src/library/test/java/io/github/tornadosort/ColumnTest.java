package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a sort of a view sorts the array, buffer or segment behind it. */
class ColumnTest {
    private static final Order DESCENDING = Order.DESCENDING;
    private static Sorter sorter;

    @BeforeAll
    static void open() {
        sorter = Sorter.open();
    }

    @AfterAll
    static void close() {
        sorter.close();
    }

    @Test
    void buffersFromPositionToLimit() {
        ByteBuffer memory = ByteBuffer.allocateDirect(8 * 10).order(ByteOrder.nativeOrder());
        var longs = memory.asLongBuffer();
        for (int i = 0; i < 10; i++) {
            longs.put(i, 10 - i);
        }
        longs.position(2).limit(6);
        sorter.sort(Column.of(longs));
        assertThat(longs.position()).isEqualTo(2);
        long[] all = new long[10];
        longs.clear().get(all);
        assertThat(all).containsExactly(10, 9, 5, 6, 7, 8, 4, 3, 2, 1);

        ByteBuffer heap = ByteBuffer.wrap(new byte[] {9, 3, -1, 2, 9}).position(1).limit(4);
        sorter.sort(Column.of(heap));
        assertThat(heap.array()).containsExactly(9, -1, 2, 3, 9);
        sorter.sort(Column.of(heap).unsigned());
        assertThat(heap.array()).containsExactly(9, 2, 3, -1, 9);

        var floats = ByteBuffer.allocateDirect(12).order(ByteOrder.nativeOrder()).asFloatBuffer();
        floats.put(new float[] {1, Float.NaN, -1}).flip();
        sorter.sort(Column.of(floats));
        assertThat(floats.get(0)).isEqualTo(-1);
        assertThat(floats.get(2)).isNaN();

        assertThat(Column.of(memory.asShortBuffer()).type()).isEqualTo(KeyType.INT16);
        assertThat(Column.of(memory.asCharBuffer()).type()).isEqualTo(KeyType.UINT16);
        assertThat(Column.of(memory.asIntBuffer()).type()).isEqualTo(KeyType.INT32);
        assertThat(Column.of(memory.asDoubleBuffer()).type()).isEqualTo(KeyType.FLOAT64);
    }

    @Test
    void refusesTheOtherByteOrder() {
        ByteOrder other = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        var ints = ByteBuffer.allocateDirect(16).order(other).asIntBuffer();
        assertThatThrownBy(() -> Column.of(ints))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(other.toString())
                .hasMessageContaining("order(ByteOrder.nativeOrder())");
    }

    /** Memory that only this thread may access, and more keys than one part of a loop has. */
    @Tag("slow")
    @Test
    void confinedMemory() {
        try (Arena arena = Arena.ofConfined()) {
            Column input = KeyData.random(KeyType.INT64, 100_000, 1);
            Column keys = new Column(arena.allocate(800_000, 8), KeyType.INT64);
            for (Operation operation : Operation.values()) {
                keys.segment().copyFrom(input.segment());
                operation.check(sorter, keys, Order.ASCENDING, operation + " of confined memory");
            }
            sorter.sort(keys);
            assertThat(sorter.isSorted(keys, Order.ASCENDING)).isTrue();
        }
    }

    @Test
    void typedArraysOfColumns() {
        Map<Class<?>, Function<Column, Object>> copies = Map.of(
                byte[].class, Column::toByteArray,
                short[].class, Column::toShortArray,
                char[].class, Column::toCharArray,
                int[].class, Column::toIntArray,
                long[].class, Column::toLongArray,
                float[].class, Column::toFloatArray,
                double[].class, Column::toDoubleArray);
        for (KeyType type : KeyType.values()) {
            Column column = KeyData.random(type, 9, 2);
            Class<?> own = column.toArray().getClass();
            assertThat(copies.get(own).apply(column)).isEqualTo(column.toArray());
            copies.forEach((array, copy) -> {
                if (array != own) {
                    assertThatThrownBy(() -> copy.apply(column))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage(type.label() + " keys are copied to " + own.getSimpleName() + ", not to "
                                    + array.getSimpleName());
                }
            });
        }
    }

    @Test
    void floatsHaveNoUnsignedForm() {
        for (Column column : List.of(Column.of(new float[1]), Column.of(new double[1]))) {
            assertThatThrownBy(column::unsigned)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(column.type().label() + " keys have no unsigned form; as(KeyType) reads their bits");
        }
        assertThat(Column.of(new float[1]).as(KeyType.UINT32).type()).isEqualTo(KeyType.UINT32);
    }

    @Test
    void textShowsTypeSizeAndFirstKeys() {
        assertThat(Column.of(new byte[] {-1, 2})).hasToString("int8[2] {-1, 2}");
        assertThat(Column.of(new byte[] {-1, 2}).unsigned()).hasToString("uint8[2] {255, 2}");
        assertThat(Column.of(new short[] {-1})).hasToString("int16[1] {-1}");
        assertThat(Column.of(new char[] {'a'})).hasToString("uint16[1] {97}");
        assertThat(Column.of(new int[] {-1})).hasToString("int32[1] {-1}");
        assertThat(Column.of(new int[] {-1}).unsigned()).hasToString("uint32[1] {4294967295}");
        assertThat(Column.of(new long[] {-1})).hasToString("int64[1] {-1}");
        assertThat(Column.of(new long[] {-1}).unsigned()).hasToString("uint64[1] {18446744073709551615}");
        assertThat(Column.of(new float[] {-0.0f, Float.NaN})).hasToString("float32[2] {-0.0, NaN}");
        assertThat(Column.of(new double[0])).hasToString("float64[0] {}");
        assertThat(Column.of(new int[] {1, 2, 3, 4, 5, 6, 7, 8})).hasToString("int32[8] {1, 2, 3, 4, 5, 6, 7, 8}");
        assertThat(Column.of(new int[9])).hasToString("int32[9] {0, 0, 0, 0, 0, 0, 0, 0, ...}");
    }

    @Test
    void withoutOptionsTheOrderIsAscending() {
        int[] keys = {3, 1, 2, 1};
        Column column = Column.of(keys);
        assertThat(sorter.argsort(column)).containsExactly(1, 3, 2, 0);
        assertThat(sorter.topK(column, 2, Order.ASCENDING)).hasToString("TopK[keys=int32[2] {1, 1}, indices={1, 3}]");
        assertThat(sorter.unique(column, Order.ASCENDING).toIntArray()).containsExactly(1, 2, 3);
        assertThat(sorter.runLengths(column, Order.ASCENDING))
                .hasToString("Runs[keys=int32[3] {1, 2, 3}, counts={2, 1, 1}]");
        assertThat(sorter.isSorted(column, Order.ASCENDING)).isFalse();

        String[] names = {"c", "a", "b", "z"};
        sorter.objects().sort(Column.of(keys.clone()), names);
        assertThat(names).containsExactly("a", "z", "b", "c");
        long[] values = {3, 1, 2, 9};
        sorter.sort(column, Column.of(values));
        assertThat(keys).containsExactly(1, 1, 2, 3);
        assertThat(values).containsExactly(1, 9, 2, 3);
        assertThat(sorter.isSorted(column, Order.ASCENDING)).isTrue();
        int[] merged = new int[8];
        sorter.merge(column, column, Column.of(merged), Order.ASCENDING);
        assertThat(merged).containsExactly(1, 1, 1, 1, 2, 2, 3, 3);

        byte[] records = {2, 0, 1, 7};
        assertThat(sorter.records().argsort(Records.of(records, 2, 0, 1))).containsExactly(1, 0);
        sorter.records().sort(Records.of(records, 2, 0, 1));
        assertThat(records).containsExactly(1, 7, 2, 0);
    }

    @Test
    void ordersHaveNames() {
        assertThat(Order.ASCENDING.isDescending()).isFalse();
        assertThat(Order.DESCENDING.isDescending()).isTrue();
        assertThat(Order.DESCENDING.bits(0, 8)).isEqualTo(new Order(true, 0, 8)).hasToString("descending, bits 0 to 8");
        assertThat(Order.ASCENDING).hasToString("ascending");
        assertThatThrownBy(() -> Order.ASCENDING.bits(4, 3)).hasMessage("no bits [4, 3)");
        assertThatThrownBy(() -> Order.ASCENDING.bits(-1, 3)).hasMessage("no bits [-1, 3)");
    }

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Test
    void errorsNameTheProblem() {
        int[] keys = {3, 1, 2};
        Column column = Column.of(keys);
        assertRefused("2 values for 3 keys", () -> sorter.objects().sort(column, DESCENDING, new String[2]));
        Column readOnly = new Column(MemorySegment.ofArray(keys).asReadOnly(), KeyType.INT32);
        assertRefused("read-only", () -> sorter.sort(readOnly));
        assertRefused("int32", () -> sorter.sort(column, Order.ASCENDING.bits(0, 33)));
        assertRefused("int32", () -> sorter.partition(column, 32));
        assertRefused("the first 4 of 3 keys", () -> sorter.topK(column, 4, DESCENDING));
        assertRefused("-1", () -> sorter.topK(column, -1, DESCENDING));
        assertRefused("key 1 has 2 rows, key 0 has 3; all keys must have the same number of rows",
                () -> sorter.argsort(Key.of(column), Key.of(Column.of(new byte[2]))));
        assertRefused("3 and 3 keys do not fit in 5", () -> sorter.merge(column, column, Column.of(new int[5]), DESCENDING));
        assertRefused("int64", () -> sorter.merge(column, Column.of(new long[3]), Column.of(new int[6]), DESCENDING));
        assertRefused("offsets", () -> sorter.segments(new int[0]).sort(column, DESCENDING));
        assertRefused("offsets[2] is 1, before offsets[1], which is 2",
                () -> sorter.segments(new int[] {0, 2, 1}).sort(column, DESCENDING));
        assertThatThrownBy(() -> sorter.segments(new int[] {0, 4}).sort(column, DESCENDING))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("offsets[1] is 4, there are 3 keys");
        assertRefused("7 bytes", () -> new Column(MemorySegment.ofArray(new byte[7]), KeyType.INT32));
        assertRefused("width", () -> column.as(KeyType.INT64));
        assertThat(Arrays.equals(keys, new int[] {3, 1, 2})).as("keys are as they were").isTrue();
    }

    @Test
    void mergeChecksItsArguments() {
        int[] memory = {1, 3, 2, 4, 0, 0, 0, 0};
        Column all = Column.of(memory);
        Column a = all.range(0, 2);
        Column b = all.range(2, 4);
        Column unsorted = all.range(1, 3);
        Column out = all.range(4, 8);
        Column readOnly = new Column(out.segment().asReadOnly(), KeyType.INT32);

        assertRefused("read-only", () -> sorter.merge(a, b, readOnly, Order.ASCENDING));
        assertRefused("the first keys and the merged ones overlap",
                () -> sorter.merge(all.range(4, 5), b, out, Order.ASCENDING));
        assertRefused("the second keys and the merged ones overlap",
                () -> sorter.merge(a, all.range(7, 8), out, Order.ASCENDING));
        assertRefused("the first keys to merge are not sorted", () -> sorter.merge(unsorted, b, out, Order.ASCENDING));
        assertRefused("the second keys to merge are not sorted", () -> sorter.merge(a, unsorted, out, Order.ASCENDING));
        assertThat(memory).containsExactly(1, 3, 2, 4, 0, 0, 0, 0);

        sorter.merge(a, b, out, Order.ASCENDING);
        assertThat(memory).containsExactly(1, 3, 2, 4, 1, 2, 3, 4);
    }

    @Test
    void scratchOfImpossibleNumbersOfKeysIsRefused() {
        try (Sorter sorter = Sorter.open()) {
            for (long n : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE / 8}) {
                assertThatThrownBy(() -> Diagnostics.of(sorter).scratchBytes(n, KeyType.INT64, null))
                        .as("%d keys", n)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith(n + " keys");
                assertThatThrownBy(() -> Diagnostics.of(sorter).scratchBytes(n, KeyType.INT8, KeyType.FLOAT64))
                        .as("%d pairs", n)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith(n + " keys");
            }
            for (KeyType type : KeyType.values()) {
                assertThat(Diagnostics.of(sorter).scratchBytes(Long.MAX_VALUE / 2 / type.bytes(), type, null).host())
                        .isGreaterThan(Long.MAX_VALUE / 4);
                assertThat(Diagnostics.of(sorter).scratchBytes(0, type, type).host()).isNotNegative();
            }
        }
    }

    /** The offsets are the keys. The sort uses the offsets as they were at the call. */
    @Test
    void offsetsMayBeTheKeys() {
        try (Sorter sorter = Sorter.open()) {
            int[] both = {0, 1, 4, 4};
            sorter.segments(both).sort(Column.of(both), Order.DESCENDING);
            assertThat(both).containsExactly(0, 4, 4, 1);
        }
    }

    @Test
    void refusesPoliciesThatNoDeviceCanHave() {
        assertThatThrownBy(() -> new SortPolicy(null, 8, 1, 0, 0))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("kernels");
        assertThatThrownBy(() -> new SortPolicy(SortPolicy.Kernels.BLOCK, 8, Integer.MAX_VALUE, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy: blocksPerUnit is 2147483647, must be from 1 to 1024");
        assertThatThrownBy(() -> new SortPolicy(SortPolicy.Kernels.WORK_GROUP, 8, 1, 32, 4, Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy: keysAtOnce is 2147483647, must be from 0 to 16777216");
        assertThatThrownBy(() -> new SortPolicy(SortPolicy.Kernels.WORK_GROUP, 8, 1, 32, 4, 0, 0, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy: chunkKeys is -1, must be from 0 to 67108864");
    }

    @Test
    void scratchBytesAreThoseOfTheProcessorOfTheSorter() {
        try (Sorter host = Sorter.builder().onHost().open(); Sorter device = Sorter.builder().onDevice().open()) {
            Diagnostics onHost = Diagnostics.of(host);
            assertThat(onHost.deviceBytes(1000, KeyType.INT64, KeyType.INT64)).isZero();
            assertThat(onHost.hostBytes(1000, KeyType.INT64, KeyType.INT64)).isGreaterThanOrEqualTo(16_000);
            assertThat(Diagnostics.of(device).deviceBytes(1000, KeyType.INT64, KeyType.INT64)).isPositive();
            assertThatThrownBy(() -> Diagnostics.of(host).scratchBytes(1L << 31, KeyType.INT64, KeyType.INT64))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("the host sorts at most");
        }
    }
}
