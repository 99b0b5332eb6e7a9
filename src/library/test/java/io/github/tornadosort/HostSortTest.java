package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.host.HostSort;
import io.github.tornadosort.internal.host.Scratch;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HostSortTest {
    @ParameterizedTest
    @EnumSource
    void sortsAsTheReferenceDoes(KeyType type) {
        List<SortOptions> orders = List.of(
                SortOptions.ascending(),
                SortOptions.builder().descending().build(),
                SortOptions.builder().descending().bits(2, type.bits() - 1).build());
        for (Map.Entry<String, IntFunction<Column>> input : KeyData.inputs(type).entrySet()) {
            for (SortOptions order : orders) {
                for (int n : new int[] {0, 1, 2, 1000}) {
                    Column keys = input.getValue().apply(n);
                    assertThat(HostSort.argsort(keys, order))
                            .as("%d keys, %s, %s", n, input.getKey(), order)
                            .isEqualTo(Reference.order(keys, order));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void movesOtherColumnsWithTheKeys(KeyType type) {
        Column keys = KeyData.random(type, 1000, 1);
        int[] order = Reference.order(keys, SortOptions.ascending());
        Column expected = Operation.at(keys, order);
        short[] values = new short[1001];
        String[] objects = IntStream.range(0, 1001).mapToObj(i -> "" + i).toArray(String[]::new);
        IntStream.range(0, values.length).forEach(i -> values[i] = (short) i);
        try (Scratch scratch = new Scratch()) {
            Column withValues = KeyData.copy(keys);
            HostSort.sort(withValues, SortOptions.ascending(), scratch, Column.of(values));
            HostSort.sort(keys, objects, SortOptions.ascending(), scratch);

            assertThat(Operation.firstDifference(withValues, expected)).isEqualTo(-1);
            assertThat(Operation.firstDifference(keys, expected)).isEqualTo(-1);
            for (int i = 0; i < values.length; i++) {
                int from = i < order.length ? order[i] : i;
                assertThat(values[i]).isEqualTo((short) from);
                assertThat(objects[i]).isEqualTo("" + from);
            }
        }
    }
}
