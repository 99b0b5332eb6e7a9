package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import java.util.List;

/** A record batch: one array per column. */
record Batch(int rows, List<ArrowArray> columns) {
    /** Returns a column of record batches: one array per batch. */
    static List<ArrowArray> column(List<Batch> batches, int index) {
        return batches.stream().map(batch -> batch.columns.get(index)).toList();
    }
}
