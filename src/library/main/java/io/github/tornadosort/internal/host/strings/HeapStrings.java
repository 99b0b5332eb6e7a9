package io.github.tornadosort.internal.host.strings;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Byte strings in arrays. Depths are numbers of bytes. The JVM compiles a sort of arrays in a fraction of the time that it takes to
 * compile a sort of memory segments, which matters to a program that sorts once.
 */
final class HeapStrings extends StringSource {
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN).withInvokeExactBehavior();

    private final byte[] bytes;
    private final int[] offsets;
    private final int size;

    /**
     * @param bytes the strings, and at least seven more bytes
     * @param offsets the offset of each string, followed by the end of the last one; in ascending order
     * @param size the number of strings
     */
    HeapStrings(byte[] bytes, int[] offsets, int size) {
        this.bytes = bytes;
        this.offsets = offsets;
        this.size = size;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long length(int row) {
        return (long) offsets[row + 1] - offsets[row];
    }

    @Override
    public long word(int row, long depth) {
        int start = offsets[row] + (int) depth;
        int left = offsets[row + 1] - start;
        return left <= 0 ? 0 : withLength((long) BIG_ENDIAN.get(bytes, start), left);
    }
}
