package io.github.tornadosort.cli;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Keeps the first of equal rows, in sorted pieces that follow each other. */
final class Distinct {
    private final RowOrder order;
    private final MemorySegment last;
    private boolean any;

    Distinct(RowOrder order, Arena arena) {
        this.order = order;
        this.last = arena.allocate(order.width(), Long.BYTES);
    }

    /** Moves the rows to keep to the piece's front, and returns that part of it. */
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
