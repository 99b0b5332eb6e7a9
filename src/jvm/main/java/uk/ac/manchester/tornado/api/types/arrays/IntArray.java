package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.util.Objects;

/** An off-heap array of {@code int}s, shared by the host and the kernels; see {@link SegmentArray} for its memory. */
public final class IntArray extends SegmentArray {

    /** Elements of the header, as an index. */
    private static final long BASE = ARRAY_HEADER / Integer.BYTES;

    /** ints of zero; the memory behind them is touched when first used. */
    public IntArray(int numberOfElements) {
        super(numberOfElements, Integer.BYTES);
    }

    private IntArray(MemorySegment withHeader) {
        super(withHeader, Integer.BYTES);
    }

    /** A copy of the heap array. */
    public static IntArray fromArray(int[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** An array of these values. */
    public static IntArray fromElements(int... values) {
        return fromArray(values);
    }

    /** A copy of the segment's bytes, which hold no header. */
    public static IntArray fromSegment(MemorySegment segment) {
        IntArray array = new IntArray(elements(segment.byteSize(), Integer.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * The segment itself, with no copy: {@link #ARRAY_HEADER} bytes, in which the size is written, then the elements.
     */
    public static IntArray fromSegmentShallow(MemorySegment segment) {
        return new IntArray(segment);
    }

    /** A copy of what remains in the buffer. */
    public static IntArray fromIntBuffer(IntBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** All the arrays' elements, one array after the other. */
    public static IntArray concat(IntArray... arrays) {
        IntArray all = new IntArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** A copy on the heap. */
    public int[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_INT);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public void set(int index, int value) {
        segment.setAtIndex(ValueLayout.JAVA_INT, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public int get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_INT, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element. */
    public void init(int value) {
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
    public IntArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
