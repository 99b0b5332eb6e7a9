package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Records;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.Strings;
import io.github.tornadosort.TopK;
import io.github.tornadosort.TopStrings;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** One call of an operation of a sorter. Results are those of {@link PlainJava}. */
final class SorterCall {
    private SorterCall() {}

    static Object call(Sorter sorter, String operation, CallInput in) {
        return switch (operation) {
            case "sort" -> sort(sorter, in);
            case "sort-descending" -> {
                sorter.sort((int[]) in.keys(), SortOptions.descending());
                yield in.keys();
            }
            case "sort-range" -> {
                sorter.sort((int[]) in.keys(), in.n() / 4, in.n());
                yield in.keys();
            }
            case "sort-unsigned" -> {
                sorter.sort(new Column(MemorySegment.ofArray((int[]) in.keys()), KeyType.UINT32));
                yield in.keys();
            }
            case "sort-bits" -> {
                sorter.sort(Column.of((int[]) in.keys()), SortOptions.builder().bits(0, 16).build());
                yield in.keys();
            }
            case "sort-listened" -> {
                sorter.sort(column(in), SortOptions.ascending(), new Prefix());
                yield in.keys();
            }
            case "sort-to" -> {
                int[] out = new int[in.n()];
                MemorySegment to = MemorySegment.ofArray(out);
                sorter.sortTo(column(in), SortOptions.ascending(), (first, keys) -> to.asSlice(4 * first).copyFrom(keys));
                yield out;
            }
            case "pairs" -> {
                sorter.sort(column(in), Column.of(in.other()));
                yield in.other();
            }
            case "objects" -> {
                sorter.sort(column(in), in.objects());
                yield in.objects();
            }
            case "argsort" -> sorter.argsort(column(in));
            case "lexsort", "lexsort-few" -> sorter.lexsort(List.of(
                    new SortKey(Column.of(in.other()), SortOptions.descending()),
                    new SortKey(column(in), SortOptions.ascending())));
            case "records" -> {
                sorter.sort(Records.of(in.records(), CallInput.RECORD_BYTES, 0, CallInput.KEY_BYTES));
                yield in.records();
            }
            case "argsort-records" ->
                sorter.argsort(Records.of(in.records(), CallInput.RECORD_BYTES, 0, CallInput.KEY_BYTES));
            case "segments" -> {
                sorter.sortSegments(column(in), in.offsets());
                yield in.keys();
            }
            case "segments-pairs" -> {
                sorter.sortSegments(column(in), Column.of(in.other()), in.offsets());
                yield in.other();
            }
            case "top-k" -> {
                TopK top = sorter.topK(column(in), CallInput.K);
                yield top.indices();
            }
            case "unique", "unique-few" -> array(sorter.unique(column(in)));
            case "run-lengths", "run-lengths-few" -> {
                Runs runs = sorter.runLengths(column(in));
                yield new Object[] {array(runs.keys()), runs.counts()};
            }
            case "is-sorted" -> sorter.isSorted(column(in));
            case "merge" -> {
                int[] out = new int[in.n()];
                Column keys = column(in);
                sorter.merge(keys.range(0, in.n() / 2), keys.range(in.n() / 2, in.n()), Column.of(out));
                yield out;
            }
            case "partition" -> {
                sorter.partition(column(in), CallInput.BIT);
                yield in.keys();
            }
            case "strings" -> {
                sorter.sort(in.strings());
                yield in.strings();
            }
            case "argsort-strings" -> sorter.argsort(in.strings());
            case "strings-pairs" -> {
                sorter.sort(Strings.of(in.strings()), Column.of(in.other()));
                yield in.other();
            }
            case "segments-strings" -> {
                sorter.sortSegments(Strings.of(in.strings()), in.offsets());
                yield in.strings();
            }
            case "top-strings" -> {
                TopStrings top = sorter.topK(Strings.of(in.strings()), CallInput.K);
                yield top.indices();
            }
            case "unique-strings" -> sorter.unique(Strings.of(in.strings())).array();
            case "ranks-strings" -> array(sorter.ranks(Strings.of(in.strings())));
            default -> throw new IllegalArgumentException("unknown operation '" + operation + "'");
        };
    }

    private static final class Prefix implements java.util.function.LongConsumer {
        @Override
        public void accept(long sorted) {}
    }

    private static Column column(CallInput in) {
        return switch (in.keys()) {
            case byte[] keys -> new Column(MemorySegment.ofArray(keys), in.type());
            case short[] keys -> new Column(MemorySegment.ofArray(keys), in.type());
            case int[] keys -> new Column(MemorySegment.ofArray(keys), in.type());
            case long[] keys -> new Column(MemorySegment.ofArray(keys), in.type());
            case float[] keys -> Column.of(keys);
            default -> Column.of((double[]) in.keys());
        };
    }

    private static Object array(Column column) {
        return column.segment().heapBase().orElseThrow();
    }

    private static Object sort(Sorter sorter, CallInput in) {
        switch (in.keys()) {
            case byte[] keys -> sorter.sort(keys);
            case short[] keys -> sorter.sort(keys);
            case int[] keys -> sorter.sort(keys);
            case long[] keys -> sorter.sort(keys);
            case float[] keys -> sorter.sort(keys);
            default -> sorter.sort((double[]) in.keys());
        }
        return in.keys();
    }
}
