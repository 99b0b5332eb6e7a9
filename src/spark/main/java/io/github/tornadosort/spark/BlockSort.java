package io.github.tornadosort.spark;

import java.io.IOException;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;
import scala.Tuple2;

/** Sorts the rows of the blocks of an output partition by their keys. Equal keys are in the order of the input. */
final class BlockSort<T> {
    private final RowCodec<T> codec;
    private final RowSorter sorter;
    private byte[] row = new byte[256];

    BlockSort(RowCodec<T> codec, SortMetrics metrics) {
        TaskContext task = TaskContext.get();
        this.codec = codec;
        this.sorter = new RowSorter(task, new Order(codec.format()), ExecutorSorters.of(task), metrics::report);
    }

    /** Returns the rows of all blocks in order. */
    Iterator<T> sort(Iterator<Tuple2<Integer, UnsafeRow>> blocks) throws IOException {
        while (blocks.hasNext()) {
            byte[] block = (byte[]) blocks.next()._2().getBaseObject();
            int end = Block.end(block);
            long order = Block.order(block);
            int length;
            for (int at = Block.HEADER; at < end; at += length) {
                length = codec.format().length(block, at);
                reserve(Long.BYTES + length);
                Block.LONGS.set(row, 0, order++);
                System.arraycopy(block, at, row, Long.BYTES, length);
                sorter.add(row, Platform.BYTE_ARRAY_OFFSET, Long.BYTES + length);
            }
        }
        return sorter.sorted(this::read);
    }

    private T read(Object base, long offset, int length) {
        reserve(length - Long.BYTES);
        Platform.copyMemory(base, offset + Long.BYTES, row, Platform.BYTE_ARRAY_OFFSET, length - Long.BYTES);
        return codec.read(row, length - Long.BYTES);
    }

    private void reserve(int bytes) {
        if (bytes > row.length) {
            row = new byte[Math.max(bytes, (int) Math.min(RowBuffer.MAX_BYTES, 2L * row.length))];
        }
    }

    /** Rows with their order in the input before them: each word has 8 bytes of the key, and the last one that order. */
    private record Order(RowFormat format) implements RowOrder {
        @Override
        public long word(Object base, long offset, int length, long position) {
            long from = position * Long.BYTES;
            return isLast(position)
                    ? Platform.getLong(base, offset)
                    : KeyField.load(base, offset + Long.BYTES + format.keyOffset() + from, (int) (format.keyBytes() - from));
        }

        @Override
        public boolean isLast(long position) {
            return position * Long.BYTES >= format.keyBytes();
        }

        @Override
        public long next(long position, long word) {
            return isLast(position) ? END : position + 1;
        }

        @Override
        public int compare(Object aBase, long aOffset, Object bBase, long bOffset) {
            int order = 0;
            for (long position = FIRST; order == 0 && position != END; position = next(position, 0)) {
                order = Long.compareUnsigned(word(aBase, aOffset, 0, position), word(bBase, bOffset, 0, position));
            }
            return order;
        }
    }
}
