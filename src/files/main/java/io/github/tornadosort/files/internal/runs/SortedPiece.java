package io.github.tornadosort.files.internal.runs;

import java.io.IOException;

/** Rows in memory that are sorted, or are sorted while they are passed on. */
public interface SortedPiece {
    /**
     * Passes the rows on, many at a time.
     *
     * @param limit the maximum number of rows
     */
    void into(OrderedCopy.Sink sink, long limit) throws IOException;

    /**
     * Returns the rows.
     *
     * @param limit the maximum number of rows
     */
    RowCursor rows(long limit);
}
