package io.github.tornadosort.files.internal.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The ends of rows of text: LF or CR LF. */
public final class RowEnd {
    private RowEnd() {}

    /** Returns the length of the end of the last of some rows. */
    public static int length(MemorySegment rows) {
        long size = rows.byteSize();
        if (size == 0) {
            return 0;
        }
        return size > 1 && rows.get(ValueLayout.JAVA_BYTE, size - 2) == '\r' ? 2 : 1;
    }

    /**
     * Returns how many of the last bytes of a text are left out so that its last row has no end, as that of the input has none. An empty
     * row keeps its end: without it there would be no row.
     *
     * @param rows the last rows
     * @param end the length of the end of the last one
     */
    public static int cut(MemorySegment rows, int end) {
        long row = rows.byteSize() - end;
        return row <= 0 || rows.get(ValueLayout.JAVA_BYTE, row - 1) == '\n' ? 0 : end;
    }
}
