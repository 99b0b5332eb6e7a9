package io.github.tornadosort.arrow;

import io.github.tornadosort.arrow.Layout.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;

/**
 * A view of a vector, or a copy of some of its values.
 *
 * @param layout what the buffers hold
 * @param length number of values
 * @param nulls number of null values
 * @param buffers the buffers in the order of Arrow's format; a validity bitmap may be empty if there are no nulls
 * @param children nested vectors
 */
record ArrowArray(Layout layout, int length, int nulls, List<MemorySegment> buffers, List<ArrowArray> children) {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Bytes of a view of a string: a length, and the bytes themselves or where they are. */
    static final int VIEW = 16;
    /** Most bytes that a view holds itself. */
    static final int MAX_INLINE = 12;
    /** Where a longer view has the index of the buffer, and that of the first byte in it. */
    static final int VIEW_BUFFER = 8;
    static final int VIEW_OFFSET = 12;

    /** Returns the size of a bitmap. */
    static long bitmapBytes(int length) {
        return Math.ceilDiv(length, Byte.SIZE);
    }

    MemorySegment buffer(int index) {
        return buffers.get(index);
    }

    /** Returns whether the first buffer is a validity bitmap. */
    boolean hasValidity() {
        return layout.kind() != Kind.NULL;
    }

    boolean hasNulls() {
        return nulls > 0 && hasValidity();
    }

    /** Returns whether a value is null. */
    boolean isNull(int index) {
        return hasNulls() && !bit(buffer(0), index);
    }

    /** Returns the bytes of a value of a vector that is ordered by bytes. */
    MemorySegment bytes(int index) {
        return switch (layout.kind()) {
            case FIXED -> buffer(1).asSlice((long) index * layout.width(), layout.width());
            case VIEW -> viewed(index);
            default -> {
                long start = offset(buffer(1), layout.width(), index);
                yield buffer(2).asSlice(start, offset(buffer(1), layout.width(), index + 1L) - start);
            }
        };
    }

    /** Returns the bytes of a string that is stored as a view; none if it is null. */
    private MemorySegment viewed(int index) {
        MemorySegment view = buffer(1).asSlice((long) VIEW * index, VIEW);
        int length = isNull(index) ? 0 : view.get(INT, 0);
        return length <= MAX_INLINE
                ? view.asSlice(Integer.BYTES, length)
                : buffer(2 + view.get(INT, VIEW_BUFFER)).asSlice(view.get(INT, VIEW_OFFSET), length);
    }

    static boolean bit(MemorySegment bitmap, int index) {
        return (bitmap.get(BYTE, index >>> 3) >>> (index & 7) & 1) != 0;
    }

    /** Returns an offset or a size of 4 or 8 bytes. */
    static long offset(MemorySegment offsets, int width, long index) {
        return width == Integer.BYTES
                ? offsets.get(INT, Integer.BYTES * index)
                : offsets.get(LONG, Long.BYTES * index);
    }

    private static void setOffset(MemorySegment offsets, int width, long index, long offset) {
        if (width == Integer.BYTES) {
            offsets.set(INT, Integer.BYTES * index, (int) offset);
        } else {
            offsets.set(LONG, Long.BYTES * index, offset);
        }
    }

    /**
     * Returns the offsets of values that are stored one after the other, and the end of the last one.
     *
     * @param width bytes per offset
     * @param memory allocates a segment of a given number of bytes
     * @param lengths returns the length of each value
     * @throws IllegalArgumentException if the values are too long for offsets of that width
     */
    static MemorySegment offsets(int n, int width, LongFunction<MemorySegment> memory, IntToLongFunction lengths) {
        MemorySegment offsets = memory.apply((n + 1L) * width);
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                setOffset(offsets, width, i + 1L, lengths.applyAsLong(i));
            }
        });
        setOffset(offsets, width, 0, 0);
        long sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += offset(offsets, width, i);
            setOffset(offsets, width, i, sum);
            if (width == Integer.BYTES && sum > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "the values of the first " + i + " of " + n + " rows are too long for offsets of 32 bits");
            }
        }
        return offsets;
    }
}
