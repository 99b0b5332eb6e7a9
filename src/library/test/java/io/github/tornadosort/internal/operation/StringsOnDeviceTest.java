package io.github.tornadosort.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.Strings;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts of few strings on a device, so that planted faults are found in seconds. */
class StringsOnDeviceTest {
    private static final SortOptions ASCENDING = SortOptions.builder().onDevice().build();
    private static final SortOptions DESCENDING = SortOptions.descending().withProcessor(ASCENDING.processor());
    private static Sorter sorter;

    @BeforeAll
    static void open() {
        sorter = Sorter.open(SortDevice.preferred());
    }

    @AfterAll
    static void close() {
        sorter.close();
    }

    /** Strings that tie after one word and after several, some of them in groups with a long common prefix. */
    private static String[] strings(int n) {
        SplittableRandom random = new SplittableRandom(n);
        return random.ints(n, 0, 4)
                .mapToObj(kind -> switch (kind) {
                    case 0 -> "a common prefix of several words " + random.nextInt(20);
                    case 1 -> "another one: " + random.nextInt(200);
                    case 2 -> "a".repeat(random.nextInt(30));
                    default -> random.nextBoolean() ? null : Integer.toString(random.nextInt(), 36);
                })
                .toArray(String[]::new);
    }

    private static int[] expected(String[] strings, int first, int end, Comparator<String> order) {
        return IntStream.range(first, end)
                .boxed()
                .sorted((i, j) -> order.compare(strings[i], strings[j]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 500, 20_000})
    void tiesAreSortedByFurtherWords(int n) {
        String[] strings = strings(n);
        assertThat(sorter.strings().argsort(Strings.of(strings), ASCENDING))
                .isEqualTo(expected(strings, 0, n, Comparator.nullsLast(Comparator.naturalOrder())));
        assertThat(sorter.strings().argsort(Strings.of(strings).nullsFirst(), DESCENDING))
                .isEqualTo(expected(strings, 0, n, Comparator.nullsFirst(Comparator.reverseOrder())));
    }

    @Test
    void segmentsAreSortedByThemselves() {
        int[] offsets = {3, 3, 4, 100, 480};
        for (boolean nullsFirst : new boolean[] {false, true}) {
            String[] strings = strings(500);
            String[] expected = strings.clone();
            Comparator<String> order = Comparator.naturalOrder();
            for (int i = 0; i + 1 < offsets.length; i++) {
                Arrays.sort(expected, offsets[i], offsets[i + 1],
                        nullsFirst ? Comparator.nullsFirst(order) : Comparator.nullsLast(order));
            }
            Strings view = Strings.of(strings);
            sorter.segments(offsets).sort(nullsFirst ? view.nullsFirst() : view, ASCENDING);
            assertThat(strings).isEqualTo(expected);
        }
    }

    /** A prefix of a few thousand bytes needs one sort to find it, and none for each of its words. */
    @Test
    void longCommonPrefixesAreSkipped() {
        String prefix = "0123456789".repeat(400);
        String[] strings = IntStream.range(0, 300).mapToObj(i -> prefix + i * 7 % 300).toArray(String[]::new);
        SortStats stats = sorter.strings().sort(Strings.of(strings), ASCENDING.withVerification(true));
        assertThat(strings).isSorted();
        assertThat(stats.verified()).isBetween(1, 2);
    }

    /** The number of sorts is that of words to compare, and not that of ties. */
    @Test
    void statisticsAddUpAllSorts() {
        SortOptions verified = ASCENDING.withVerification(true);
        String[] strings = IntStream.range(0, 300).mapToObj(i -> "equal words " + i % 100).toArray(String[]::new);
        SortStats stats = sorter.strings().sort(Strings.of(strings), Column.of(new int[300]), verified);
        assertThat(stats.keys()).isEqualTo(300);
        assertThat(stats.verified()).isBetween(1, 4);
        SortStats idle = sorter.strings().sort(Strings.of(new String[300]), Column.of(new int[300]), verified);
        assertThat(idle.keys()).isEqualTo(300);
        assertThat(idle.verified()).isZero();
    }
}
