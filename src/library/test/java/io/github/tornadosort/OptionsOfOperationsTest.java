package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.stage.SortStage;
import io.github.tornadosort.testing.PrintedTables;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests every option with every operation: the operation honours it, or refuses it and does not change the data. */
@ExtendWith(PrintedTables.class)
class OptionsOfOperationsTest {
    private static final String TITLE = "Options that operations refuse";
    private static Sorter sorter;

    record Option(String name, SortOptions options) {
        private static final Option DESCENDING = of("descending", SortOptions.Builder::descending);
        private static final Option BITS = of("bits", options -> options.bits(0, 8));
        private static final Option TIMED = of("timed", SortOptions.Builder::timed);
        private static final Option ALGORITHM = of("algorithm", options -> options.algorithm(Algorithm.MERGE));
        private static final Option VERIFIED = of("verified", SortOptions.Builder::verify);
        private static final Option ON_DEVICE = of("on device", SortOptions.Builder::onDevice);
        private static final List<Option> ALL = List.of(
                DESCENDING,
                BITS,
                TIMED,
                ALGORITHM,
                of("radix", options -> options.algorithm(Algorithm.RADIX)),
                of("digits", options -> options.algorithm(Algorithm.RADIX, 4)),
                VERIFIED,
                ON_DEVICE);

        private static Option of(String name, UnaryOperator<SortOptions.Builder> how) {
            return new Option(name, how.apply(SortOptions.builder()).build());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Keys and values that are not sorted in the order of any of the options. */
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

        private Strings asStrings() {
            return Strings.of(strings);
        }

        private Records asRecords() {
            return Records.of(records, 1, 0, 1);
        }
    }

    /**
     * An operation.
     *
     * @param refused options that it cannot honour
     */
    record Call(String name, List<Option> refused, BiConsumer<Data, SortOptions> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Option> allBut(Option... honoured) {
        return Option.ALL.stream().filter(option -> !List.of(honoured).contains(option)).toList();
    }

    static final List<Call> CALLS = List.of(
            new Call(
                    "sort",
                    List.of(), (data, options) -> sorter.sort(data.column(), options)),
            new Call(
                    "sort pairs",
                    List.of(),
                    (data, options) -> sorter.sort(data.column(), Column.of(data.values), options)),
            new Call(
                    "sort objects",
                    List.of(), (data, options) -> sorter.objects().sort(data.column(), new String[5], options)),
            new Call(
                    "sort array",
                    List.of(), (data, options) -> sorter.sort(data.keys, options)),
            new Call(
                    "argsort",
                    List.of(Option.TIMED), (data, options) -> sorter.argsort(data.column(), options)),
            new Call(
                    "lexsort",
                    List.of(Option.TIMED),
                    (data, options) -> sorter
                            .lexsort(List.of(SortKey.of(data.column()), new SortKey(data.column(), options)))),
            new Call(
                    "sort segments",
                    allBut(Option.DESCENDING, Option.BITS, Option.TIMED),
                    (data, options) -> sorter.segments(new int[] {0, 2, 5}).sort(data.column(), options)),
            new Call(
                    "sort segments of pairs",
                    allBut(Option.DESCENDING, Option.BITS, Option.TIMED),
                    (data, options) -> sorter.segments(new int[] {0, 2, 5}).sort(data.column(), Column.of(data.values),
                            options)),
            new Call(
                    "unique",
                    List.of(Option.TIMED), (data, options) -> sorter.unique(data.column(), options)),
            new Call(
                    "run lengths",
                    List.of(Option.TIMED), (data, options) -> sorter.runLengths(data.column(), options)),
            new Call(
                    "top k",
                    allBut(Option.DESCENDING, Option.BITS),
                    (data, options) -> sorter.topK(data.column(), 2, options)),
            new Call(
                    "sort records",
                    allBut(Option.DESCENDING, Option.TIMED, Option.VERIFIED, Option.ON_DEVICE),
                    (data, options) -> sorter.records().sort(data.asRecords(), options)),
            new Call(
                    "argsort records",
                    allBut(Option.DESCENDING, Option.VERIFIED, Option.ON_DEVICE),
                    (data, options) -> sorter.records().argsort(data.asRecords(), options)),
            new Call(
                    "sort strings",
                    allBut(Option.DESCENDING, Option.TIMED),
                    (data, options) -> sorter.sort(data.strings, options)),
            new Call(
                    "sort strings with values",
                    allBut(Option.DESCENDING, Option.TIMED),
                    (data, options) -> sorter.strings().sort(data.asStrings(), Column.of(data.values), options)),
            new Call(
                    "sort segments of strings",
                    allBut(Option.DESCENDING, Option.TIMED),
                    (data, options) -> sorter.segments(new int[] {0, 2, 5}).sort(data.asStrings(), options)),
            new Call(
                    "argsort strings",
                    allBut(Option.DESCENDING),
                    (data, options) -> sorter.strings().argsort(data.asStrings(), options)),
            new Call(
                    "top k strings",
                    allBut(Option.DESCENDING),
                    (data, options) -> sorter.strings().topK(data.asStrings(), 2, options)),
            new Call(
                    "unique strings",
                    allBut(Option.DESCENDING),
                    (data, options) -> sorter.strings().unique(data.asStrings(), options)),
            new Call(
                    "ranks of strings",
                    allBut(Option.DESCENDING),
                    (data, options) -> sorter.strings().ranks(data.asStrings(), options)),
            new Call(
                    "is sorted",
                    allBut(Option.DESCENDING, Option.BITS), (data, options) -> sorter.isSorted(data.column(), options)),
            new Call(
                    "merge",
                    allBut(Option.DESCENDING, Option.BITS),
                    (data, options) -> sorter.merge(
                            data.column().range(0, 1), data.column().range(1, 2), Column.of(new int[2]), options)),
            new Call(
                    "stage",
                    allBut(Option.DESCENDING, Option.BITS, Option.TIMED, Option.ON_DEVICE),
                    (data, options) -> SortStage.builder("sort", "produce")
                            .keys(new IntArray(5))
                            .options(options)
                            .build()
                            .close()));

    static List<Call> calls() {
        return CALLS;
    }

    static Stream<Arguments> matrix() {
        return CALLS.stream().flatMap(call -> Option.ALL.stream().map(option -> Arguments.of(call, option)));
    }

    @BeforeAll
    static void open() {
        sorter = Sorter.open();
    }

    @AfterAll
    static void close() {
        sorter.close();
        for (Call call : CALLS) {
            String refused = call.refused.stream().map(Option::name).collect(Collectors.joining(", "));
            PrintedTables.add(TITLE, call.name, refused.isEmpty() ? "none" : refused);
        }
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void honoursOrRefuses(Call call, Option option) {
        Data data = new Data();
        Throwable thrown = catchThrowable(() -> call.call.accept(data, option.options));
        if (call.refused.contains(option)) {
            assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
            assertThat(data.isOriginal()).as("data are as they were").isTrue();
        } else {
            assertThat(thrown).isNull();
        }
    }

    @Test
    void refusalsSayWhatToDo() {
        Data data = new Data();
        assertThatThrownBy(() -> sorter.argsort(data.column(), Option.TIMED.options))
                .hasMessage("argsort returns no times; use options that are not timed");
        assertThatThrownBy(() -> sorter.records().sort(data.asRecords(), Option.ALGORITHM.options))
                .hasMessage("a sort of records cannot be told to use merge; use options with the algorithm auto");
        assertThatThrownBy(() -> sorter.isSorted(data.column(), Option.VERIFIED.options))
                .hasMessage("isSorted does not run on the device, which could verify it; use options that do not verify");
    }

    @Test
    void stringsHaveNoBitRanges() {
        assertThatThrownBy(() -> sorter.sort(new Data().strings, Option.BITS.options))
                .hasMessage("bits 0 to 8 of strings, which have no bit ranges; compare all bits");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void refusesBitsThatKeysDoNotHave(Call call) {
        for (SortOptions options : List.of(
                SortOptions.builder().bits(0, 33).build(),
                SortOptions.builder().bits(33, SortOptions.ALL_BITS).build())) {
            assertThat(catchThrowable(() -> call.call.accept(new Data(), options)))
                    .as("%s", options)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anotherAlgorithmHasTheDigitsOfThePolicy() {
        SortOptions options = SortOptions.builder()
                .algorithm(Algorithm.RADIX, 4)
                .algorithm(Algorithm.MERGE)
                .build();
        assertThat(options.algorithm()).isEqualTo(Algorithm.MERGE);
        assertThat(options.digitBits()).isEqualTo(SortOptions.BY_POLICY);
        assertThat(SortOptions.builder().algorithm("radix:4").algorithm("radix").build().digitBits())
                .isEqualTo(SortOptions.BY_POLICY);
        assertThatThrownBy(() -> SortOptions.builder().algorithm((Algorithm) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("algorithm");
    }

    @Test
    void timesCanBeChosen() {
        SortOptions timed = Option.DESCENDING.options.withTimes(true);
        assertThat(timed).isEqualTo(SortOptions.builder().descending().timed().build());
        assertThat(timed.withTimes(false)).isEqualTo(Option.DESCENDING.options);
    }
}
