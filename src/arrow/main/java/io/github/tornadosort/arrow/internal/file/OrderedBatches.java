package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Take;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of record batches in a sorted order. */
final class OrderedBatches {
    private final List<Batch> batches;
    private final int[] order;
    private final int[] starts;
    /** The index of the record batch of each row. */
    private final int[] batchOf;
    /**
     * The index of each record batch among those that a copy needs, or -1. Otherwise many record batches would take quadratic
     * time.
     */
    private final int[] usedAt;

    /** @param order indices of rows, counted from the first record batch on */
    OrderedBatches(List<Batch> batches, int[] order) {
        this.batches = batches;
        this.order = order;
        this.starts = new int[batches.size()];
        this.usedAt = new int[batches.size()];
        Arrays.fill(usedAt, -1);
        this.batchOf = new int[batches.stream().mapToInt(Batch::rows).sum()];
        int row = 0;
        for (int batch = 0; batch < starts.length; batch++) {
            starts[batch] = row;
            for (int end = row + batches.get(batch).rows(); row < end; row++) {
                batchOf[row] = batch;
            }
        }
    }

    /**
     * Copies rows.
     *
     * @param from the index of the first one in the order
     * @param to the index after the last one
     * @param arena allocates the copies
     * @throws IllegalArgumentException as {@link Take} does
     */
    Batch copy(int from, int to, Arena arena) {
        long[] rows = new long[to - from];
        List<Batch> used = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            int row = order[from + i];
            int batch = batchOf[row];
            if (usedAt[batch] < 0) {
                usedAt[batch] = used.size();
                used.add(batches.get(batch));
            }
            rows[i] = Take.row(usedAt[batch], row - starts[batch]);
        }
        for (int i = from; i < to; i++) {
            usedAt[batchOf[order[i]]] = -1;
        }
        return copy(used.isEmpty() ? batches : used, rows, arena);
    }

    /** Copies rows of record batches, each by {@link Take#row}. */
    static Batch copy(List<Batch> batches, long[] rows, Arena arena) {
        List<ArrowArray> columns = new ArrayList<>();
        for (int i = 0; i < batches.getFirst().columns().size(); i++) {
            columns.add(Take.of(Batch.column(batches, i), rows, bytes -> arena.allocate(bytes, Long.BYTES)));
        }
        return new Batch(rows.length, columns);
    }
}
