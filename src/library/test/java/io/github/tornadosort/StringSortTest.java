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
    private static final SortOptions ON_HOST = SortOptions.builder().onHost().build();

    private static Sorter sorter;

    @BeforeAll
    static void open() {
        sorter = Sorter.open(SortDevice.preferred());
    }

    @AfterAll
    static void close() {
        sorter.close();
    }

    static Stream<Arguments> cases() {
        return Arrays.stream(StringData.values())
                .flatMap(data -> Stream.of(ON_HOST, descending(ON_HOST)).map(options -> Arguments.of(data, options)));
    }

    private static SortOptions descending(SortOptions options) {
        return SortOptions.descending().withProcessor(options.processor());
    }

    private static int[] lengths(SortOptions options) {
        return options.processor() == ON_HOST.processor() ? LENGTHS : new int[] {0, 1, 2, 300};
    }

    @ParameterizedTest
    @MethodSource("cases")
    void arraysAreSorted(StringData data, SortOptions options) {
        for (int n : lengths(options)) {
            Strings strings = Strings.of(data.strings(n));
            assertSorts(strings, StringData::compareCodePoints, options);
            assertSorts(strings.utf16().nullsFirst(), Comparator.naturalOrder(), options);
        }
    }

    private static void assertSorts(Strings strings, Comparator<String> order, SortOptions options) {
        String[] array = strings.array();
        String[] original = array.clone();
        int[] expected = StringData.argsort(
                array.length, i -> original[i], order, options.isDescending(), strings.areNullsFirst());
        assertThat(sorter.strings().argsort(strings, options)).as("%s", strings).isEqualTo(expected);
        assertThat(array).isEqualTo(original);
        assertThat(sorter.strings().sort(strings, options).keys()).isEqualTo(array.length);
        assertThat(array).isEqualTo(Arrays.stream(expected).mapToObj(i -> original[i]).toArray());
        System.arraycopy(original, 0, array, 0, array.length);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void byteStringsAreSorted(StringData data, SortOptions options) {
        for (int n : lengths(options)) {
            byte[][] elements = Arrays.stream(data.strings(n))
                    .map(string -> string == null ? null : string.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
            assertSorts(elements, KeyType.INT32, data == StringData.NULLS, options);
            assertSorts(elements, KeyType.INT64, true, options);
        }
    }

    /** Few strings are sorted without a view of them. */
    @ParameterizedTest
    @MethodSource("cases")
    void shortArraysAreSorted(StringData data, SortOptions options) {
        for (int n = 0; n <= 42; n++) {
            String[] strings = data.strings(n);
            String[] original = strings.clone();
            int[] expected =
                    StringData.argsort(n, i -> original[i], StringData::compareCodePoints, options.isDescending(), false);
            sorter.sort(strings, options.withProcessor(ON_HOST.processor()));
            assertThat(strings).isEqualTo(Arrays.stream(expected).mapToObj(i -> original[i]).toArray());
        }
    }

    private static void assertSorts(byte[][] elements, KeyType offsets, boolean withValidity, SortOptions options) {
        try (Arena arena = Arena.ofShared()) {
            ByteStringColumn column = ByteStringColumn.of(elements, offsets, withValidity, arena);
            boolean nullsFirst = offsets == KeyType.INT64;
            Strings strings = nullsFirst ? column.strings().nullsFirst() : column.strings();
            int[] expected = StringData.argsort(
                    elements.length, i -> elements[i], Arrays::compareUnsigned, options.isDescending(), nullsFirst);
            assertThat(sorter.strings().argsort(strings, options)).isEqualTo(expected);
            sorter.strings().sort(strings, options);
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
        assertSorts(elements, KeyType.INT32, false, ON_HOST);
    }

    /** Long runs of strings that are equal up to a depth are sorted by all threads. */
    @ParameterizedTest
    @EnumSource(
            names = {"WORDS", "EQUAL", "FEW_DISTINCT", "PREFIX_OF_9", "PREFIXES_OF_EACH_OTHER", "NULS", "SURROGATES", "URLS",
                "NULLS"})
    void manyStringsAreSorted(StringData data) {
        Strings strings = Strings.of(data.strings(40_000));
        assertSorts(strings, StringData::compareCodePoints, ON_HOST);
        assertSorts(strings.nullsFirst(), StringData::compareCodePoints, descending(ON_HOST));
    }

    @Test
    void theHostSortsUnlessTheDeviceIsAskedFor() {
        Strings strings = Strings.of(StringData.WORDS.strings(100_000));
        assertThat(sorter.strings().sort(strings).reason()).isEqualTo(SortStats.Reason.HOST);
        assertThat(sorter.strings().sort(strings, ON_HOST).reason()).isEqualTo(SortStats.Reason.HOST_REQUESTED);
    }

    /** Memory of a confined arena is accessed by the calling thread alone. */
    @Test
    void confinedMemoryIsSorted() {
        byte[][] elements = Arrays.stream(StringData.URLS.strings(40_000))
                .map(string -> string.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        try (Arena arena = Arena.ofConfined()) {
            ByteStringColumn column = ByteStringColumn.of(elements, KeyType.INT32, true, arena);
            sorter.strings().sort(column.strings(), ON_HOST);
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
