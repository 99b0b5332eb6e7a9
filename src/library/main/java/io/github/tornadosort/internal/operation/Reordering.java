package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import java.util.List;

/** Moves the rows of columns to the order of an argsort. */
public final class Reordering {
    private Reordering() {}

    /**
     * Copies the rows of all columns in their new order to new memory.
     *
     * @param indices the index of each row in its new order
     * @return loops that overwrite the columns with the copies when they run
     */
    public static Loop[] of(List<Column> columns, int[] indices) {
        Loop[] loops = new Loop[columns.size()];
        for (int i = 0; i < loops.length; i++) {
            Column column = columns.get(i);
            loops[i] = Copy.loop(Gather.rows(column, indices).segment(), column.segment());
        }
        return loops;
    }
}
