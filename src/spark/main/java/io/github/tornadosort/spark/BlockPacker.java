package io.github.tornadosort.spark;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import scala.Tuple2;

/** Packs the rows of an input partition into blocks, each for one output partition. A block is returned as soon as it is full. */
final class BlockPacker<T> implements Iterator<Tuple2<Integer, UnsafeRow>> {
    /** Bytes of all blocks that are being filled. */
    private static final long MEMORY = 32 << 20;

    /** Java's garbage collector gives an array of half a megabyte or more pages of its own. */
    private static final int LARGEST_BLOCK = 1 << 18;
    private static final int SMALLEST_BLOCK = 1 << 12;

    private final Iterator<T> input;
    private final int partition;
    private final Splitters splitters;
    private final RowCodec<T> codec;
    private final RowBuffer row = new RowBuffer();
    private final byte[][] blocks;
    private final int[] used;
    private final int[] rows;
    private final Queue<Tuple2<Integer, UnsafeRow>> full = new ArrayDeque<>();
    private final int blockBytes;
    private long rowsSent;
    private int nextPartial;

    BlockPacker(Iterator<T> input, int partition, Splitters splitters, RowCodec<T> codec) {
        int outputs = splitters.outputs();
        this.input = input;
        this.partition = partition;
        this.splitters = splitters;
        this.codec = codec;
        this.blocks = new byte[outputs][];
        this.used = new int[outputs];
        this.rows = new int[outputs];
        TaskMemory memory = TaskMemory.of(TaskContext.get());
        long wanted = Math.min(MEMORY, (long) outputs * LARGEST_BLOCK);
        this.blockBytes = (int) Math.max(SMALLEST_BLOCK, memory.reserveUpTo(wanted) / outputs);
    }

    /** Adds a row to the block of its output partition. */
    private void add(T element) {
        codec.write(element, row);
        int key = codec.format().keyOffset();
        int output = splitters.target(row.bytes(), key, key + codec.format().keyBytes(), partition);
        if (blocks[output] != null && row.length() > blocks[output].length - used[output]) {
            send(output);
        }
        if (blocks[output] == null) {
            blocks[output] = new byte[Math.max(blockBytes, Math.addExact(Block.HEADER, row.length()))];
            used[output] = Block.HEADER;
        }
        System.arraycopy(row.bytes(), 0, blocks[output], used[output], row.length());
        used[output] += row.length();
        rows[output]++;
    }

    /** Makes the block of an output partition ready to be returned. */
    private void send(int output) {
        byte[] sent = Arrays.copyOf(blocks[output], used[output] + Long.BYTES - 1 & -Long.BYTES);
        full.add(new Tuple2<>(output, Block.of(sent, used[output], partition, rowsSent)));
        rowsSent += rows[output];
        blocks[output] = null;
        rows[output] = 0;
    }

    @Override
    public boolean hasNext() {
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
    public Tuple2<Integer, UnsafeRow> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return full.remove();
    }
}
