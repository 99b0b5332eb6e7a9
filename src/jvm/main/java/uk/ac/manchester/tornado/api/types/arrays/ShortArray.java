package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ShortBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code short}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class ShortArray extends SegmentArray {

    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / Short.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public ShortArray(int numberOfElements) {
        super(numberOfElements, Short.BYTES);
    }

    private ShortArray(MemorySegment withHeader) {
        super(withHeader, Short.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static ShortArray fromArray(short[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static ShortArray fromElements(short... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static ShortArray fromSegment(MemorySegment segment) {
        ShortArray array = new ShortArray(elements(segment.byteSize(), Short.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static ShortArray fromSegmentShallow(MemorySegment segment) {
        return new ShortArray(segment);
    }

    /** Returns a copy of the remaining elements of the buffer. */
    public static ShortArray fromShortBuffer(ShortBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** Returns an array with the elements of all arrays, one array after the other. */
    public static ShortArray concat(ShortArray... arrays) {
        ShortArray all = new ShortArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** Returns a copy on the heap. */
    public short[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_SHORT);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, short value) {
        segment.setAtIndex(ValueLayout.JAVA_SHORT, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public short get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_SHORT, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
    public void init(short value) {
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
    public ShortArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
