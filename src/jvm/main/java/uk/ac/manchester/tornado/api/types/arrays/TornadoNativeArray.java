package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;

/** An off-heap array of primitives: a header of {@link #ARRAY_HEADER} bytes, then the elements. */
public abstract class TornadoNativeArray {

    /** Bytes before the first element. (Not a constant expression: an SDK may have another value at run time.) */
    public static final long ARRAY_HEADER = Long.valueOf(16);

    /** Elements in the array. */
    public abstract int getSize();

    /** The elements. */
    public abstract MemorySegment getSegment();

    /** The header and the elements. */
    public abstract MemorySegment getSegmentWithHeader();

    /** Bytes of the header and the elements. */
    public abstract long getNumBytesOfSegmentWithHeader();

    /** Bytes of the elements. */
    public abstract long getNumBytesOfSegment();

    /** Bytes of one element. */
    public abstract int getElementSize();

    /** Sets every element to zero. */
    protected abstract void clear();
}
