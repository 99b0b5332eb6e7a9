package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** An off-heap array of primitives: a header of {@link #ARRAY_HEADER} bytes followed by the elements. */
public abstract sealed class TornadoNativeArray
        permits ByteArray, CharArray, DoubleArray, FloatArray, IntArray, LongArray, ShortArray {
    /** The size of the header in bytes. It is not a constant expression, because it can have a different value in an SDK. */
    public static final long ARRAY_HEADER = Long.valueOf(16);

    /** Sufficient for the natural alignment of all element types and for aligned vector loads. */
    private static final long ALIGNMENT = 64;

    final int size;
    final MemorySegment segment;
    private final int elementBytes;

    TornadoNativeArray(int numberOfElements, int elementBytes) {
        if (numberOfElements < 0) {
            throw new IllegalArgumentException("an array cannot have " + numberOfElements + " elements");
        }
        this(Arena.ofAuto().allocate(ARRAY_HEADER + (long) numberOfElements * elementBytes, ALIGNMENT), elementBytes);
    }

    TornadoNativeArray(MemorySegment withHeader, int elementBytes) {
        this.size = elements(withHeader.byteSize() - ARRAY_HEADER, elementBytes);
        this.elementBytes = elementBytes;
        this.segment = withHeader;
        segment.set(ValueLayout.JAVA_INT_UNALIGNED, 0, size);
    }

    /** Returns the number of elements in {@code bytes} bytes. */
    static int elements(long bytes, int elementBytes) {
        long elements = bytes / elementBytes;
        if (bytes < 0 || bytes % elementBytes != 0 || elements > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    bytes + " bytes are not an array of " + elementBytes + "-byte elements with an int index");
        }
        return (int) elements;
    }

    /** Returns the number of elements. */
    public final int getSize() {
        return size;
    }

    /** Returns the memory of the elements. */
    public final MemorySegment getSegment() {
        return segment.asSlice(ARRAY_HEADER);
    }

    /** Returns the memory of the header and the elements. */
    public final MemorySegment getSegmentWithHeader() {
        return segment;
    }

    /** Returns the size of the header and the elements in bytes. */
    public final long getNumBytesOfSegmentWithHeader() {
        return segment.byteSize();
    }

    /** Returns the size of the elements in bytes. */
    public final long getNumBytesOfSegment() {
        return segment.byteSize() - ARRAY_HEADER;
    }

    /** Returns the size of an element in bytes. */
    public final int getElementSize() {
        return elementBytes;
    }

    /** Sets every element to zero. */
    protected void clear() {
        getSegment().fill((byte) 0);
    }
}
