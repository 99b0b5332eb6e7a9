package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests views of strings, and which of them sorts refuse. */
class StringsTest {
    private static final byte[] BYTES = "onetwothree".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final MemorySegment MEMORY = MemorySegment.ofArray(BYTES);
    private static final int[] OFFSETS = {0, 3, 6, 11};

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Test
    void viewsAnArray() {
        String[] array = {"b", null, "a"};
        Strings strings = Strings.of(array);
        assertThat(strings.size()).isEqualTo(3);
        assertThat(strings.array()).isSameAs(array);
        assertThat(strings.offsets()).isNull();
        assertThat(strings.isNull(1)).isTrue();
        assertThat(strings.get(1)).isNull();
        assertThat(strings.toArray()).isEqualTo(array).isNotSameAs(array);
        assertThat(strings).hasToString("strings[3] {b, null, a}");
        assertThat(Strings.of(new String[9])).asString().endsWith("null, ...}");
        assertThatThrownBy(() -> strings.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Strings.of((String[]) null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void viewsBytes() {
        MemorySegment validity = MemorySegment.ofArray(new byte[] {0b101});
        Strings strings = Strings.of(Column.of(OFFSETS), MEMORY, validity);
        assertThat(strings.toArray()).containsExactly("one", null, "three");
        assertThat(strings.array()).isNull();
        assertThat(strings.bytes()).isEqualTo(MEMORY);
        assertThat(strings.validity()).isEqualTo(validity);
        assertThat(Strings.of(Column.of(new long[] {3, 6, 6}), MEMORY).toArray()).containsExactly("two", "");
        assertThatThrownBy(() -> strings.isNull(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void viewsSayHowToOrder() {
        Strings strings = Strings.of(new String[0]);
        assertThat(strings.areNullsFirst()).isFalse();
        assertThat(strings.isUtf16()).isFalse();
        assertThat(strings.nullsFirst().utf16().areNullsFirst()).isTrue();
        assertThat(strings.utf16().nullsFirst().isUtf16()).isTrue();
        assertRefused("no order by UTF-16", () -> Strings.of(Column.of(OFFSETS), MEMORY).utf16());
    }

    @Test
    void refusesViewsThatMakeNoSense() {
        assertRefused("they must be int32 or int64", () -> Strings.of(Column.of(OFFSETS).unsigned(), MEMORY));
        assertRefused("no offsets", () -> Strings.of(Column.of(new int[0]), MEMORY));
        assertRefused("it must have one bit for each",
                () -> Strings.of(Column.of(new int[10]), MEMORY, MemorySegment.ofArray(new byte[1])));
        assertThatThrownBy(() -> Strings.of(Column.of(OFFSETS), null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    @SuppressWarnings("restricted")
    void refusesMoreStringsThanIndices() {
        Column offsets =
                new Column(MemorySegment.ofAddress(1 << 12).reinterpret(4L * (Integer.MAX_VALUE + 2L)), KeyType.INT32);
        assertRefused("2147483648 strings are more than", () -> Strings.of(offsets, MEMORY));
    }

    @Test
    void sortsRefuseOffsetsThatAreWrong() {
        try (Sorter sorter = Sorter.open()) {
            assertRefused("offsets[2] is 2, before offsets[1], which is 3",
                    () -> sorter.strings().sort(Strings.of(Column.of(new int[] {0, 3, 2}), MEMORY)));
            assertThatThrownBy(() -> sorter.strings().argsort(Strings.of(Column.of(new int[] {0, 12}), MEMORY)))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("offsets from 0 to 12, there are 11 bytes");
            assertThatThrownBy(() -> sorter.strings().sort(Strings.of(Column.of(new long[] {-1, 3}), MEMORY)))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessageContaining("offsets from -1");
        }
    }

    @Test
    void sortsRefuseMemoryThatTheyCannotWrite() {
        MemorySegment bits = MemorySegment.ofArray(new byte[1]);
        Column offsets = Column.of(OFFSETS);
        try (Sorter sorter = Sorter.open(); Arena arena = Arena.ofConfined()) {
            assertRefused("the bytes is read-only",
                    () -> sorter.strings().sort(Strings.of(offsets, MEMORY.asReadOnly(), bits)));
            Column readOnly = new Column(offsets.segment().asReadOnly(), KeyType.INT32);
            assertRefused("the offsets is read-only", () -> sorter.strings().sort(Strings.of(readOnly, MEMORY, bits)));
            assertRefused("the validity bitmap is read-only",
                    () -> sorter.strings().sort(Strings.of(offsets, MEMORY, bits.asReadOnly())));
            assertThat(sorter.strings().argsort(Strings.of(readOnly, MEMORY.asReadOnly()))).containsExactly(0, 2, 1);

            MemorySegment memory = arena.allocate(16);
            Column first = new Column(memory.asSlice(0, 8), KeyType.INT32);
            assertRefused("the offsets and the bytes overlap", () -> sorter.strings().sort(Strings.of(first, memory)));
            assertRefused("the validity bitmap and the bytes overlap",
                    () -> sorter.strings().sort(Strings.of(offsets, memory, memory.asSlice(8))));
            assertRefused("the validity bitmap and the offsets overlap",
                    () -> sorter.strings().sort(Strings.of(first, memory.asSlice(8), memory.asSlice(7, 1))));
        }
    }
}
