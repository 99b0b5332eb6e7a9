package io.github.tornadosort.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * Rows of one input partition for one output partition, as they are shuffled: where the first row stands in the input, the number
 * of bytes, and the rows. Spark shuffles it as it shuffles a row of a data frame, whose bytes are a multiple of 8.
 */
final class Block {
    /** Bytes before the rows. */
    static final int HEADER = Long.BYTES + Integer.BYTES;
    /** Bits of a row's number in its partition. */
    private static final int ROW_BITS = 40;

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Block() {}

    /**
     * Writes what is before the rows, and returns the block.
     *
     * @param end index of the first byte after the rows
     * @param first number of rows of the input partition that were sent before
     */
    static UnsafeRow of(byte[] block, int end, int partition, long first) {
        LONGS.set(block, 0, (long) partition << ROW_BITS | first);
        INTS.set(block, Long.BYTES, end);
        UnsafeRow row = new UnsafeRow(0);
        row.pointTo(block, Platform.BYTE_ARRAY_OFFSET, block.length);
        return row;
    }

    /** Returns the index of the first byte after the rows. */
    static int end(byte[] block) {
        return (int) INTS.get(block, Long.BYTES);
    }

    /** Returns a number that is larger for rows later in the input: that of the first row, and one more for each that follows. */
    static long order(byte[] block) {
        return (long) LONGS.get(block, 0);
    }
}
