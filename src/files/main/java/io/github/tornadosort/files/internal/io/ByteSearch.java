package io.github.tornadosort.files.internal.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Searches memory for bytes, eight at a time. */
public final class ByteSearch {
    /** A word whose first byte is the least significant one. */
    public static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    public static final long LINE_FEEDS = repeated((byte) '\n');

    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

    private ByteSearch() {}

    /** Returns a word of eight bytes of this value. */
    public static long repeated(byte value) {
        return (value & 0xffL) * 0x0101010101010101L;
    }

    /** Returns the highest bit of each byte in which two words do not differ (Warren, Hacker's Delight, §6-1). */
    public static long equalBytes(long word, long other) {
        long different = word ^ other;
        return ~((different & LOW_BITS) + LOW_BITS | different | LOW_BITS);
    }

    /** Returns the index in memory of the first byte that is marked in a word of marks that are not all 0. */
    public static long first(long marks, long at) {
        return at + Long.numberOfTrailingZeros(marks) / Byte.SIZE;
    }

    /**
     * Returns the index of the next byte of a value, or {@code end}.
     *
     * @param values the value in each byte, see {@link #repeated}
     */
    public static long next(MemorySegment memory, long from, long end, long values) {
        long at = from;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            long found = equalBytes(memory.get(WORD, at), values);
            if (found != 0) {
                return first(found, at);
            }
        }
        while (at < end && memory.get(ValueLayout.JAVA_BYTE, at) != (byte) values) {
            at++;
        }
        return at;
    }

    /**
     * Returns how often a value occurs.
     *
     * @param values the value in each byte, see {@link #repeated}
     */
    public static long count(MemorySegment memory, long from, long end, long values) {
        long count = 0;
        for (long at = next(memory, from, end, values); at < end; count++) {
            at = next(memory, at + 1, end, values);
        }
        return count;
    }
}
