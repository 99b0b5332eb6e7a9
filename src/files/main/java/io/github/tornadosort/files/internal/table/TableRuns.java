package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.runs.OrderedCopy;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.runs.TieOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Sorted runs of a table: rows with their encoded keys. */
public final class TableRuns extends SortedRuns {
    private final TieOrder ties;

    /**
     * @param input the name of the table in messages
     * @param folder the folder of the temporary file
     */
    public TableRuns(Path input, Path folder) {
        this(input, folder, TieOrder.BY_RUN);
    }

    /** @param ties the order of rows with equal keys */
    public TableRuns(Path input, Path folder, TieOrder ties) {
        super(input, folder);
        this.ties = ties;
    }

    /**
     * Writes a run.
     *
     * @param count number of rows of the sorted order to write
     * @param arena for buffers
     * @param bytes size of a buffer, unless a row is longer
     */
    public void add(TableRows rows, int[] order, int count, Arena arena, long bytes) throws IOException {
        makeRoom(TableRun.longest(rows));
        add(run -> new OrderedCopy(TableRun.of(rows), order, count, arena, Math.max(bytes, longest())).into(run, 0));
    }

    @Override
    protected SortedRun run(int index, KeyReader reader, MemorySegment memory, LongConsumer progress) {
        return new TableRun(index, reader, memory, ties, progress);
    }
}
