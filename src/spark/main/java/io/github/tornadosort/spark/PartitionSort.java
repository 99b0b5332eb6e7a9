package io.github.tornadosort.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.storage.TempLocalBlockId;
import scala.Tuple2;

/**
 * Sorts the blocks of an output partition. Blocks are collected as long as the task gets memory for them and for their sort. What
 * is collected then is sorted and written to a file in one of Spark's local folders, and at the end the sorted runs are merged. Only
 * the last run stays in memory.
 */
final class PartitionSort<T> {
    private static final int FILE_BUFFER = 1 << 16;

    private final RunSort<T> sort;
    private final TaskContext context;
    private final TaskMemory memory;
    private final long maxRows;
    private final SortMetrics metrics;
    private final List<Cursor<T>> runs = new ArrayList<>();
    private List<byte[]> blocks = new ArrayList<>();
    private long blockBytes;
    private long rows;
    private long peakBytes;

    /** @param maxRows the largest number of rows to sort in one run; a block may have more */
    PartitionSort(RunSort<T> sort, TaskContext context, long maxRows, SortMetrics metrics) {
        this.sort = sort;
        this.context = context;
        this.memory = TaskMemory.of(context);
        this.maxRows = maxRows;
        this.metrics = metrics;
    }

    /** Returns the rows of all blocks in order. */
    Iterator<T> sort(Iterator<Tuple2<Integer, byte[]>> input) {
        try {
            while (input.hasNext()) {
                add(input.next()._2());
            }
            if (rows > 0) {
                runs.add(sortBlocks());
            }
            return new MergedRuns<>(runs, () -> memory.reserve(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(byte[] block) throws IOException {
        if (rows > 0 && (rows + Block.rows(block) > maxRows || !hasMemoryFor(block))) {
            spill();
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
        return memory.reserve(blockBytes + block.length + sort.sortBytes(rows + Block.rows(block)));
    }

    /** Sorts the blocks in memory, and gives back the memory that only the sort needs. */
    private Cursor<T> sortBlocks() {
        blocks.sort(Block::compare);
        Cursor<T> sorted = sort.sort(blocks, Math.toIntExact(rows));
        metrics.rows().add(rows);
        long more = memory.getUsed() - peakBytes;
        if (more > 0) {
            peakBytes += more;
            context.taskMetrics().incPeakExecutionMemory(more);
        }
        memory.reserve(sort.cursorBytes(rows, blockBytes));
        return sorted;
    }

    private void spill() throws IOException {
        SparkEnv spark = SparkEnv.get();
        Tuple2<TempLocalBlockId, File> created = spark.blockManager().diskBlockManager().createTempLocalBlock();
        File file = created._2();
        TaskMemory.atEnd(context, file::delete);
        long bytes = memory.getUsed();
        Cursor<T> sorted = sortBlocks();
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                spark.serializerManager().wrapStream(created._1(), new FileOutputStream(file)), FILE_BUFFER))) {
            while (sorted.advance()) {
                sorted.write(out);
            }
        }
        DataInputStream in = new DataInputStream(new BufferedInputStream(
                spark.serializerManager().wrapStream(created._1(), new FileInputStream(file)), FILE_BUFFER));
        TaskMemory.atEnd(context, () -> close(in));
        runs.add(sort.read(in, rows));
        metrics.spilledRuns().add(1);
        context.taskMetrics().incMemoryBytesSpilled(bytes);
        context.taskMetrics().incDiskBytesSpilled(file.length());
        blocks = new ArrayList<>();
        blockBytes = 0;
        rows = 0;
        memory.reserve(0);
    }

    private static void close(DataInputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
