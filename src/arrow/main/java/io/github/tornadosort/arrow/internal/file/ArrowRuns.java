package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.Take;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.OrderedCopy;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.runs.TieOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Sorted runs of encoded keys, each with its row: the index of its run, and its index in the run. A key is stored as its length in four
 * bytes, followed by the key and eight bytes of {@link Take#row}.
 */
final class ArrowRuns extends SortedRuns {
    private static final int LENGTH = Integer.BYTES;
    /** Bytes of a row in the merged runs. */
    static final int ROW = Long.BYTES;

    private int count;

    ArrowRuns(Path input, Path folder) {
        super(input, folder);
    }

    /**
     * Writes a run.
     *
     * @param rows number of rows of the sorted order to write
     * @param arena for buffers
     * @param bytes size of a buffer, unless a key is longer
     */
    void add(RowBytes keys, int[] order, int rows, Arena arena, long bytes) throws IOException {
        long longest = 0;
        for (int i = 0; i < rows; i++) {
            longest = Math.max(longest, keys.length(order[i]));
        }
        makeRoom(LENGTH + longest + ROW);
        int run = count++;
        add(to -> new OrderedCopy(new Records(keys, run), order, rows, arena, Math.max(bytes, longest())).into(to, 0));
    }

    @Override
    protected SortedRun run(int index, KeyReader reader, MemorySegment memory, LongConsumer progress) {
        return new ArrowRun(index, reader, memory, progress);
    }

    private static final class ArrowRun extends SortedRun {
        private ArrowRun(int index, KeyReader file, MemorySegment memory, LongConsumer progress) {
            super(index, file, memory, false, TieOrder.BY_RUN, progress);
        }

        @Override
        protected boolean find(MemorySegment memory, long from, long to) {
            long key = from + LENGTH;
            if (key > to) {
                return false;
            }
            long row = key + memory.get(ValueLayout.JAVA_INT_UNALIGNED, from);
            found(key, row, row, row + ROW);
            return row + ROW <= to;
        }
    }

    private record Records(RowBytes keys, int run) implements OrderedCopy.Rows {
        @Override
        public long length(int[] order, int from, int to) {
            return (long) (LENGTH + ROW) * (to - from) + keys.length(order, from, to);
        }

        @Override
        public void copy(int[] order, int from, int to, MemorySegment target) {
            long at = 0;
            for (int i = from; i < to; i++) {
                int length = (int) keys.length(order[i]);
                target.set(ValueLayout.JAVA_INT_UNALIGNED, at, length);
                at += LENGTH;
                MemorySegment.copy(keys.buffer(), keys.offset(order[i]), target, at, length);
                at += length;
                target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Take.row(run, i));
                at += ROW;
            }
        }
    }
}
