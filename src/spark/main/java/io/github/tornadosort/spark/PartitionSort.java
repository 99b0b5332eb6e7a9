package io.github.tornadosort.spark;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import scala.Tuple2;

/**
 * Sorts the blocks of an output partition. Blocks are collected as long as the task gets memory for them and for their sort. What
 * is collected then is sorted and written to a file, and at the end the sorted runs are merged. The last run stays in memory until
 * another part of the task needs the memory.
 */
final class PartitionSort<T> {
    /** The largest number of runs that are merged at a time, so that their buffers do not need much memory. */
    private static final int MAX_MERGED = 64;

    private final RunSort<T> sort;
    private final TaskContext task;
    private final TaskMemory memory;
    private final long maxRows;
    private final SortMetrics metrics;
    private final List<SpilledRun> spilled = new ArrayList<>();
    private List<byte[]> blocks = new ArrayList<>();
    private long blockBytes;
    private long rows;
    private long peakBytes;

    /** @param maxRows the largest number of rows to sort in one run; a block may have more */
    PartitionSort(RunSort<T> sort, TaskContext task, long maxRows, SortMetrics metrics) {
        this.sort = sort;
        this.task = task;
        this.memory = TaskMemory.of(task);
        this.maxRows = maxRows;
        this.metrics = metrics;
    }

    /** Returns the rows of all blocks in order. */
    Iterator<T> sort(Iterator<Tuple2<Integer, byte[]>> input) {
        try {
            while (input.hasNext()) {
                add(input.next()._2());
            }
            while (spilled.size() >= MAX_MERGED) {
                mergeSpilled();
            }
            List<Cursor<T>> runs = open(spilled, closedAtEnd());
            if (rows > 0) {
                runs.add(sortBlocks());
            }
            return new SortedRows(runs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(byte[] block) throws IOException {
        if (rows > 0 && (rows + Block.rows(block) > maxRows || !hasMemoryFor(block))) {
            spillBlocks();
        }
        if (!hasMemoryFor(block)) {
            throw new IllegalStateException("this task gets too little memory to sort " + Block.rows(block)
                    + " rows; give the executor more memory, or fewer tasks at a time");
        }
        blocks.add(block);
        blockBytes += block.length;
        rows += Block.rows(block);
    }

    private boolean hasMemoryFor(byte[] block) {
        return memory.reserve(blockBytes + block.length + sort.sortBytes(rows + Block.rows(block)) + streamBytes());
    }

    /** Returns bytes that are needed to read the spilled runs. */
    private long streamBytes() {
        return Math.min(MAX_MERGED, spilled.size()) * SpilledRun.STREAM_BYTES;
    }

    /** Sorts the blocks in memory, and gives back the memory that only the sort needs. */
    private Cursor<T> sortBlocks() {
        blocks.sort(Block::compare);
        Cursor<T> sorted = sort.sort(blocks, Math.toIntExact(rows));
        metrics.rows().add(rows);
        long more = memory.getUsed() - peakBytes;
        if (more > 0) {
            peakBytes += more;
            task.taskMetrics().incPeakExecutionMemory(more);
        }
        memory.reserve(sort.cursorBytes(rows, blockBytes) + streamBytes());
        blocks = new ArrayList<>();
        blockBytes = 0;
        rows = 0;
        return sorted;
    }

    private void spillBlocks() throws IOException {
        long bytes = memory.getUsed();
        Cursor<T> sorted = sortBlocks();
        sorted.advance();
        spilled.add(write(sorted));
        memory.reserve(0);
        task.taskMetrics().incMemoryBytesSpilled(bytes);
    }

    /** Writes the current row of a cursor and those that follow. */
    private SpilledRun write(Cursor<T> cursor) throws IOException {
        metrics.spilledRuns().add(1);
        return SpilledRun.write(cursor, task);
    }

    /** Merges the oldest spilled runs into one. */
    private void mergeSpilled() throws IOException {
        List<SpilledRun> oldest = spilled.subList(0, MAX_MERGED);
        List<Closeable> streams = new ArrayList<>();
        SpilledRun merged;
        try {
            merged = write(new MergedRuns<>(open(oldest, streams)));
        } finally {
            close(streams);
        }
        oldest.forEach(run -> run.file().delete());
        oldest.clear();
        spilled.add(merged);
    }

    /** Opens runs, and adds their streams to a list. */
    private List<Cursor<T>> open(List<SpilledRun> runs, List<Closeable> streams) throws IOException {
        List<Cursor<T>> cursors = new ArrayList<>();
        for (SpilledRun run : runs) {
            DataInputStream in = run.open();
            streams.add(in);
            cursors.add(sort.read(in, run.rows()));
        }
        return cursors;
    }

    /** Returns an empty list of streams, which are closed when the task ends. */
    private List<Closeable> closedAtEnd() {
        List<Closeable> streams = new ArrayList<>();
        TaskMemory.atEnd(task, () -> close(streams));
        return streams;
    }

    private static void close(List<Closeable> streams) {
        try {
            for (Closeable stream : streams) {
                stream.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sorted rows. The last run is in memory, until another part of the task needs the memory, perhaps in another thread. */
    private final class SortedRows implements Iterator<T> {
        private final MergedRuns<T> merged;
        private final int runInMemory;
        private boolean hasNext;

        SortedRows(List<Cursor<T>> runs) throws IOException {
            merged = new MergedRuns<>(runs);
            runInMemory = runs.size() - 1;
            hasNext = merged.hasRow();
            if (hasNext) {
                memory.onRequest(this::spill);
            } else {
                memory.reserve(0);
            }
        }

        @Override
        public boolean hasNext() {
            return hasNext;
        }

        @Override
        public T next() {
            if (!hasNext) {
                throw new NoSuchElementException();
            }
            T row = read();
            if (!hasNext) {
                memory.reserve(0);
            }
            return row;
        }

        private synchronized T read() {
            T row = merged.row();
            try {
                hasNext = merged.advance();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return row;
        }

        /** Writes the rest of the run in memory to a file. Returns bytes of memory that this frees. */
        private synchronized long spill() throws IOException {
            long used = memory.getUsed();
            long afterwards = streamBytes() + SpilledRun.STREAM_BYTES;
            if (used <= afterwards || !merged.replace(runInMemory, this::spilled)) {
                return 0;
            }
            memory.reserve(afterwards);
            task.taskMetrics().incMemoryBytesSpilled(used - afterwards);
            return used - afterwards;
        }

        private Cursor<T> spilled(Cursor<T> cursor) throws IOException {
            Cursor<T> rest = open(List.of(write(cursor)), closedAtEnd()).getFirst();
            rest.advance();
            return rest;
        }
    }
}
