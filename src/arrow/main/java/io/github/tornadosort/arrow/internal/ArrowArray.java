package io.github.tornadosort.arrow.internal;

import io.github.tornadosort.arrow.internal.Layout.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * A view of a column in Arrow's memory format.
 *
 * @param layout what the buffers hold
 * @param length number of values
 * @param nulls number of null values, as the validity bitmap has them
 * @param buffers the buffers in the order of the IPC format; a validity bitmap may be empty if there are no nulls
 * @param children nested columns
 */
public record ArrowArray(Layout layout, int length, int nulls, List<MemorySegment> buffers, List<ArrowArray> children) {
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Bytes of a view of a string. */
    static final int VIEW = 16;

    /**
     * Creates a view.
     *
     * @throws IllegalArgumentException if there are too few buffers or children, or a buffer or child is too short
     */
    public ArrowArray {
        Kind kind = layout.kind();
        if (length < 0 || nulls < 0 || nulls > length) {
            throw damaged(layout, length + " values, of which " + nulls + " are null");
        }
        if (buffers.size() < kind.buffers() || children.size() != layout.children().size()) {
            throw damaged(layout, buffers.size() + " buffers and " + children.size() + " children");
        }
        for (int i = 0; i < kind.buffers(); i++) {
            long least = leastBytes(layout, length, nulls, i);
            if (buffers.get(i).byteSize() < least) {
                throw damaged(layout, "a buffer of " + buffers.get(i).byteSize() + " bytes for " + length
                        + " values, which need " + least);
            }
        }
        for (ArrowArray child : children) {
            long least = kind == Kind.STRUCT || kind == Kind.SPARSE_UNION
                    ? length
                    : kind == Kind.FIXED_LIST ? (long) length * layout.width() : 0;
            if (child.length < least) {
                throw damaged(layout, child.length + " values in a child, where " + least + " are needed");
            }
        }
        if (kind == Kind.RUN_END) {
            requireAscending(children.getFirst());
        }
    }

    /** Readers find runs in different ways, and find others if the ends are not in order. */
    private static void requireAscending(ArrowArray ends) {
        long previous = 0;
        for (int i = 0; i < ends.length; i++) {
            long end = ends.runEnd(i);
            if (end <= previous) {
                throw damaged(ends.layout, "a run that ends at " + end + " after one that ends at " + previous);
            }
            previous = end;
        }
    }

    /** Returns the end of a run, of a column with the ends of runs. */
    public long runEnd(long index) {
        return layout.width() == Short.BYTES
                ? buffer(1).get(SHORT, Short.BYTES * index)
                : offset(buffer(1), layout.width(), index);
    }

    /** Returns an exception for a column that cannot be read. */
    public static IllegalArgumentException damaged(Layout layout, String what) {
        return new IllegalArgumentException("damaged column of type " + layout.name() + ": " + what);
    }

    /** Returns the least size of a buffer. */
    private static long leastBytes(Layout layout, long length, int nulls, int buffer) {
        if (buffer == 0 && layout.kind().hasValidity()) {
            return nulls == 0 ? 0 : bitmapBytes(length);
        }
        return switch (layout.kind()) {
            case BITS -> bitmapBytes(length);
            case FIXED -> length * layout.width();
            case BINARY -> buffer == 1 && length > 0 ? (length + 1) * layout.width() : 0;
            case VIEW -> length * VIEW;
            case LIST -> length > 0 ? (length + 1) * layout.width() : 0;
            case LIST_VIEW -> length * layout.width();
            case SPARSE_UNION -> length;
            case DENSE_UNION -> buffer == 0 ? length : length * Integer.BYTES;
            default -> 0;
        };
    }

    /** Returns the size of a bitmap. */
    static long bitmapBytes(long length) {
        return Math.ceilDiv(length, Byte.SIZE);
    }

    MemorySegment buffer(int index) {
        return buffers.get(index);
    }

    boolean hasNulls() {
        return nulls > 0 && layout.kind().hasValidity();
    }

    /** Returns whether a value is null. */
    public boolean isNull(long index) {
        return hasNulls() && !bit(buffer(0), index);
    }

    /**
     * Returns the bytes of a value of a column that is ordered by bytes.
     *
     * @throws IllegalArgumentException if they are not within the buffers
     */
    public MemorySegment bytes(long index) {
        return switch (layout.kind()) {
            case FIXED -> buffer(1).asSlice(index * layout.width(), layout.width());
            case VIEW -> Views.bytes(this, index);
            default -> {
                long start = offset(buffer(1), layout.width(), index);
                long end = offset(buffer(1), layout.width(), index + 1);
                yield buffer(2).asSlice(start, checkedLength(start, end - start, buffer(2).byteSize()));
            }
        };
    }

    /** Returns a value of a column of bits. */
    public boolean bit(long index) {
        return bit(buffer(1), index);
    }

    static boolean bit(MemorySegment bitmap, long index) {
        return (bitmap.get(ValueLayout.JAVA_BYTE, index >>> 3) >>> (index & 7) & 1) != 0;
    }

    /** Returns an offset or a size of 4 or 8 bytes. */
    public static long offset(MemorySegment offsets, int width, long index) {
        return width == Integer.BYTES
                ? offsets.get(INT, Integer.BYTES * index)
                : offsets.get(LONG, Long.BYTES * index);
    }

    static void setOffset(MemorySegment offsets, int width, long index, long offset) {
        if (width == Integer.BYTES) {
            offsets.set(INT, Integer.BYTES * index, (int) offset);
        } else {
            offsets.set(LONG, Long.BYTES * index, offset);
        }
    }

    /**
     * Checks that values are within a buffer or a child.
     *
     * @param start index of the first byte or element
     * @param end the number of bytes or elements that there are
     * @return the length
     */
    public static long checkedLength(long start, long length, long end) {
        if (length < 0 || length > 0 && (start < 0 || start > end - length)) {
            throw new IllegalArgumentException(
                    "damaged column: " + length + " bytes or elements from " + start + " of " + end);
        }
        return length;
    }
}
