package io.github.tornadosort.files.internal.runs;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Rows in sorted order. One thread reads them, once. */
public interface RowCursor extends Closeable {
    /** Receives copies of rows. */
    interface Sink {
        void accept(MemorySegment rows) throws IOException;
    }

    /** Returns the next row with its end, which is valid until the next call, or null if there are no more. */
    MemorySegment next() throws IOException;

    /** Passes the rows on, many at a time. */
    void into(Sink sink) throws IOException;
}
