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
                sorter.sort(in.column, Column.of(in.values));
                yield new Object[] {in.keys, in.values};
            }
            case "objects" -> {
                sorter.objects().sort(in.column, in.objects);
                yield in.objects;
            }
            case "argsort" -> sorter.argsort(in.column);
            case "lexsort" ->
                sorter.argsort(Key.of(in.column, Order.ASCENDING), Key.of(Column.of(in.values), Order.DESCENDING));
            case "records" -> {
                sorter.records().sort(Records.of(in.records, Input.RECORD_BYTES, 0, Input.KEY_BYTES));
                yield in.records;
            }
            case "segments" -> {
                sorter.segments(in.offsets).sort(in.column);
                yield in.keys;
            }
            case "top" -> sorter.topK(in.column, in.number, Order.ASCENDING).indices();
            case "unique" -> sorter.unique(in.column, Order.ASCENDING).toIntArray();
            case "run-lengths" -> {
                Runs runs = sorter.runLengths(in.column, Order.ASCENDING);
                yield new Object[] {runs.keys().toIntArray(), runs.counts()};
            }
            case "merge" -> {
                int[] out = new int[in.n];
                sorter.merge(
                        in.column.range(0, in.n / 2), in.column.range(in.n / 2, in.n), Column.of(out), Order.ASCENDING);
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
            sorter.sort(in.column);
        }
        return in.keys;
    }

    @Override
    public void close() {
        sorter.close();
    }
}
