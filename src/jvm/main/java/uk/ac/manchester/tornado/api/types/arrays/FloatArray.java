package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.FloatBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code float}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class FloatArray extends SegmentArray {

    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / Float.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public FloatArray(int numberOfElements) {
        super(numberOfElements, Float.BYTES);
    }

    private FloatArray(MemorySegment withHeader) {
        super(withHeader, Float.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static FloatArray fromArray(float[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static FloatArray fromElements(float... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static FloatArray fromSegment(MemorySegment segment) {
        FloatArray array = new FloatArray(elements(segment.byteSize(), Float.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static FloatArray fromSegmentShallow(MemorySegment segment) {
        return new FloatArray(segment);
    }

    /** Returns a copy of the remaining elements of the buffer. */
    public static FloatArray fromFloatBuffer(FloatBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** Returns an array with the elements of all arrays, one array after the other. */
    public static FloatArray concat(FloatArray... arrays) {
        FloatArray all = new FloatArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** Returns a copy on the heap. */
    public float[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_FLOAT);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, float value) {
        segment.setAtIndex(ValueLayout.JAVA_FLOAT, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public float get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_FLOAT, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
    public void init(float value) {
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
    public FloatArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
