package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sorts of strings on the host and on a device against the JDK's sort. */
@Tag("slow")
class StringSortTest {
    /** Few strings, more than are sorted by insertion, and more than fit a part of the smallest digits. */
    private static final int[] LENGTHS = {0, 1, 2, 3, 20, 21, 300, 2000};

    private static Sorter sorter;

    @BeforeAll
    static void open() {
        sorter = Sorter.builder().onHost().open();
    }

    @AfterAll
    static void close() {
        sorter.close();
    }

    static Stream<Arguments> cases() {
        return Arrays.stream(StringData.values())
                .flatMap(data -> Stream.of(Order.ASCENDING, Order.DESCENDING)
                        .map(sortOrder -> Arguments.of(data, sortOrder)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void arraysAreSorted(StringData data, Order sortOrder) {
        for (int n : LENGTHS) {
            Strings strings = Strings.of(data.strings(n));
            assertSorts(strings, StringData::compareCodePoints, sortOrder);
            assertSorts(strings.utf16().nullsFirst(), Comparator.naturalOrder(), sortOrder);
        }
    }

    private static void assertSorts(Strings strings, Comparator<String> order, Order sortOrder) {
        String[] array = strings.array();
        String[] original = array.clone();
        int[] expected = StringData.argsort(
                array.length, i -> original[i], order, sortOrder.isDescending(), strings.areNullsFirst());
        assertThat(sorter.strings().argsort(strings, sortOrder)).as("%s", strings).isEqualTo(expected);
        assertThat(array).isEqualTo(original);
        assertThat(sorter.strings().sort(strings, sortOrder).keys()).isEqualTo(array.length);
        assertThat(array).isEqualTo(Arrays.stream(expected).mapToObj(i -> original[i]).toArray());
        System.arraycopy(original, 0, array, 0, array.length);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void byteStringsAreSorted(StringData data, Order sortOrder) {
        for (int n : LENGTHS) {
            byte[][] elements = Arrays.stream(data.strings(n))
                    .map(string -> string == null ? null : string.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
            assertSorts(elements, KeyType.INT32, data == StringData.NULLS, sortOrder);
            assertSorts(elements, KeyType.INT64, true, sortOrder);
        }
    }

    /** Few strings are sorted without a view of them. */
    @ParameterizedTest
    @MethodSource("cases")
    void shortArraysAreSorted(StringData data, Order sortOrder) {
        for (int n = 0; n <= 42; n++) {
            String[] strings = data.strings(n);
            String[] original = strings.clone();
            int[] expected =
                    StringData.argsort(n, i -> original[i], StringData::compareCodePoints, sortOrder.isDescending(), false);
            sorter.sort(strings, sortOrder);
            assertThat(strings).isEqualTo(Arrays.stream(expected).mapToObj(i -> original[i]).toArray());
        }
    }

    private static void assertSorts(byte[][] elements, KeyType offsets, boolean withValidity, Order sortOrder) {
        try (Arena arena = Arena.ofShared()) {
            ByteStringColumn column = ByteStringColumn.of(elements, offsets, withValidity, arena);
            boolean nullsFirst = offsets == KeyType.INT64;
            Strings strings = nullsFirst ? column.strings().nullsFirst() : column.strings();
            int[] expected = StringData.argsort(
                    elements.length, i -> elements[i], Arrays::compareUnsigned, sortOrder.isDescending(), nullsFirst);
            assertThat(sorter.strings().argsort(strings, sortOrder)).isEqualTo(expected);
            sorter.strings().sort(strings, sortOrder);
            assertThat(column.elements()).isEqualTo(Arrays.stream(expected).mapToObj(i -> elements[i]).toArray());
            assertThat(column.isFramed()).as("memory around the strings is unchanged").isTrue();
        }
    }

    @Test
    void bytesNeedNotBeText() {
        Random random = new Random(1);
        byte[][] elements = new byte[3000][];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = new byte[random.nextInt(12)];
            for (int j = 0; j < elements[i].length; j++) {
                elements[i][j] = (byte) (random.nextInt(3) - 1);
            }
        }
        assertSorts(elements, KeyType.INT32, false, Order.ASCENDING);
    }

    /** Long runs of strings that are equal up to a depth are sorted by all threads. */
    @ParameterizedTest
    @EnumSource(
            names = {"WORDS", "EQUAL", "FEW_DISTINCT", "PREFIX_OF_9", "PREFIXES_OF_EACH_OTHER", "NULS", "SURROGATES", "URLS",
                "NULLS"})
    void manyStringsAreSorted(StringData data) {
        Strings strings = Strings.of(data.strings(40_000));
        assertSorts(strings, StringData::compareCodePoints, Order.ASCENDING);
        assertSorts(strings.nullsFirst(), StringData::compareCodePoints, Order.DESCENDING);
    }

    @Test
    void theHostSorts() {
        try (Sorter any = Sorter.open(); Sorter onDevice = Sorter.builder().onDevice().open()) {
            assertThat(any.strings().sort(Strings.of(StringData.WORDS.strings(1000))).reason())
                    .isEqualTo(SortStats.Reason.HOST);
            assertThat(onDevice.sort(StringData.WORDS.strings(1000)).reason()).isEqualTo(SortStats.Reason.HOST);
            assertThat(sorter.sort(StringData.WORDS.strings(1000)).reason()).isEqualTo(SortStats.Reason.HOST_REQUESTED);
        }
    }

    /** Memory of a confined arena is accessed by the calling thread alone. */
    @Test
    void confinedMemoryIsSorted() {
        byte[][] elements = Arrays.stream(StringData.URLS.strings(40_000))
                .map(string -> string.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        try (Arena arena = Arena.ofConfined()) {
            ByteStringColumn column = ByteStringColumn.of(elements, KeyType.INT32, true, arena);
            sorter.strings().sort(column.strings(), Order.ASCENDING);
            Arrays.sort(elements, Arrays::compareUnsigned);
            assertThat(column.elements()).isEqualTo(elements);
        }
    }

    /** A sort that went one level deeper with each word would need too much stack. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void stringsOfAllLengthsNeedNoDeepRecursion(int extra) {
        String longest = "ab".repeat(20_000);
        String[] strings = new String[2000];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = longest.substring(0, (i * 7919 % strings.length) * 20 + extra);
        }
        String[] expected = strings.clone();
        Arrays.sort(expected);
        sorter.sort(strings);
        assertThat(strings).isEqualTo(expected);
    }
}
