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
 * Merges runs stably. If there are many, some at a time are merged to longer runs first. Rows of a {@link KeyOrder} are merged
 * block by block, unless repeated ones are left out. (A sort of 2^26 ints in 20 runs takes 5.0 s of processor time instead of
 * 5.9, and merges on all cores.)
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
    public void merge(Runs runs, long bytes, LongConsumer progress, OrderedCopy.Sink sink) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            merge(runs, buffer(runs, bytes, arena), progress, sink);
        }
    }

    /**
     * Allocates the buffer of a merge.
     *
     * @param bytes the most bytes, unless they are very few
     */
    public static MemorySegment buffer(Runs runs, long bytes, Arena arena) {
        long useful = Math.max(2 * runs.bytes(), (Math.max(2, runs.count()) + OUTPUTS) * each(runs));
        return NativeMemory.allocate(arena, Math.min(Math.max(LEAST_BYTES, bytes), useful));
    }

    /** Returns the bytes that a run and an output have, if there is memory. */
    private static long each(Runs runs) {
        return Math.max(ROWS * runs.longest(), 2 * (runs.longest() + READ));
    }

    /**
     * Merges runs in a buffer.
     *
     * @param buffer accessible by all threads
     * @throws FileSortException if rows of the runs need a larger buffer
     */
    public void merge(Runs runs, MemorySegment buffer, LongConsumer progress, OrderedCopy.Sink sink) throws IOException {
        try (Runs last = reduced(runs, buffer, progress)) {
            merge(last, 0, last.count(), buffer, last == runs ? progress : UNCOUNTED, sink, null);
        }
    }

    /** Returns the merged rows, one after the other; see {@link #merge}. To close them closes the runs. */
    public RowCursor rows(Runs runs, MemorySegment buffer, LongConsumer progress) throws IOException {
        Runs last = reduced(runs, buffer, progress);
        try {
            long each = buffer.byteSize() / Math.max(1, last.count());
            return new MergedRows(last, 0, last.count(), buffer, each, last == runs ? progress : UNCOUNTED).with(last);
        } catch (Throwable e) {
            last.close();
            throw e;
        }
    }

    /** Merges some runs at a time to longer ones, until they are few enough, and closes those that were merged. */
    private Runs reduced(Runs runs, MemorySegment buffer, LongConsumer progress) throws IOException {
        Runs left = runs;
        LongConsumer read = progress;
        for (int together = together(left, buffer); left.count() > together; together = together(left, buffer)) {
            SortedRuns merged = new SortedRuns(input, folder, left.order());
            try (Runs parts = left) {
                int n = parts.count();
                int groups = Math.ceilDiv(n, together);
                for (int group = 0; group < groups; group++) {
                    int from = (int) ((long) n * group / groups);
                    int to = (int) ((long) n * (group + 1) / groups);
                    LongConsumer counted = read;
                    merged.add(run -> merge(parts, from, to, buffer, counted, run, merged));
                }
            } catch (Throwable e) {
                merged.close();
                throw e;
            }
            left = merged;
            read = UNCOUNTED;
        }
        return left;
    }

    /** Returns how many runs a buffer has room for. */
    private int together(Runs runs, MemorySegment buffer) throws FileSortException {
        long least = LEAST_ROWS * runs.longest();
        if (runs.count() > 0 && least > buffer.byteSize()) {
            throw new FileSortException(
                    input, "merging its runs needs " + Amount.needed(2 * least) + " of memory; choose it by memory(long)");
        }
        long rooms = buffer.byteSize() / each(runs);
        return Math.clamp(blocks(runs) == null ? rooms - OUTPUTS : rooms / 2, 2, most);
    }

    /** @param stored the runs that the rows are stored in, or null if the rows are the result */
    private void merge(Runs runs, int from, int to, MemorySegment buffer, LongConsumer progress, OrderedCopy.Sink sink,
            SortedRuns stored)
            throws IOException {
        KeyOrder blocks = blocks(runs);
        int n = Math.max(1, to - from);
        long room = buffer.byteSize() / (n + OUTPUTS);
        long each = room;
        if (blocks != null) {
            // One half of the memory of a run is merged at a time.
            if (stored != null) {
                stored.makeRoom(blocks.width());
            }
            room = wholeRows(buffer.byteSize() / (2 * OUTPUTS), blocks);
            each = wholeRows((buffer.byteSize() - OUTPUTS * room) / n, blocks);
        }
        try (Output output = new Output(buffer, room, sink);
                MergedRows rows = new MergedRows(runs, from, to, buffer.asSlice(OUTPUTS * room), each, progress)) {
            if (blocks != null) {
                mergeBlocks(rows.runs, blocks, output);
            } else {
                while (rows.next()) {
                    if (stored != null) {
                        stored.makeRoom(rows.current.length(true));
                    }
                    output.add(rows.current, stored != null);
                }
            }
            output.finish();
        }
    }

    /** Merged rows, one after the other. */
    private final class MergedRows implements RowCursor {
        private final List<SortedRun> runs = new ArrayList<>();
        private LoserTree tree;
        private SortedRun current;
        private byte[] lastKey;
        private long left = limit;

        /** @param each the bytes of the memory for each run */
        private MergedRows(Runs all, int from, int to, MemorySegment memory, long each, LongConsumer progress)
                throws IOException {
            try {
                for (int i = from; i < to; i++) {
                    runs.add(all.open(i, memory.asSlice((i - from) * each, each), progress));
                }
            } catch (Throwable e) {
                close();
                throw e;
            }
        }

        @Override
        public boolean next() throws IOException {
            while (left > 0) {
                advance();
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

        private void advance() throws IOException {
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
        public MemorySegment row() {
            return current.row();
        }

        /** Closes all runs, even if closing one of them fails. */
        @Override
        public void close() throws IOException {
            if (!runs.isEmpty()) {
                try (SortedRun _ = runs.removeLast()) {
                    close();
                }
            }
        }
    }

    /** Returns the format of rows that are merged block by block, or null. */
    private KeyOrder blocks(Runs runs) {
        return !unique && runs.order().format() instanceof KeyOrder format ? format : null;
    }

    private static long wholeRows(long bytes, KeyOrder format) {
        return bytes / format.width() * format.width();
    }

    private void mergeBlocks(List<SortedRun> runs, KeyOrder format, Output output) throws IOException {
        BlockMerge merge = new BlockMerge(runs.stream().map(StoredRun.class::cast).toList(), format);
        List<MemorySegment> blocks = merge.take();
        for (long left = limit; left > 0; blocks = merge.take()) {
            long bytes = blocks.stream().mapToLong(MemorySegment::byteSize).sum();
            if (bytes == 0) {
                return;
            }
            try {
                format.merge(blocks, output.buffer().asSlice(0, bytes));
            } catch (IllegalArgumentException e) {
                throw runs.getFirst().disorder();
            }
            long count = Math.min(left, bytes / format.width());
            output.write(count * format.width());
            left -= count;
        }
    }
}
