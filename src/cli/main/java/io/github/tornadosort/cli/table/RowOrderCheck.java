package io.github.tornadosort.cli.table;

import io.github.tornadosort.cli.io.KeyFileException;
import java.util.List;

/** Checks that the rows of a table are in order. */
public final class RowOrderCheck {
    private final boolean distinct;
    private List<Comparable<Object>> previous;

    /** @param distinct whether equal keys are a violation */
    public RowOrderCheck(boolean distinct) {
        this.distinct = distinct;
    }

    /**
     * Checks the next rows.
     *
     * @param rows what the reader has returned last
     * @throws KeyFileException for the first row that is not in order
     */
    public void accept(TableReader reader, TableRows rows) throws KeyFileException {
        ValueOrder order = reader.order();
        FieldValues fields = reader.values();
        try {
            for (int row = 0; row < rows.count(); row++) {
                long offset = rows.rows().offset(row);
                List<Comparable<Object>> values = fields.of(offset);
                int comparison = previous == null ? -1 : order.compare(previous, values);
                if (comparison > 0) {
                    throw new TableException(offset, TableException.ROW,
                            "by its keys, this row comes before the one above it");
                }
                if (distinct && comparison == 0) {
                    throw new TableException(offset, TableException.ROW, "this row has the same keys as the one above it");
                }
                previous = values;
            }
        } catch (TableException e) {
            throw reader.failure(e);
        }
    }
}
