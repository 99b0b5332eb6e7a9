package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sorts in which several columns of values move, and sorts by several keys, some of them strings. */
class SeveralValuesTest {
    private static final String[] WORDS = {"pear", "fig", null, "apple", "fig", "", "pear"};

    private final Sorter sorter = Sorter.open();

    private static String[] words(int n) {
        return IntStream.of(IntData.random(n, 7)).mapToObj(i -> WORDS[Math.floorMod(i, WORDS.length)])
                .toArray(String[]::new);
    }

    /** Nulls last, in either direction. */
    private static Comparator<String> byWord(Order order) {
        Comparator<String> ascending = Comparator.naturalOrder();
        return Comparator.nullsLast(order.isDescending() ? ascending.reversed() : ascending);
    }

    private static int[] order(int n, Comparator<Integer> comparator) {
        return IntStream.range(0, n).boxed().sorted(comparator).mapToInt(i -> i).toArray();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesMoveWithStrings(boolean descending) {
        Order direction = descending ? Order.DESCENDING : Order.ASCENDING;
        for (int n : new int[] {0, 1, 10, 3000}) {
            String[] strings = words(n);
            String[] original = strings.clone();
            int[] ints = IntStream.range(0, n).toArray();
            long[] longs = IntStream.range(0, n + 1).asLongStream().toArray();
            sorter.strings().sort(Strings.of(strings), direction, Column.of(ints), Column.of(longs));
            int[] expected = order(n, Comparator.comparing((Integer i) -> original[i], byWord(direction)));
            assertThat(ints).isEqualTo(expected);
            assertThat(Arrays.stream(longs).limit(n).mapToInt(i -> (int) i).toArray()).isEqualTo(expected);
            assertThat(longs[n]).isEqualTo(n);
            assertThat(strings).isEqualTo(IntStream.of(expected).mapToObj(i -> original[i]).toArray());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesMoveWithRecords(boolean onDevice) {
        byte[] rows = "pear apple fig  kiwi ".getBytes(StandardCharsets.UTF_8);
        int[] ints = {0, 1, 2, 3, 4, 5, 6};
        short[] shorts = {0, 1, 2};
        try (Sorter records = onDevice ? Sorter.builder().onDevice().open() : Sorter.open()) {
            assertThat(records.records().sort(Records.of(rows, 7, 0, 7), Column.of(ints), Column.of(shorts)).keys())
                    .isEqualTo(3);
        }
        assertThat(new String(rows, StandardCharsets.UTF_8)).isEqualTo("  kiwi pear apple fig");
        assertThat(ints).containsExactly(2, 0, 1, 3, 4, 5, 6);
        assertThat(shorts).containsExactly(2, 0, 1);
    }

    @Test
    void valuesMoveInSegments() {
        int[] offsets = {1, 3, 6};
        int[] ints = {9, 8, 7, 6, 5, 4, 3};
        byte[] bytes = {0, 1, 2, 3, 4, 5, 6};
        double[] doubles = {0, 1, 2, 3, 4, 5, 6};
        sorter.segments(offsets).sort(Column.of(ints), Column.of(bytes), Column.of(doubles));
        assertThat(ints).containsExactly(9, 7, 8, 4, 5, 6, 3);
        assertThat(bytes).containsExactly(0, 2, 1, 5, 4, 3, 6);
        assertThat(doubles).containsExactly(0, 2, 1, 5, 4, 3, 6);
        String[] strings = {"g", "f", "e", "d", "c", "b", "a"};
        int[] values = {0, 1, 2, 3, 4, 5, 6};
        sorter.segments(offsets).sort(Strings.of(strings), Order.ASCENDING, Column.of(values), Column.of(doubles));
        assertThat(strings).containsExactly("g", "e", "f", "b", "c", "d", "a");
        assertThat(values).containsExactly(0, 2, 1, 5, 4, 3, 6);
        assertThat(doubles).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void columnsThatCannotMoveAreRefused() {
        int[] keys = {3, 1, 2};
        int[] shared = {0, 1, 2, 3};
        Column readOnly = new Column(Column.of(new int[3]).segment().asReadOnly(), KeyType.INT32);
        Strings strings = Strings.of(new String[] {"c", "a", "b"});
        Records records = Records.of(new byte[] {3, 1, 2}, 1, 0, 1);
        for (Consumer<Column[]> sort : List.<Consumer<Column[]>>of(
                values -> sorter.sort(Column.of(keys), values), values -> sorter.strings().sort(strings, values),
                values -> sorter.records().sort(records, values),
                values -> sorter.segments(new int[] {0, 3}).sort(Column.of(keys), values),
                values -> sorter.segments(new int[] {0, 3}).sort(strings, values))) {
            assertThatThrownBy(() -> sort.accept(new Column[] {Column.of(shared), Column.of(new long[2])}))
                    .hasMessageContaining("2 values for 3 keys");
            assertThatThrownBy(() -> sort.accept(new Column[] {Column.of(shared), readOnly}))
                    .hasMessageContaining("read-only");
            assertThatThrownBy(() -> sort.accept(new Column[] {
                Column.of(shared).range(0, 3), Column.of(shared).range(1, 4)})).hasMessageContaining("overlap");
        }
        assertThatThrownBy(() -> sorter.sort(Column.of(keys), Column.of(shared), Column.of(keys)))
                .hasMessageContaining("overlap");
        assertThatThrownBy(() -> sorter.records().sort(records, new Column(records.segment(), KeyType.INT8)))
                .hasMessageContaining("overlap");
        assertThat(keys).containsExactly(3, 1, 2);
        assertThat(shared).containsExactly(0, 1, 2, 3);
        assertThat(strings.array()).containsExactly("c", "a", "b");
    }

    @Test
    void sortedRowsAreNotMoved() {
        int[] keys = {1, 2, 3};
        SortStats stats = sorter.sort(Column.of(keys), Column.of(new int[3]), Column.of(new int[3]));
        assertThat(stats.keys()).isEqualTo(3);
        int[] many = IntStream.range(0, 5000).toArray();
        assertThat(sorter.sort(Column.of(many), Column.of(many.clone()), Column.of(many.clone())).reason())
                .isEqualTo(SortStats.Reason.SORTED_ALREADY);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 3000})
    void rowsAreSortedByStringsAndNumbers(int n) {
        String[] names = words(n);
        int[] numbers = Arrays.stream(IntData.random(n, 3)).map(i -> i % 3).toArray();
        Key byName = Key.of(Strings.of(names), Order.DESCENDING);
        Key byNumber = Key.of(Column.of(numbers));
        Comparator<Integer> name = Comparator.comparing(i -> names[i], byWord(Order.DESCENDING));
        Comparator<Integer> number = Comparator.comparing(i -> numbers[i]);
        assertThat(sorter.argsort(byName, byNumber)).isEqualTo(order(n, name.thenComparing(number)));
        assertThat(sorter.argsort(byNumber, byName)).isEqualTo(order(n, number.thenComparing(name)));
        assertThat(sorter.argsort(byName)).isEqualTo(order(n, name));
        assertThat(sorter.argsort(Key.of(Strings.of(names)), byName)).isEqualTo(
                order(n, Comparator.comparing(i -> names[i], byWord(Order.ASCENDING))));
    }

    @Test
    void keysAreChecked() {
        Key three = Key.of(Strings.of(new String[3]));
        assertThatThrownBy(() -> sorter.argsort(three, Key.of(Strings.of(new String[3]), Order.ASCENDING.bits(0, 1))))
                .hasMessageContaining("of strings, which have no bit ranges");
        assertThatThrownBy(() -> sorter.argsort(three, (Key) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Key.of((Column) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Key.of(Column.of(new int[1]), null)).isInstanceOf(NullPointerException.class);
        assertThat(Key.of(Column.of(new int[] {1}), Order.DESCENDING)).hasToString("descending int32[1] {1}");
    }

    @Test
    void rangesOfStringsAreSorted() {
        String[] strings = {"d", "c", null, "b", "a"};
        assertThat(sorter.sort(strings, 1, 4).keys()).isEqualTo(3);
        assertThat(strings).containsExactly("d", "b", "c", null, "a");
        for (int[] range : new int[][] {{2, 1}, {-1, 2}, {0, 6}, {6, 6}}) {
            Throwable expected = org.assertj.core.api.Assertions.catchThrowable(
                    () -> Arrays.sort(strings.clone(), range[0], range[1]));
            assertThatThrownBy(() -> sorter.sort(strings, range[0], range[1]))
                    .isExactlyInstanceOf(expected.getClass())
                    .hasMessage(expected.getMessage());
        }
    }

    @Test
    void mergesReturnStatistics() {
        SortStats stats =
                sorter.merge(Column.of(new int[] {1, 3}), Column.of(new int[] {2}), Column.of(new int[4]), Order.ASCENDING);
        assertThat(stats.keys()).isEqualTo(3);
        assertThat(stats.reason()).isEqualTo(SortStats.Reason.HOST);
        try (Sorter timed = Sorter.builder().timed().open()) {
            Column half = Column.of(IntStream.range(0, 100_000).toArray());
            assertThat(timed.merge(half, half, Column.of(new int[200_000]), Order.ASCENDING).kernelNanos()).isPositive();
        }
    }
}
