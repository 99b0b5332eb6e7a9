package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.Key;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.Runs;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.Strings;

/** This library, as a program calls it. */
final class SorterCalls implements Calls {
    /** The name of this library among the contenders of calls and programs. */
    static final String NAME = "tornado-sort";

    private final Sorter sorter = Sorter.open();

    @Override
    public Object call(Input in) {
        return switch (in.operation) {
            case "sort" -> sort(in);
            case "pairs" -> {
                sorter.sort(column(in), Column.of(in.values));
                yield new Object[] {in.keys, in.values};
            }
            case "objects" -> {
                sorter.objects().sort(column(in), in.objects);
                yield in.objects;
            }
            case "argsort" -> sorter.argsort(column(in));
            case "lexsort" ->
                sorter.argsort(Key.of(column(in), Order.ASCENDING), Key.of(Column.of(in.values), Order.DESCENDING));
            case "records" -> {
                sorter.records().sort(Records.of(in.records, Input.RECORD_BYTES, 0, Input.KEY_BYTES));
                yield in.records;
            }
            case "segments" -> {
                sorter.segments(in.offsets).sort(column(in));
                yield in.keys;
            }
            case "top" -> sorter.topK(column(in), in.number, Order.ASCENDING).indices();
            case "unique" -> sorter.unique(column(in), Order.ASCENDING).toIntArray();
            case "run-lengths" -> {
                Runs runs = sorter.runLengths(column(in), Order.ASCENDING);
                yield new Object[] {runs.keys().toIntArray(), runs.counts()};
            }
            case "merge" -> {
                int[] out = new int[in.n];
                Column keys = column(in);
                sorter.merge(keys.range(0, in.n / 2), keys.range(in.n / 2, in.n), Column.of(out), Order.ASCENDING);
                yield out;
            }
            case "strings", "strings-urls" -> {
                sorter.sort(in.strings);
                yield in.strings;
            }
            case "argsort-strings" -> sorter.strings().argsort(Strings.of(in.strings));
            default -> null;
        };
    }

    private Object sort(Input in) {
        if (in.keys instanceof int[] array) {
            sorter.sort(array);
        } else {
            sorter.sort(column(in));
        }
        return in.keys;
    }

    private static Column column(Input in) {
        return new Column(Input.segment(in.keys), in.type);
    }

    @Override
    public void close() {
        sorter.close();
    }
}
