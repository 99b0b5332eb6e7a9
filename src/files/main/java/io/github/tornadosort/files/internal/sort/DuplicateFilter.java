package io.github.tornadosort.files.internal.sort;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Removes duplicate rows from consecutive sorted pieces: of equal rows, only the first is kept. */
final class DuplicateFilter {
    private final RowOrder order;
    private final MemorySegment last;
    private boolean any;

    DuplicateFilter(RowOrder order, Arena arena) {
        this.order = order;
        this.last = arena.allocate(order.width(), Long.BYTES);
    }

    /** Moves the kept rows to the front of the piece, and returns that part of it. */
    MemorySegment keep(MemorySegment sorted) {
        int width = order.width();
        long n = sorted.byteSize() / width;
        long kept = 0;
        for (long i = 0; i < n; i++) {
            boolean repeats = kept > 0
                    ? order.compare(sorted, kept - 1, sorted, i) == 0
                    : any && order.compare(last, 0, sorted, i) == 0;
            if (!repeats) {
                MemorySegment.copy(sorted, i * width, sorted, kept * width, width);
                kept++;
            }
        }
        if (kept > 0) {
            MemorySegment.copy(sorted, (kept - 1) * width, last, 0, width);
            any = true;
        }
        return sorted.asSlice(0, kept * width);
    }
}
