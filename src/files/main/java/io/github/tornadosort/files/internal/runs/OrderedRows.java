package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.internal.memory.NativeMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Rows in memory and their order. They are copied on all cores, a piece at a time, while the piece before is written. */
public final class OrderedRows implements RowCursor {
    /** Rows of a piece to begin with. A piece has fewer if they are long. */
    private static final int ROWS = 1 << 18;

    private final KeyedRows rows;
    private final int[] order;
    private final int count;
    private final Arena arena;
    private final long bytes;
    private int next;

    /**
     * @param count the number of rows to pass on
     * @param arena for two buffers
     * @param bytes size of a buffer, at least that of the longest row
     */
    public OrderedRows(KeyedRows rows, int[] order, int count, Arena arena, long bytes) {
        this.rows = rows;
        this.order = order;
        this.count = count;
        this.arena = arena;
        this.bytes = bytes;
    }

    @Override
    public MemorySegment next() {
        return next < count ? rows.rows().row(order[next++]) : null;
    }

    @Override
    public void into(Sink sink) throws IOException {
        MemorySegment memory = NativeMemory.allocate(arena, Output.BUFFERS * bytes);
        try (Output output = new Output(memory, bytes, sink)) {
            int length = ROWS;
            for (int from = 0; from < count; from += length / 2) {
                length = Math.min(Math.min(length, ROWS), count - from);
                long[] starts = starts(rows, order, from, from + length);
                while (starts[starts.length - 1] > bytes) {
                    length /= 2;
                    starts = starts(rows, order, from, from + length);
                }
                copy(rows, order, from, from + length, starts, output.buffer());
                output.write(starts[starts.length - 1]);
                length *= 2; // A piece with long rows is followed by others.
            }
            output.finish();
        }
    }

    @Override
    public void close() {}

    /**
     * Copies rows to memory, on all cores if there are many.
     *
     * @return the copies, a slice of the target
     */
    public static MemorySegment copy(KeyedRows rows, int[] order, int count, MemorySegment target) {
        long[] starts = starts(rows, order, 0, count);
        copy(rows, order, 0, count, starts, target);
        return target.asSlice(0, starts[starts.length - 1]);
    }

    /** Returns the offsets of the parts that are copied at the same time, and the length of all. */
    private static long[] starts(KeyedRows rows, int[] order, int from, int to) {
        int n = to - from;
        int parts = ParallelRanges.parts(n);
        long[] starts = new long[parts + 1];
        ParallelRanges.each(parts, part -> starts[part + 1] =
                rows.length(order, from + start(n, parts, part), from + start(n, parts, part + 1)));
        for (int part = 0; part < parts; part++) {
            starts[part + 1] += starts[part];
        }
        return starts;
    }

    private static void copy(KeyedRows rows, int[] order, int from, int to, long[] starts, MemorySegment target) {
        int n = to - from;
        int parts = starts.length - 1;
        ParallelRanges.each(parts, part -> rows.copy(
                order, from + start(n, parts, part), from + start(n, parts, part + 1),
                target.asSlice(starts[part], starts[part + 1] - starts[part])), target);
    }

    private static int start(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
