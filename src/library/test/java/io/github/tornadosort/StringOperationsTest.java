package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tests operations on strings other than sorts of them alone. */
class StringOperationsTest {
    private static final int N = 1000;
    private static final Comparator<String> NULLS_LAST = Comparator.nullsLast(StringData::compareCodePoints);

    private static Sorter sorter;

    @BeforeAll
    static void open() {
        sorter = Sorter.builder().device(SortDevice.preferred()).open();
    }

    @AfterAll
    static void close() {
        sorter.close();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "PREFIX_OF_4096")
    void segmentsAreSortedByThemselves(StringData data) {
        int[] offsets = {3, 3, 5, 300, 301, 700, 990};
        String[] strings = data.strings(N);
        String[] expected = strings.clone();
        for (int i = 0; i + 1 < offsets.length; i++) {
            Arrays.sort(expected, offsets[i], offsets[i + 1], NULLS_LAST);
        }
        sorter.segments(offsets).sort(Strings.of(strings));
        assertThat(strings).isEqualTo(expected);
    }

    @Test
    void manySegmentsAreSortedByAllThreads() {
        String[] strings = StringData.WORDS.strings(200_000);
        int[] offsets = IntStream.rangeClosed(0, 40).map(i -> i * i * 125).toArray();
        String[] expected = strings.clone();
        for (int i = 0; i + 1 < offsets.length; i++) {
            Arrays.sort(expected, offsets[i], offsets[i + 1]);
        }
        sorter.segments(offsets).sort(Strings.of(strings));
        assertThat(strings).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "PREFIX_OF_4096")
    void distinctStringsAndRanksAreFound(StringData data) {
        String[] strings = data.strings(N);
        TreeSet<String> distinct = new TreeSet<>(NULLS_LAST);
        distinct.addAll(Arrays.asList(strings));
        List<String> sorted = Arrays.asList(distinct.toArray(String[]::new));
        assertThat(sorter.strings().unique(Strings.of(strings), Order.ASCENDING).array()).isEqualTo(sorted.toArray());
        int[] ranks = Arrays.stream(strings).mapToInt(sorted::indexOf).toArray();
        assertThat(sorter.strings().ranks(Strings.of(strings), Order.ASCENDING).toIntArray()).isEqualTo(ranks);
        assertThat(strings).isEqualTo(data.strings(N));
    }

    @Test
    void resultsAreInMemoryOfTheSameKind() {
        byte[][] elements = {bytes("b"), null, bytes("a"), bytes("b"), null, bytes("")};
        try (Arena arena = Arena.ofShared()) {
            Strings strings = ByteStringColumn.of(elements, KeyType.INT64, true, arena).strings().nullsFirst();
            Strings distinct = sorter.strings().unique(strings, Order.ASCENDING);
            assertThat(distinct.toArray()).containsExactly(null, "", "a", "b");
            assertThat(distinct.offsets().type()).isEqualTo(KeyType.INT64);
            assertThat(distinct.areNullsFirst()).isTrue();
            assertThat(sorter.strings().topK(strings, 5, Order.DESCENDING).keys().toArray())
                    .containsExactly(null, null, "b", "b", "a");
            assertThat(sorter.strings().ranks(strings, Order.ASCENDING).toIntArray()).containsExactly(3, 0, 2, 3, 0, 1);
        }
        assertThat(sorter.strings().unique(Strings.of(new String[] {"\uffff", "\ud83d\ude00"}).utf16(), Order.ASCENDING)
                .isUtf16()).isTrue();
        assertThat(sorter.strings().unique(Strings.of(new String[0]), Order.ASCENDING).size()).isZero();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void topStringsAreTheFirstOnes() {
        TopK<Strings> top =
                sorter.strings().topK(Strings.of(new String[] {"pear", "fig", "apple", "fig"}), 3, Order.ASCENDING);
        assertThat(top.keys().array()).containsExactly("apple", "fig", "fig");
        assertThat(top.indices()).containsExactly(2, 1, 3);
        assertThat(top).hasToString("TopK[keys=strings[3] {apple, fig, fig}, indices={2, 1, 3}]");
        for (int k : new int[] {-1, 5}) {
            assertThatThrownBy(() -> sorter.strings().topK(Strings.of(new String[4]), k, Order.ASCENDING))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the first " + k + " of 4 strings");
        }
    }

    @Test
    void ranksAreKeysOfALexsort() {
        String[] names = {"fig", "apple", "fig", "apple"};
        int[] prices = {2, 3, 1, 1};
        int[] order = sorter.argsort(Key.of(sorter.strings().ranks(Strings.of(names), Order.ASCENDING), Order.DESCENDING),
                Key.of(Column.of(prices)));
        assertThat(order).containsExactly(2, 0, 3, 1);
    }

    @Test
    void refusesValuesThatMakeNoSense() {
        String[] strings = {"b", "a"};
        Column offsets = Column.of(new int[] {0, 4, 8});
        MemorySegment bytes = MemorySegment.ofArray(new int[2]);
        assertThatThrownBy(() -> sorter.strings().sort(Strings.of(offsets, bytes), new Column(bytes, KeyType.INT32)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the bytes and the values overlap");
        assertThatThrownBy(() -> sorter.strings().sort(Strings.of(offsets, bytes), offsets))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the offsets and the values overlap");
        assertThatThrownBy(() -> sorter.segments(new int[] {0, 3}).sort(Strings.of(strings)))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(strings).containsExactly("b", "a");
    }
}
