package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The common part of the arrays of all element types: a memory segment and its size computations. */
abstract sealed class SegmentArray extends TornadoNativeArray
        permits ByteArray, CharArray, DoubleArray, FloatArray, IntArray, LongArray, ShortArray {
    /** Sufficient for the natural alignment of all element types and for aligned vector loads. */
    private static final long ALIGNMENT = 64;

    final int size;
    final MemorySegment segment;
    private final int elementBytes;

    SegmentArray(int numberOfElements, int elementBytes) {
        if (numberOfElements < 0) {
            throw new IllegalArgumentException("an array cannot have " + numberOfElements + " elements");
        }
        this.size = numberOfElements;
        this.elementBytes = elementBytes;
        this.segment = Arena.ofAuto().allocate(ARRAY_HEADER + (long) numberOfElements * elementBytes, ALIGNMENT);
        writeHeader();
    }

    SegmentArray(MemorySegment withHeader, int elementBytes) {
        this.size = elements(withHeader.byteSize() - ARRAY_HEADER, elementBytes);
        this.elementBytes = elementBytes;
        this.segment = withHeader;
        writeHeader();
    }

    private void writeHeader() {
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

    @Override
    public final int getSize() {
        return size;
    }

    @Override
    public final MemorySegment getSegment() {
        return segment.asSlice(ARRAY_HEADER);
    }

    @Override
    public final MemorySegment getSegmentWithHeader() {
        return segment;
    }

    @Override
    public final long getNumBytesOfSegmentWithHeader() {
        return segment.byteSize();
    }

    @Override
    public final long getNumBytesOfSegment() {
        return segment.byteSize() - ARRAY_HEADER;
    }

    @Override
    public final int getElementSize() {
        return elementBytes;
    }

    @Override
    protected void clear() {
        getSegment().fill((byte) 0);
    }
}
