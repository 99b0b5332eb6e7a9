package io.github.tornadosort.files.internal.runs;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/** Rows in sorted order, one after the other. One thread reads them. */
public interface RowCursor extends Closeable {
    /** Moves to the next row. Returns false if there is none. */
    boolean next() throws IOException;

    /** Returns the current row with its end. It is valid until the next call of {@link #next}. */
    MemorySegment row();

    /** Returns the same rows. To close them also closes something else, which they use. */
    default RowCursor with(Closeable used) {
        RowCursor rows = this;
        return new RowCursor() {
            @Override
            public boolean next() throws IOException {
                return rows.next();
            }

            @Override
            public MemorySegment row() {
                return rows.row();
            }

            @Override
            public void close() throws IOException {
                try (used) {
                    rows.close();
                }
            }
        };
    }

    /** Returns a number of rows in memory. */
    static RowCursor of(long count, LongFunction<MemorySegment> rows) {
        return new RowCursor() {
            private long next;

            @Override
            public boolean next() {
                return next < count && next++ < count;
            }

            @Override
            public MemorySegment row() {
                return rows.apply(next - 1);
            }

            @Override
            public void close() {}
        };
    }
}
