package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.Amount;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Merges runs of rows stably. If there are many, some at a time are merged to longer runs first.
 *
 * @param input the name of the input in messages
 * @param folder the folder for temporary files
 * @param unique whether to keep only the first of rows with equal keys
 * @param limit the maximum number of rows
 * @param most the most runs that are merged at once, at least 2
 */
public record RunMerge(Path input, Path folder, boolean unique, long limit, int most) {
    private static final int OUTPUTS = Output.BUFFERS;
    /** The bytes that a run reads at a time, if there is memory. */
    private static final long READ = 1 << 14;
    /** The bytes of a buffer that are not worth a limit. */
    static final long LEAST_BYTES = 1 << 16;
    /** The longest rows that the memory of a run or an output has room for, at least. */
    private static final int ROWS = 4;
    /** The longest rows that a buffer must have room for: those of two runs and of the outputs. */
    public static final int LEAST_ROWS = (2 + OUTPUTS) * ROWS;
    /** Receives what was read again. */
    private static final LongConsumer UNCOUNTED = _ -> {};
    /** The usual number of runs that are merged at once, at most. A process may usually open 1,024 files. */
    public static final int MOST = 512;

    /**
     * Merges runs into an output.
     *
     * @param bytes the size of all buffers
     * @param progress receives the number of bytes of the runs that were read since the last call
     */
    public void merge(Runs runs, long bytes, LongConsumer progress, RowCursor.Sink sink) throws IOException {
        try (Arena arena = Arena.ofShared();
                RowCursor rows = rows(runs, bytes, arena, progress)) {
            rows.into(sink);
        }
    }

    /**
     * Merges runs. To close the rows closes the runs.
     *
     * @param bytes the size of all buffers, unless it is very small
     * @param progress receives the number of bytes of the runs that were read since the last call
     * @throws FileSortException if rows of the runs need larger buffers
     */
    public RowCursor rows(Runs runs, long bytes, Arena arena, LongConsumer progress) throws IOException {
        // Inputs do not tell the longest row, which may be nearly all of them; a longer run stores it with its keys.
        long all = runs.bytes() * (runs.count() > most ? 4L * LEAST_ROWS : 2);
        long useful = Math.max(all, (Math.max(2, runs.count()) + OUTPUTS) * each(runs));
        MemorySegment buffer = NativeMemory.allocate(arena, Math.min(Math.max(LEAST_BYTES, bytes), useful));
        Runs left = runs;
        LongConsumer read = progress;
        try {
            for (int together = together(left, buffer); left.count() > together; together = together(left, buffer)) {
                left = merged(left, together, buffer, read);
                read = UNCOUNTED;
            }
            return new MergedRows(left, 0, left.count(), buffer, read, null);
        } catch (Throwable e) {
            left.close();
            throw e;
        }
    }

    /** Returns the bytes that a run and an output have, if there is memory. */
    private static long each(Runs runs) {
        return Math.max(ROWS * runs.longest(), 2 * (runs.longest() + READ));
    }

    /** Returns how many runs a buffer has room for. */
    private int together(Runs runs, MemorySegment buffer) throws FileSortException {
        long least = LEAST_ROWS * runs.longest();
        if (runs.count() > 0 && least > buffer.byteSize()) {
            throw new FileSortException(
                    input, "merging its runs needs " + Amount.needed(2 * least) + " of memory; choose it by memory(long)");
        }
        return Math.clamp(buffer.byteSize() / each(runs) - OUTPUTS, 2, most);
    }

    /** Merges some runs at a time to longer ones, and closes those that were merged. */
    private Runs merged(Runs runs, int together, MemorySegment buffer, LongConsumer progress) throws IOException {
        SortedRuns merged = new SortedRuns(input, folder, runs.order());
        try (runs) {
            long n = runs.count();
            int groups = Math.ceilDiv(runs.count(), together);
            for (int group = 0; group < groups; group++) {
                int to = (int) (n * (group + 1) / groups);
                try (MergedRows rows = new MergedRows(runs, (int) (n * group / groups), to, buffer, progress, merged)) {
                    merged.add(rows::into);
                }
            }
            return merged.all();
        } catch (Throwable e) {
            merged.close();
            throw e;
        }
    }

    /** Merged rows, one after the other. */
    private final class MergedRows implements RowCursor {
        private final Runs all;
        private final SortedRuns stored;
        private final MemorySegment buffer;
        /** The bytes of the memory of each output and run. */
        private final long each;
        private final List<SortedRun> runs = new ArrayList<>();
        private LoserTree tree;
        private SortedRun current;
        private byte[] lastKey;
        private long left = limit;

        /** @param stored the runs that the rows are stored in, or null if they are the result, which closes all runs */
        private MergedRows(Runs all, int from, int to, MemorySegment buffer, LongConsumer progress, SortedRuns stored)
                throws IOException {
            this.all = all;
            this.stored = stored;
            this.buffer = buffer;
            this.each = buffer.byteSize() / (Math.max(1, to - from) + OUTPUTS);
            try {
                for (int i = from; i < to; i++) {
                    runs.add(all.opening().open(i, buffer.asSlice((OUTPUTS + i - from) * each, each), progress));
                }
            } catch (Throwable e) {
                ReadAhead.closeAll(runs);
                throw e;
            }
        }

        @Override
        public MemorySegment next() throws IOException {
            return advance() ? current.row() : null;
        }

        @Override
        public void into(Sink sink) throws IOException {
            try (Output output = new Output(buffer, each, sink)) {
                while (advance()) {
                    if (stored != null) {
                        stored.makeRoom(current.length(true));
                    }
                    output.add(current, stored != null);
                }
                output.finish();
            }
        }

        /** Moves on to the next row that is wanted. */
        private boolean advance() throws IOException {
            while (left > 0) {
                moveOn();
                if (current == null) {
                    return false;
                }
                if (!unique || lastKey == null || !current.hasKey(lastKey)) {
                    lastKey = unique ? current.key() : null;
                    left--;
                    return true;
                }
            }
            return false;
        }

        private void moveOn() throws IOException {
            if (tree == null) {
                for (SortedRun run : runs) {
                    run.next();
                }
                tree = new LoserTree(runs);
            } else if (current != null) {
                tree.next();
            }
            current = tree.first();
        }

        @Override
        public void close() throws IOException {
            try (Runs _ = stored == null ? all : null) {
                ReadAhead.closeAll(runs);
            }
        }
    }
}
