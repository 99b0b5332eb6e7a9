package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectSortsTest {
    /** Tells its place before the sort, so that the order of equal keys is seen. */
    private record Item(int place, long number, double weight, String name) {}

    private static Item[] items(int n) {
        SplittableRandom random = new SplittableRandom(n);
        Item[] items = new Item[n];
        Arrays.setAll(items, i -> new Item(
                i,
                random.nextInt(4) == 0 ? random.nextInt(10) : random.nextLong(),
                random.nextInt(9) == 0 ? Double.NaN : random.nextInt(5) == 0 ? -0.0 * random.nextInt(2)
                        : random.nextDouble(-1, 1),
                random.nextInt(50) == 0
                        ? null
                        : Integer.toString(random.nextInt(n), 36) + (random.nextInt(7) == 0 ? "\uffee" : "")
                                + (random.nextInt(7) == 0 ? "\ud83d\ude00" : "")));
        return items;
    }

    private static void check(Item[] items, Consumer<Item[]> sort, Comparator<Item> order) {
        Item[] sorted = items.clone();
        sort.accept(sorted);
        Item[] expected = items.clone();
        Arrays.sort(expected, order);
        assertThat(Arrays.mismatch(sorted, expected)).as("first wrong object").isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 10, 1000, 100_000})
    void sortsLikeTheComparatorOfTheKey(int n) {
        Item[] items = items(n);
        Comparator<String> names = Comparator.nullsLast(Comparator.naturalOrder());
        Comparator<String> namesDown = Comparator.nullsLast(Comparator.reverseOrder());
        try (Sorter sorter = Sorter.open()) {
            check(items, array -> sorter.objects().sortBy(array, Item::name), Comparator.comparing(Item::name, names));
            check(items, array -> sorter.objects().sortBy(array, Item::name, Order.DESCENDING),
                    Comparator.comparing(Item::name, namesDown));
            check(items, array -> sorter.objects().sortByLong(array, item -> item.number()),
                    Comparator.comparingLong(Item::number));
            check(items, array -> sorter.objects().sortByDouble(array, item -> item.weight()),
                    Comparator.comparingDouble(Item::weight));
            check(items, array -> sorter.objects().sortByDouble(array, Item::weight, Order.DESCENDING),
                    (a, b) -> Double.compare(b.weight(), a.weight()));
            Comparator<Item> numberThenName = Comparator.comparingLong((Item item) -> item.number() >> 60)
                    .thenComparing(Item::name, names);
            check(items, array -> sorter.objects().sort(array, item -> item.number() >> 60, numberThenName), numberThenName);
            assertThat(sorter.objects().sortByLong(items.clone(), Item::number).keys()).isEqualTo(n);
            assertThat(sorter.objects().sortBy(items.clone(), Item::name).keys()).isEqualTo(n);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void anExceptionLeavesTheArrayAsItWas(int n) {
        Item[] items = items(n);
        Item[] array = items.clone();
        IllegalStateException mine = new IllegalStateException("mine");
        try (Sorter sorter = Sorter.open()) {
            assertThatThrownBy(() -> sorter.objects().sortBy(array, item -> fail(item, mine).name())).isSameAs(mine);
            assertThatThrownBy(() -> sorter.objects().sortByLong(array, item -> fail(item, mine).number())).isSameAs(mine);
            assertThatThrownBy(() -> sorter.objects().sortByDouble(array, item -> fail(item, mine).weight())).isSameAs(mine);
            assertThatThrownBy(() -> sorter.objects().sort(array, _ -> 0, (_, _) -> {
                throw mine;
            })).isSameAs(mine);
            assertThatThrownBy(() -> sorter.objects().sortBy(array, Item::name, Order.ASCENDING.bits(0, 8)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Arrays.equals(array, items)).isTrue();
    }

    private static Item fail(Item item, RuntimeException exception) {
        if (item.place() == 7) {
            throw exception;
        }
        return item;
    }
}
