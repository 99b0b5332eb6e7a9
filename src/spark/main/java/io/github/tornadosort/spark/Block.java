package io.github.tornadosort.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Rows of one input partition for one output partition, as they are shuffled: the index of the input partition, the index of the
 * block among those of the input partition, the number of rows, then the rows.
 */
final class Block {
    /** Bytes before the rows. */
    static final int HEADER = 12;

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Block() {}

    static void setHeader(byte[] block, int partition, int number, int rows) {
        INTS.set(block, 0, partition);
        INTS.set(block, 4, number);
        INTS.set(block, 8, rows);
    }

    static int partition(byte[] block) {
        return (int) INTS.get(block, 0);
    }

    static int number(byte[] block) {
        return (int) INTS.get(block, 4);
    }

    static int rows(byte[] block) {
        return (int) INTS.get(block, 8);
    }

    /** Orders blocks as their rows were in the input. */
    static int compare(byte[] a, byte[] b) {
        int byPartition = Integer.compare(partition(a), partition(b));
        return byPartition != 0 ? byPartition : Integer.compare(number(a), number(b));
    }

    /** Writes the low bytes of a number: 4 or 8. */
    static void put(byte[] bytes, int index, int width, long bits) {
        if (width == Long.BYTES) {
            LONGS.set(bytes, index, bits);
        } else {
            INTS.set(bytes, index, (int) bits);
        }
    }

    static long get(byte[] bytes, int index, int width) {
        return width == Long.BYTES ? (long) LONGS.get(bytes, index) : (int) INTS.get(bytes, index);
    }
}
