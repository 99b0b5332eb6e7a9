package io.github.tornadosort.cli;

import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.table.TableRows;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Sorted runs of a table: rows with their encoded keys. */
final class TableRuns extends SortedRuns {
    TableRuns(Path folder) {
        super(folder);
    }

    /**
     * Writes a run.
     *
     * @param count number of rows of the sorted order to write
     * @param arena for buffers
     * @param bytes size of a buffer, unless a row is longer
     */
    void add(TableRows rows, int[] order, int count, Arena arena, long bytes) throws IOException {
        makeRoom(TableRun.longest(rows));
        add(run -> new OrderedCopy(TableRun.of(rows), order, count, arena, Math.max(bytes, longest())).into(run, 0));
    }

    @Override
    SortedRun run(int index, KeyReader reader, MemorySegment memory, LongConsumer progress) {
        return new TableRun(index, reader, memory, progress);
    }
}
