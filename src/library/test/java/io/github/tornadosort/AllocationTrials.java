package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.testing.FailingAllocations;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All operations, with data of which {@link AllocationFaultsTest} makes each allocation fail. */
final class AllocationTrials {
    private static final Order SOME_BITS = Order.ASCENDING.bits(3, 8);

    /** Sorted by a network, by one thread, and by several. */
    private static final int[] SIZES = {20, 3_000, 140_000};
    private static final int MANY = 140_000;
    /** As many keys as reach the same allocations in most operations. */
    private static final int FEWER = 70_000;
    /** Strings are read on several threads from this number on. */
    private static final int MANY_STRINGS = 40_000;

    private AllocationTrials() {}

    private interface Run {
        Object run(Sorter sorter, CallData data, Order order);
    }

    /** An operation, with the orders and types of keys that it has code of its own for. */
    enum Call {
        SORT((sorter, data, order) -> sorter.sort(data.keys, order).keys()),
        SORT_TO((sorter, data, order) -> {
            MemorySegment copy = MemorySegment.ofArray(new byte[(int) data.keys.segment().byteSize()]);
            int width = data.keys.type().bytes();
            sorter.sortTo(data.keys, order,
                    (first, keys) -> MemorySegment.copy(keys, 0, copy, first * width, keys.byteSize()));
            return copy.toArray(ValueLayout.JAVA_BYTE);
        }),
        SORT_WITH_INT16((sorter, data, order) -> sorter.sort(data.keys, order, Column.of(data.shorts)).keys()),
        SORT_WITH_INT32((sorter, data, order) -> sorter.sort(data.keys, order, Column.of(data.ints)).keys()),
        SORT_WITH_INT64((sorter, data, order) -> sorter.sort(data.keys, order, Column.of(data.longs)).keys()),
        SORT_WITH_SEVERAL((sorter, data, order) -> sorter
                .sort(data.keys, order, Column.of(data.shorts), Column.of(data.longs)).keys()),
        SORT_WITH_OBJECTS((sorter, data, order) -> sorter.objects().sort(data.keys, order, data.objects).keys()),
        ARGSORT((sorter, data, order) -> sorter.argsort(data.keys, order)),
        LEXSORT((sorter, data, order) -> sorter.argsort(Key.of(data.keys, order),
                Key.of(Column.of(data.ints), Order.DESCENDING))),
        SHORT_SEGMENTS((sorter, data, order) -> sorter.segments(data.offsets(7)).sort(data.keys, order).keys()),
        SEGMENTS((sorter, data, order) -> sorter.segments(data.offsets(900)).sort(data.keys, order).keys()),
        LONG_SEGMENTS((sorter, data, order) -> {
            int n = (int) data.keys.size();
            return sorter.segments(new int[] {0, n / 10, n}).sort(data.keys, order).keys();
        }),
        SHORT_SEGMENTS_WITH_INT32((sorter, data, order) -> sorter.segments(data.offsets(7))
                .sort(data.keys, order, Column.of(data.ints)).keys()),
        SEGMENTS_WITH_INT16((sorter, data, order) -> sorter.segments(data.offsets(900))
                .sort(data.keys, order, Column.of(data.shorts)).keys()),
        LONG_SEGMENTS_WITH_INT64((sorter, data, order) -> {
            int n = (int) data.keys.size();
            return sorter.segments(new int[] {0, n / 10, n}).sort(data.keys, order, Column.of(data.longs)).keys();
        }),
        TOP_K((sorter, data, order) -> {
            TopK<Column> top = sorter.topK(data.keys, 10, order);
            return new Object[] {top.keys().toArray(), top.indices()};
        }),
        TOP_HALF((sorter, data, order) -> {
            TopK<Column> top = sorter.topK(data.keys, (int) data.keys.size() / 2, order);
            return new Object[] {top.keys().toArray(), top.indices()};
        }),
        RUN_LENGTHS((sorter, data, order) -> {
            Runs runs = sorter.runLengths(data.keys, order);
            return new Object[] {runs.keys().toArray(), runs.counts()};
        }),
        IS_SORTED((sorter, data, order) -> sorter.isSorted(data.first, order)),
        MERGE((sorter, data, order) -> {
            sorter.merge(data.first, data.second, data.keys, order);
            return 0;
        }),
        RECORDS((sorter, data, order) -> sorter.records().sort(Records.of(data.records, CallData.WIDTH, 3, 10), order)
                .keys()),
        ARGSORT_RECORDS(
                (sorter, data, order) -> sorter.records().argsort(Records.of(data.records, CallData.WIDTH, 3, 10), order)),
        STRINGS((sorter, data, order) -> sorter.sort(data.strings, order).keys()),
        STRINGS_WITH_INT32((sorter, data, order) -> sorter.strings()
                .sort(Strings.of(data.strings), order, Column.of(data.ints)).keys()),
        SEGMENTS_OF_STRINGS(
                (sorter, data, order) -> sorter.segments(data.offsets(100)).sort(Strings.of(data.strings), order).keys()),
        BYTE_STRINGS_WITH_INT32(
                (sorter, data, order) -> sorter.strings().sort(data.byteStrings(), order, Column.of(data.ints)).keys()),
        ARGSORT_STRINGS((sorter, data, order) -> sorter.strings().argsort(data.byteStrings(), order)),
        TOP_K_OF_STRINGS((sorter, data, order) -> sorter.strings().topK(Strings.of(data.strings), 10, order).indices()),
        UNIQUE_STRINGS((sorter, data, order) -> sorter.strings().unique(data.byteStrings(), order).toArray()),
        RANKS_OF_STRINGS((sorter, data, order) -> sorter.strings().ranks(data.byteStrings(), order).toArray());

        @SuppressWarnings("ImmutableEnumChecker")
        private final Run run;

        Call(Run run) {
            this.run = run;
        }

        Object run(Sorter sorter, CallData data, Order order) {
            return run.run(sorter, data, order);
        }

        private boolean sortsKeys() {
            return compareTo(RECORDS) < 0;
        }

        private int size(int n) {
            return EnumSet.of(SORT_TO, RUN_LENGTHS, MERGE).contains(this) ? n : Math.min(n, FEWER);
        }

        /** Many keys are those of one or two types only, unless the call sorts nothing but keys. */
        private List<KeyType> types(int n) {
            if (!sortsKeys()) {
                return List.of(KeyType.INT8);
            }
            if (this == SORT) {
                return n < MANY
                        ? List.of(KeyType.UINT8, KeyType.INT32, KeyType.UINT64, KeyType.FLOAT32)
                        : List.of(KeyType.UINT8, KeyType.INT32, KeyType.FLOAT64);
            }
            if (n < MANY) {
                return List.of(KeyType.INT32, KeyType.FLOAT64);
            }
            // Other operations sort many keys as these do.
            return compareTo(LEXSORT) <= 0
                    ? List.of(KeyType.INT32, KeyType.FLOAT64)
                    : List.of(ordinal() % 2 == 0 ? KeyType.INT32 : KeyType.FLOAT64);
        }

        private List<String> inputs(int n) {
            if (!sortsKeys()) {
                return List.of("random");
            }
            return this == SORT && n == SIZES[1] ? List.of("random", "reversed") : List.of(n < MANY ? "random" : "clusters");
        }

        private List<Order> orders(int n, String input) {
            if (this == SORT_TO || this == MERGE || this == IS_SORTED || !sortsKeys()) {
                return List.of(Order.DESCENDING);
            }
            return n < MANY && input.equals("random")
                    ? List.of(Order.DESCENDING, Order.ASCENDING, SOME_BITS)
                    : List.of(Order.DESCENDING);
        }
    }

    /** Returns the names of all operations. */
    static List<String> calls() {
        return Stream.of(Call.values()).map(Call::name).toList();
    }

    /** Returns the trials of an operation, by name: the keys, a comma and the order. Called by reflection. */
    static Map<String, FailingAllocations.Trial> of(String name) {
        Call call = Call.valueOf(name);
        Map<String, FailingAllocations.Trial> trials = new LinkedHashMap<>();
        for (int size : SIZES) {
            int n = call.sortsKeys() ? size : Math.min(size, MANY_STRINGS);
            for (KeyType type : call.types(n)) {
                for (String input : call.inputs(n)) {
                    for (Order order : call.orders(n, input)) {
                        String keys = "%d %s %s keys".formatted(n, input, type.label());
                        trials.put(keys + ", " + name(order),
                                new CallTrial(call, call.size(n), type, input, order, true));
                        if (n < MANY && input.equals("random") && (call == Call.SORT || call == Call.SEGMENTS)) {
                            trials.put(keys + " off the heap, " + name(order),
                                    new CallTrial(call, n, type, input, order, false));
                        }
                    }
                }
            }
        }
        return trials;
    }

    private static String name(Order order) {
        return order.equals(SOME_BITS) ? "some bits" : order.isDescending() ? "descending" : "ascending";
    }

    /** One call of a new sorter. */
    private static final class CallTrial implements FailingAllocations.Trial {
        private final Call call;
        private final int n;
        private final KeyType type;
        private final String input;
        private final Order order;
        private final boolean onHeap;
        private CallData original;
        private CallData sorted;
        private Object result;
        /** A few rows, for a call after a failure. */
        private CallData few;
        private CallData fewSorted;
        private Sorter sorter;
        private Arena arena;
        private CallData data;
        private Object returned;

        private CallTrial(Call call, int n, KeyType type, String input, Order order, boolean onHeap) {
            this.call = call;
            this.n = n;
            this.type = type;
            this.input = input;
            this.order = order;
            this.onHeap = onHeap;
        }

        private CallData data(int n) {
            return new CallData(keys(type, input, n), call.sortsKeys() ? 1 : n, part -> call.name().contains(part),
                    order);
        }

        private static Column keys(KeyType type, String input, int n) {
            return switch (input) {
                case "random" -> KeyData.random(type, n, 1);
                case "reversed" -> KeyData.ofValues(type, IntStream.range(0, n).map(i -> n - i).toArray());
                default -> KeyInputs.of(type).get(input).apply(n);
            };
        }

        @Override
        public void prepare() {
            if (original == null) {
                original = data(n);
                sorted = new CallData(original, null);
                try (Sorter first = Sorter.builder().onHost().open()) {
                    result = call.run(first, sorted, order);
                    few = data(SIZES[0]);
                    fewSorted = new CallData(few, null);
                    call.run(first, fewSorted, order);
                }
            }
            sorter = Sorter.builder().onHost().open();
            arena = onHeap ? null : Arena.ofShared();
            data = new CallData(original, arena);
            returned = null;
        }

        @Override
        public void run() {
            returned = call.run(sorter, data, order);
        }

        @Override
        public void check(Throwable thrown) {
            try {
                if (thrown == null) {
                    assertThat(Objects.deepEquals(returned, result)).as("result").isTrue();
                    assertThat(data.isSame(sorted)).as("sorted").isTrue();
                } else {
                    assertThat(thrown).isInstanceOf(OutOfMemoryError.class).hasMessage("planted");
                    assertThat(data.isSame(original) || data.isSame(sorted)).as("original or sorted").isTrue();
                }
                CallData next = new CallData(few, null);
                call.run(sorter, next, order);
                assertThat(next.isSame(fewSorted)).as("next is sorted").isTrue();
            } finally {
                sorter.close();
                if (arena != null) {
                    arena.close();
                }
            }
        }
    }
}
