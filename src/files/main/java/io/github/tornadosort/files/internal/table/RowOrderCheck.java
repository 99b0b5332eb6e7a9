package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that the rows of a table are in order. */
public final class RowOrderCheck {
    private List<Comparable<Object>> previous;
    /** What tells rows apart whose keys are equal to the previous ones. */
    private final Set<List<Comparable<Object>>> equal = new HashSet<>();

    /**
     * Checks the next rows. If the table is unique, no two may be equal.
     *
     * @param rows what the reader has returned last
     * @throws FileSortException for the first row that is not in order
     */
    public void accept(TableReader reader, KeyedRows rows) throws FileSortException {
        ValueOrder order = reader.order();
        FieldValues fields = reader.values();
        try {
            for (int row = 0; row < rows.count(); row++) {
                long offset = rows.rows().offset(row);
                List<Comparable<Object>> values = fields.of(offset);
                int comparison = previous == null ? -1 : order.compare(previous, values);
                if (comparison > 0) {
                    throw reader.disorder(offset, "by its keys, this row comes before the one above it");
                }
                if (comparison != 0) {
                    equal.clear();
                }
                if (reader.isUnique() && !equal.add(values.subList(order.keys().size(), values.size()))) {
                    throw reader.disorder(offset, "this row has the same keys as one above it");
                }
                previous = values;
            }
        } catch (TableException e) {
            throw reader.failure(e);
        }
    }
}
