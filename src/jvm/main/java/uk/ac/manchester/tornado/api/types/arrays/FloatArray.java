package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.FloatBuffer;
import java.util.Objects;

/** An off-heap array of {@code float}s, shared by the host and the kernels; see {@link SegmentArray} for its memory. */
public final class FloatArray extends SegmentArray {

    /** Elements of the header, as an index. */
    private static final long BASE = ARRAY_HEADER / Float.BYTES;

    /** floats of zero; the memory behind them is touched when first used. */
    public FloatArray(int numberOfElements) {
        super(numberOfElements, Float.BYTES);
    }

    private FloatArray(MemorySegment withHeader) {
        super(withHeader, Float.BYTES);
    }

    /** A copy of the heap array. */
    public static FloatArray fromArray(float[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** An array of these values. */
    public static FloatArray fromElements(float... values) {
        return fromArray(values);
    }

    /** A copy of the segment's bytes, which hold no header. */
    public static FloatArray fromSegment(MemorySegment segment) {
        FloatArray array = new FloatArray(elements(segment.byteSize(), Float.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * The segment itself, with no copy: {@link #ARRAY_HEADER} bytes, in which the size is written, then the elements.
     */
    public static FloatArray fromSegmentShallow(MemorySegment segment) {
        return new FloatArray(segment);
    }

    /** A copy of what remains in the buffer. */
    public static FloatArray fromFloatBuffer(FloatBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** All the arrays' elements, one array after the other. */
    public static FloatArray concat(FloatArray... arrays) {
        FloatArray all = new FloatArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** A copy on the heap. */
    public float[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_FLOAT);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public void set(int index, float value) {
        segment.setAtIndex(ValueLayout.JAVA_FLOAT, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public float get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_FLOAT, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element. */
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
     * A copy of {@code length} elements from {@code offset} on.
     *
     * @throws IllegalArgumentException if they are not all within the array
     */
    public FloatArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
