package io.github.tornadosort.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Rows of one input partition for one output partition, as they are shuffled: where the first row stands in the input, and the rows. */
final class Block {
    /** Bytes before the rows. */
    static final int HEADER = 8;
    /** Bits of a row's number in its partition. */
    private static final int ROW_BITS = 40;

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Block() {}

    /**
     * Writes what is before the rows.
     *
     * @param first number of rows of the input partition that were sent before
     */
    static void setHeader(byte[] block, int partition, long first) {
        LONGS.set(block, 0, (long) partition << ROW_BITS | first);
    }

    /** Returns a number that is larger for rows later in the input: that of the first row, and one more for each that follows. */
    static long order(byte[] block) {
        return (long) LONGS.get(block, 0);
    }
}
