package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.DoubleBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code double}s, shared by the host and the kernels; see {@link SegmentArray} for its memory.
 */
public final class DoubleArray extends SegmentArray {

    /** Elements of the header, as an index. */
    private static final long BASE = ARRAY_HEADER / Double.BYTES;

    /** doubles of zero; the memory behind them is touched when first used. */
    public DoubleArray(int numberOfElements) {
        super(numberOfElements, Double.BYTES);
    }

    private DoubleArray(MemorySegment withHeader) {
        super(withHeader, Double.BYTES);
    }

    /** A copy of the heap array. */
    public static DoubleArray fromArray(double[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** An array of these values. */
    public static DoubleArray fromElements(double... values) {
        return fromArray(values);
    }

    /** A copy of the segment's bytes, which hold no header. */
    public static DoubleArray fromSegment(MemorySegment segment) {
        DoubleArray array = new DoubleArray(elements(segment.byteSize(), Double.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * The segment itself, with no copy: {@link #ARRAY_HEADER} bytes, in which the size is written, then the elements.
     */
    public static DoubleArray fromSegmentShallow(MemorySegment segment) {
        return new DoubleArray(segment);
    }

    /** A copy of what remains in the buffer. */
    public static DoubleArray fromDoubleBuffer(DoubleBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** All the arrays' elements, one array after the other. */
    public static DoubleArray concat(DoubleArray... arrays) {
        DoubleArray all = new DoubleArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** A copy on the heap. */
    public double[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_DOUBLE);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public void set(int index, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public double get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element. */
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
     * A copy of {@code length} elements from {@code offset} on.
     *
     * @throws IllegalArgumentException if they are not all within the array
     */
    public DoubleArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
