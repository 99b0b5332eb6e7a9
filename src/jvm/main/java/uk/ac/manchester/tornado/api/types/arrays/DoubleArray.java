package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.DoubleBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code double}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class DoubleArray extends SegmentArray {

    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / Double.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public DoubleArray(int numberOfElements) {
        super(numberOfElements, Double.BYTES);
    }

    private DoubleArray(MemorySegment withHeader) {
        super(withHeader, Double.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static DoubleArray fromArray(double[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static DoubleArray fromElements(double... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static DoubleArray fromSegment(MemorySegment segment) {
        DoubleArray array = new DoubleArray(elements(segment.byteSize(), Double.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static DoubleArray fromSegmentShallow(MemorySegment segment) {
        return new DoubleArray(segment);
    }

    /** Returns a copy of the remaining elements of the buffer. */
    public static DoubleArray fromDoubleBuffer(DoubleBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** Returns an array with the elements of all arrays, one array after the other. */
    public static DoubleArray concat(DoubleArray... arrays) {
        DoubleArray all = new DoubleArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** Returns a copy on the heap. */
    public double[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_DOUBLE);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public double get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
    public void init(double value) {
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
    public DoubleArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
