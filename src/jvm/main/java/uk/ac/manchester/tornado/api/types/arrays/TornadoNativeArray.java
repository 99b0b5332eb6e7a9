package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;

/** An off-heap array of primitives: a header of {@link #ARRAY_HEADER} bytes followed by the elements. */
public abstract class TornadoNativeArray {
    /** The size of the header in bytes. It is not a constant expression, because it can have a different value in an SDK. */
    public static final long ARRAY_HEADER = Long.valueOf(16);

    /** Returns the number of elements. */
    public abstract int getSize();

    /** Returns the memory of the elements. */
    public abstract MemorySegment getSegment();

    /** Returns the memory of the header and the elements. */
    public abstract MemorySegment getSegmentWithHeader();

    /** Returns the size of the header and the elements in bytes. */
    public abstract long getNumBytesOfSegmentWithHeader();

    /** Returns the size of the elements in bytes. */
    public abstract long getNumBytesOfSegment();

    /** Returns the size of an element in bytes. */
    public abstract int getElementSize();

    /** Sets every element to zero. */
    protected abstract void clear();
}
