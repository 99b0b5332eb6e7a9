package io.github.tornadosort.files.internal.runs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** How the rows of a run are stored, and how their keys are compared. */
public interface RunFormat {
    /** The first byte is the most significant one. */
    ValueLayout.OfLong BIG_ENDIAN = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /**
     * Finds the first row in a range of memory, and passes it to {@link SortedRun#found}.
     *
     * @return the end of the row, or -1 if it is not in the range
     */
    long find(SortedRun run, MemorySegment memory, long from, long to);

    /** Returns the bytes that are stored before a row: none, or the lengths and the key. */
    default long extra(long keyLength, long rowLength) {
        return 0;
    }

    /** Returns an unsigned number. If those of two keys differ, the keys have the same order. */
    default long prefix(MemorySegment memory, long from, long to) {
        return firstBytes(memory, from, to);
    }

    /** Returns the first eight bytes of a key as an unsigned number; after a shorter key, zeros. */
    static long firstBytes(MemorySegment memory, long from, long to) {
        long length = to - from;
        if (length >= Long.BYTES) {
            return memory.get(BIG_ENDIAN, from);
        }
        if (from + Long.BYTES <= memory.byteSize()) {
            return length == 0 ? 0 : memory.get(BIG_ENDIAN, from) & -1L << Long.SIZE - Byte.SIZE * length;
        }
        long word = 0;
        for (long i = 0; i < length; i++) {
            word |= (memory.get(ValueLayout.JAVA_BYTE, from + i) & 0xffL) << Long.SIZE - Byte.SIZE * (i + 1);
        }
        return word;
    }

    /**
     * Compares two keys.
     *
     * @return 0 if they are equal; otherwise one more than the offset of the first byte in which they differ, negative if the first key is
     *     less. If keys are not compared by their bytes, the offset is 0.
     */
    default long difference(MemorySegment a, long aFrom, long aTo, MemorySegment b, long bFrom, long bTo) {
        long at = MemorySegment.mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0) {
            return 0;
        }
        boolean isGreater = at == bTo - bFrom
                || at < aTo - aFrom
                        && Byte.compareUnsigned(a.get(ValueLayout.JAVA_BYTE, aFrom + at),
                                b.get(ValueLayout.JAVA_BYTE, bFrom + at)) > 0;
        return isGreater ? at + 1 : -at - 1;
    }
}
