package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests sorters of every setting with every operation: a sorter does it, or says that it cannot, and changes no data. */
class SorterSettingsTest {
    /** Settings that some operations cannot honour, and what such an operation is called. */
    @SuppressWarnings("ImmutableEnumChecker")
    enum Setting {
        TIMED(Sorter.Builder::timed, " returns no times; open a sorter that is not timed"),
        ALGORITHM(
                builder -> builder.algorithm("merge"),
                " runs on the host, which cannot be told to use merge; open a sorter that names no algorithm"),
        VERIFIED(
                Sorter.Builder::verified,
                " does not run on the device, which could be verified; open a sorter that does not verify"),
        DIGITS(builder -> builder.algorithm("radix").digitBits(4), " runs on the host, which cannot be told to use radix"),
        ON_DEVICE(Sorter.Builder::onDevice, "none"),
        ON_HOST(Sorter.Builder::onHost, "none");

        private final UnaryOperator<Sorter.Builder> how;
        private final String message;

        Setting(UnaryOperator<Sorter.Builder> how, String message) {
            this.how = how;
            this.message = message;
        }
    }

    /** Keys and values that are in no order. */
    static final class Data {
        private final int[] keys = {2, 5, 3, 1, 4};
        private final int[] values = {0, 1, 2, 3, 4};
        private final byte[] records = {2, 5, 3, 1, 4};
        private final String[] strings = {"two", "five", "three", "one", "four"};

        private boolean isOriginal() {
            Data original = new Data();
            return Arrays.equals(keys, original.keys)
                    && Arrays.equals(values, original.values)
                    && Arrays.equals(records, original.records)
                    && Arrays.equals(strings, original.strings);
        }

        private Column column() {
            return Column.of(keys);
        }
    }

    /** Which settings an operation cannot honour. */
    @SuppressWarnings("ImmutableEnumChecker")
    private enum Kind {
        /** Sorts on either processor, and returns statistics. */
        SORT(List.of()),
        /** Sorts on either processor. */
        NO_STATISTICS(List.of(Setting.TIMED)),
        /** Sorts on the host, and returns statistics. */
        HOST(List.of(Setting.ALGORITHM, Setting.VERIFIED, Setting.DIGITS)),
        /** Sorts on the host. */
        HOST_WITHOUT_STATISTICS(List.of(Setting.TIMED, Setting.ALGORITHM, Setting.VERIFIED, Setting.DIGITS));

        private final List<Setting> refused;

        Kind(List<Setting> refused) {
            this.refused = refused;
        }
    }

    /** An operation. */
    record Call(String name, Kind kind, BiConsumer<Sorter, Data> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final int[] OFFSETS = {0, 2, 5};

    private static final List<Call> CALLS = List.of(
            new Call("sort", Kind.SORT, (sorter, data) -> sorter.sort(data.keys)),
            new Call("sort pairs", Kind.SORT, (sorter, data) -> sorter.sort(data.column(), Column.of(data.values))),
            new Call("sort objects", Kind.SORT, (sorter, data) -> sorter.objects().sort(data.column(), new String[5])),
            new Call("sort to", Kind.SORT, (sorter, data) -> sorter.sortTo(data.column(), Order.ASCENDING, (_, _) -> {})),
            new Call("records", Kind.SORT, (sorter, data) -> sorter.records().sort(Records.of(data.records, 1, 0, 1))),
            new Call("argsort", Kind.NO_STATISTICS, (sorter, data) -> sorter.argsort(data.column())),
            new Call("lexsort", Kind.NO_STATISTICS,
                    (sorter, data) -> sorter.argsort(Key.of(data.column()), Key.of(data.column()))),
            new Call("argsort of records", Kind.NO_STATISTICS,
                    (sorter, data) -> sorter.records().argsort(Records.of(data.records, 1, 0, 1))),
            new Call("unique", Kind.NO_STATISTICS, (sorter, data) -> sorter.unique(data.column(), Order.ASCENDING)),
            new Call("run lengths", Kind.NO_STATISTICS, (sorter, data) -> sorter.runLengths(data.column(), Order.ASCENDING)),
            new Call("top k", Kind.NO_STATISTICS, (sorter, data) -> sorter.topK(data.column(), 2, Order.ASCENDING)),
            new Call("segments", Kind.HOST, (sorter, data) -> sorter.segments(OFFSETS).sort(data.column())),
            new Call("segments of strings", Kind.HOST,
                    (sorter, data) -> sorter.segments(OFFSETS).sort(Strings.of(data.strings))),
            new Call("strings", Kind.HOST, (sorter, data) -> sorter.sort(data.strings)),
            new Call("sort by", Kind.HOST, (sorter, data) -> sorter.objects().sortBy(data.strings, String::valueOf)),
            new Call("argsort of strings", Kind.HOST_WITHOUT_STATISTICS,
                    (sorter, data) -> sorter.strings().argsort(Strings.of(data.strings))),
            new Call("top k of strings", Kind.HOST_WITHOUT_STATISTICS,
                    (sorter, data) -> sorter.strings().topK(Strings.of(data.strings), 2, Order.ASCENDING)),
            new Call("unique strings", Kind.HOST_WITHOUT_STATISTICS,
                    (sorter, data) -> sorter.strings().unique(Strings.of(data.strings), Order.ASCENDING)),
            new Call("ranks", Kind.HOST_WITHOUT_STATISTICS,
                    (sorter, data) -> sorter.strings().ranks(Strings.of(data.strings), Order.ASCENDING)),
            new Call("partition", Kind.SORT, (sorter, data) -> sorter.partition(data.column(), 1)),
            new Call("is sorted", Kind.SORT, (sorter, data) -> sorter.isSorted(data.column(), Order.ASCENDING)),
            new Call("merge", Kind.SORT, (sorter, data) -> sorter.merge(
                    data.column().range(0, 1), data.column().range(1, 2), Column.of(new int[2]), Order.ASCENDING)));

    static Stream<Arguments> matrix() {
        return CALLS.stream().flatMap(call -> Stream.of(Setting.values()).map(setting -> Arguments.of(call, setting)));
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void aSorterDoesItOrSaysThatItCannot(Call call, Setting setting) {
        Data data = new Data();
        try (Sorter sorter = setting.how.apply(Sorter.builder()).open()) {
            Throwable thrown = catchThrowable(() -> call.call.accept(sorter, data));
            if (call.kind.refused.contains(setting)) {
                assertThat(thrown).isInstanceOf(UnsupportedOperationException.class).hasMessageContaining(setting.message);
                assertThat(data.isOriginal()).as("data are as they were").isTrue();
            } else {
                assertThat(thrown).isNull();
            }
        }
    }

    static List<Call> calls() {
        return CALLS;
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aClosedSorterRefusesEveryCall(Call call) {
        Data data = new Data();
        Sorter sorter = Sorter.builder().device(SortDevice.preferred()).open();
        sorter.close();
        sorter.close();
        assertThatThrownBy(() -> call.call.accept(sorter, data)).isInstanceOf(IllegalStateException.class)
                .hasMessage("this sorter is closed");
        assertThat(data.isOriginal()).as("data are as they were").isTrue();
    }

    @Test
    void settingsThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> Sorter.builder().algorithm("merge").digitBits(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("merge has no digits");
        assertThatThrownBy(() -> Sorter.builder().algorithm("radix").digitBits(9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("digits of 9 bits: expected 1 to 8");
        assertThatThrownBy(() -> Sorter.builder().digitBits(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name the algorithm first");
        assertThatThrownBy(() -> Sorter.builder().algorithm("quick"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("radix-four-way");
        assertThatThrownBy(() -> Sorter.builder().device(null)).isInstanceOf(NullPointerException.class);
    }

    /** Settings last from one builder to all its sorters. */
    @Test
    void aBuilderOpensSeveralSorters() {
        Sorter.Builder builder = Sorter.builder().onHost();
        builder.open().close();
        try (Sorter second = builder.open()) {
            int[] keys = {2, 1};
            second.sort(keys);
            assertThat(keys).containsExactly(1, 2);
        }
    }

    @Test
    void ordersThatKeysDoNotHaveAreRefused() {
        Data data = new Data();
        try (Sorter sorter = Sorter.open()) {
            for (Order order : List.of(Order.ASCENDING.bits(0, 33), Order.ASCENDING.bits(33, Order.ALL_BITS))) {
                for (Runnable call : List.<Runnable>of(
                        () -> sorter.sort(data.keys, order), () -> sorter.sort(data.column(), order, Column.of(data.values)),
                        () -> sorter.argsort(data.column(), order), () -> sorter.topK(data.column(), 2, order),
                        () -> sorter.unique(data.column(), order), () -> sorter.isSorted(data.column(), order),
                        () -> sorter.segments(OFFSETS).sort(data.column(), order), () -> sorter.sort(data.strings, order),
                        () -> sorter.records().sort(Records.of(data.records, 1, 0, 1), order))) {
                    assertThat(catchThrowable(call::run)).as("%s", order).isInstanceOf(IllegalArgumentException.class);
                    assertThat(data.isOriginal()).as("data are as they were").isTrue();
                }
            }
            assertThatThrownBy(() -> sorter.sort(data.strings, Order.ASCENDING.bits(0, 8)))
                    .hasMessage("bits 0 to 8 of strings, which have no bit ranges; compare all bits");
        }
    }
}
