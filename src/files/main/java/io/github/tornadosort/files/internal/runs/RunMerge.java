package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * Merges runs stably.
 *
 * @param unique whether to keep only the first of rows with equal keys
 * @param limit the maximum number of rows
 * @param cut returns how many of the last bytes of the result, which are given, are left out
 */
public record RunMerge(boolean unique, long limit, ToLongFunction<MemorySegment> cut) {
    /** Buffers for merged rows: one is filled while the other is written. */
    static final int OUTPUTS = 2;

    /**
     * Merges runs into an output.
     *
     * @param bytes the size of all buffers
     * @param progress receives the number of bytes of the runs that were read since the last call
     */
    public void merge(SortedRuns runs, long bytes, LongConsumer progress, KeyWriter writer) throws IOException {
        long least = runs.buffers() * runs.longest();
        if (least > bytes) {
            throw new FileSortException(runs.input(), "sorting it in this memory needs " + runs.count()
                    + " runs, too many to merge; use a larger --memory");
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment buffer = NativeMemory.allocate(arena, Math.min(bytes, Math.max(runs.bytes(), least)));
            merge(runs, buffer, progress, rows -> writer.write(rows, _ -> {}));
        }
    }

    /**
     * Merges the runs.
     *
     * @param memory for {@link SortedRuns#buffers} buffers, each for at least the longest row; accessible by all threads
     */
    private void merge(SortedRuns files, MemorySegment memory, LongConsumer progress, OrderedCopy.Sink sink)
            throws IOException {
        long each = memory.byteSize() / files.buffers();
        PriorityQueue<SortedRun> runs = new PriorityQueue<>();
        for (int i = 0; i < files.count(); i++) {
            SortedRun run = files.open(i, memory.asSlice((OUTPUTS + i) * each, each), progress);
            if (run.hasRow()) {
                runs.add(run);
            }
        }
        Output output = new Output(memory.asSlice(0, OUTPUTS * each), sink, files.longest());
        try (Background writing = new Background()) {
            for (long rows = 0; rows < limit && !runs.isEmpty();) {
                SortedRun first = runs.poll();
                do {
                    if (output.add(first, unique, writing)) {
                        rows++;
                    }
                    first.next();
                } while (first.hasRow() && rows < limit && (runs.isEmpty() || first.compareTo(runs.peek()) < 0));
                if (first.hasRow()) {
                    runs.add(first);
                }
            }
            output.finish(cut, writing);
        }
    }

    /** Collects merged rows in two buffers. */
    private static final class Output {
        private final MemorySegment[] buffers = new MemorySegment[OUTPUTS];
        private final OrderedCopy.Sink sink;
        private final MemorySegment lastKey;
        private long lastKeyLength = -1;
        private int current;
        private long size;

        private Output(MemorySegment memory, OrderedCopy.Sink sink, long longest) {
            for (int i = 0; i < OUTPUTS; i++) {
                buffers[i] = memory.asSlice(i * memory.byteSize() / OUTPUTS, memory.byteSize() / OUTPUTS);
            }
            this.sink = sink;
            this.lastKey = MemorySegment.ofArray(new byte[Math.toIntExact(longest)]);
        }

        /** Adds the current row of a run. Returns whether it was added, and not left out because its key repeats the last one. */
        private boolean add(SortedRun run, boolean unique, Background writing) throws IOException {
            if (unique && repeatsKey(run)) {
                return false;
            }
            long length = run.rowLength();
            if (size + length > buffers[current].byteSize()) {
                flush(size, writing);
            }
            run.copyRow(buffers[current], size);
            size += length;
            return true;
        }

        private boolean repeatsKey(SortedRun run) {
            if (run.hasKey(lastKey, lastKeyLength)) {
                return true;
            }
            run.copyKey(lastKey);
            lastKeyLength = run.keyLength();
            return false;
        }

        private void flush(long bytes, Background writing) throws IOException {
            MemorySegment merged = buffers[current].asSlice(0, bytes);
            writing.await();
            writing.start(() -> sink.accept(merged));
            current = (current + 1) % OUTPUTS;
            size = 0;
        }

        private void finish(ToLongFunction<MemorySegment> cut, Background writing) throws IOException {
            flush(size == 0 ? 0 : size - cut.applyAsLong(buffers[current].asSlice(0, size)), writing);
            writing.await();
        }
    }
}
