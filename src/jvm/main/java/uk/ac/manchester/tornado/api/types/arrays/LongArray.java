package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code long}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class LongArray extends SegmentArray {

    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / Long.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public LongArray(int numberOfElements) {
        super(numberOfElements, Long.BYTES);
    }

    private LongArray(MemorySegment withHeader) {
        super(withHeader, Long.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static LongArray fromArray(long[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static LongArray fromElements(long... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static LongArray fromSegment(MemorySegment segment) {
        LongArray array = new LongArray(elements(segment.byteSize(), Long.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static LongArray fromSegmentShallow(MemorySegment segment) {
        return new LongArray(segment);
    }

    /** Returns a copy of the remaining elements of the buffer. */
    public static LongArray fromLongBuffer(LongBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** Returns an array with the elements of all arrays, one array after the other. */
    public static LongArray concat(LongArray... arrays) {
        LongArray all = new LongArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** Returns a copy on the heap. */
    public long[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_LONG);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, long value) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public long get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
    public void init(long value) {
        for (int i = 0; i < size; i++) {
            set(i, value);
        }
    }

    /** Sets every element to zero. */
    @Override
    public void clear() {
        super.clear();
    }

    /**
     * Returns a copy of {@code length} elements, starting at {@code offset}.
     *
     * @throws IllegalArgumentException if the range is not within the array
     */
    public LongArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
