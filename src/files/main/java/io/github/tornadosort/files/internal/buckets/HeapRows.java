package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.host.strings.HostStrings;
import io.github.tornadosort.internal.memory.HostBuffers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The rows of a bucket in arrays, which one thread uses for one bucket after the other. The JVM compiles loops over arrays in a
 * fraction of the time that it takes to compile loops over memory segments.
 */
final class HeapRows {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteSearch.WORD.order()).withInvokeExactBehavior();
    /** Length of the longest row that is copied word by word. */
    private static final int MAX_BY_WORDS = 128;

    private byte[] bytes = {};
    private int[] offsets = {};
    private int count;

    /** Copies rows, whose offsets are ints and begin with 0, to the arrays. */
    void load(RowBytes rows) {
        count = Math.toIntExact(rows.offsets().size() - 1);
        int size = Math.toIntExact(rows.offset(count));
        bytes = withRoom(bytes, size);
        if (offsets.length <= count) {
            offsets = new int[Math.max(count + 1, 2 * offsets.length)];
        }
        MemorySegment.copy(rows.buffer(), ValueLayout.JAVA_BYTE, 0, bytes, 0, size);
        MemorySegment.copy(rows.offsets().segment(), ValueLayout.JAVA_INT_UNALIGNED, 0, offsets, 0, count + 1);
    }

    /** Returns an array for at least a number of bytes and {@link RowBytes#SLACK} more. */
    static byte[] withRoom(byte[] array, int size) {
        int length = Math.addExact(size, RowBytes.SLACK);
        return array.length >= length ? array : new byte[Math.max(length, (int) Bucket.MAX_BYTES + RowBytes.SLACK)];
    }

    /** Returns the indices of the rows in sorted order. */
    int[] argsort(boolean descending, HostBuffers buffers) {
        return HostStrings.argsort(bytes, offsets, count, descending, buffers);
    }

    /** Returns the length of the rows together. */
    int size() {
        return offsets[count];
    }

    /**
     * Copies rows to an array that has {@link #withRoom room} for them, and returns their length.
     *
     * @param endsMissing whether the last byte of each row is replaced by LF
     */
    int copy(int[] order, int number, boolean endsMissing, byte[] target) {
        int at = 0;
        for (int i = 0; i < number; i++) {
            int start = offsets[order[i]];
            int length = offsets[order[i] + 1] - start;
            if (length > MAX_BY_WORDS) {
                System.arraycopy(bytes, start, target, at, length);
            } else {
                // The last word may reach into the next row of the target, which is copied later.
                for (int next = 0; next < length; next += Long.BYTES) {
                    WORD.set(target, at + next, (long) WORD.get(bytes, start + next));
                }
            }
            at += length;
            if (endsMissing) {
                target[at - 1] = '\n';
            }
        }
        return at;
    }
}
