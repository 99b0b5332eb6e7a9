package io.github.tornadosort.spark;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.TaskContext;
import scala.Tuple2;

/** Packs the rows of an input partition into blocks, each for one output partition. A block is returned as soon as it is full. */
abstract class BlockPacker<T> implements Iterator<Tuple2<Integer, byte[]>> {
    /** Bytes of all blocks that are being filled. */
    private static final long MEMORY = 32 << 20;

    /** Java's garbage collector gives an array of half a megabyte or more pages of its own. */
    private static final int LARGEST_BLOCK = 1 << 18;
    private static final int SMALLEST_BLOCK = 1 << 12;

    private final Iterator<T> input;
    private final int partition;
    private final byte[][] blocks;
    private final int[] rows;
    private final Queue<Tuple2<Integer, byte[]>> full = new ArrayDeque<>();
    private final int blockBytes;
    private int blocksReturned;
    private int nextPartial;

    BlockPacker(Iterator<T> input, int partition, int outputPartitions) {
        this.input = input;
        this.partition = partition;
        this.blocks = new byte[outputPartitions][];
        this.rows = new int[outputPartitions];
        TaskMemory memory = TaskMemory.of(TaskContext.get());
        long wanted = Math.min(MEMORY, (long) outputPartitions * LARGEST_BLOCK);
        this.blockBytes = (int) Math.max(SMALLEST_BLOCK, memory.reserveUpTo(wanted) / outputPartitions);
    }

    /** Adds a row to the block of its output partition. */
    abstract void add(T row);

    /** Moves the rows of a block that is not full together. Returns the number of bytes that are used. */
    abstract int close(byte[] block, int rowsInBlock, int output);

    final int partition() {
        return partition;
    }

    /** Returns bytes of a block, header included. */
    final int blockBytes() {
        return blockBytes;
    }

    final int rows(int output) {
        return rows[output];
    }

    /** Returns the block that is being filled, or null. */
    final byte[] block(int output) {
        return blocks[output];
    }

    final void open(int output, int bytes) {
        blocks[output] = new byte[bytes];
    }

    /** Counts a row that was written into the block. */
    final int countRow(int output) {
        return ++rows[output];
    }

    /** Makes the block of an output partition ready to be returned. */
    final void send(int output) {
        byte[] block = blocks[output];
        int used = close(block, rows[output], output);
        byte[] sent = used == block.length ? block : Arrays.copyOf(block, used);
        Block.setHeader(sent, partition, blocksReturned++, rows[output]);
        full.add(new Tuple2<>(output, sent));
        blocks[output] = null;
        rows[output] = 0;
    }

    @Override
    public final boolean hasNext() {
        while (full.isEmpty() && input.hasNext()) {
            add(input.next());
        }
        while (full.isEmpty() && nextPartial < blocks.length) {
            if (rows[nextPartial] > 0) {
                send(nextPartial);
            }
            nextPartial++;
        }
        return !full.isEmpty();
    }

    @Override
    public final Tuple2<Integer, byte[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return full.remove();
    }
}
