package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ShortBuffer;
import java.util.Objects;

/** An off-heap array of {@code short}s, shared by the host and the kernels; see {@link SegmentArray} for its memory. */
public final class ShortArray extends SegmentArray {

    /** Elements of the header, as an index. */
    private static final long BASE = ARRAY_HEADER / Short.BYTES;

    /** shorts of zero; the memory behind them is touched when first used. */
    public ShortArray(int numberOfElements) {
        super(numberOfElements, Short.BYTES);
    }

    private ShortArray(MemorySegment withHeader) {
        super(withHeader, Short.BYTES);
    }

    /** A copy of the heap array. */
    public static ShortArray fromArray(short[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** An array of these values. */
    public static ShortArray fromElements(short... values) {
        return fromArray(values);
    }

    /** A copy of the segment's bytes, which hold no header. */
    public static ShortArray fromSegment(MemorySegment segment) {
        ShortArray array = new ShortArray(elements(segment.byteSize(), Short.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * The segment itself, with no copy: {@link #ARRAY_HEADER} bytes, in which the size is written, then the elements.
     */
    public static ShortArray fromSegmentShallow(MemorySegment segment) {
        return new ShortArray(segment);
    }

    /** A copy of what remains in the buffer. */
    public static ShortArray fromShortBuffer(ShortBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** All the arrays' elements, one array after the other. */
    public static ShortArray concat(ShortArray... arrays) {
        ShortArray all = new ShortArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** A copy on the heap. */
    public short[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_SHORT);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public void set(int index, short value) {
        segment.setAtIndex(ValueLayout.JAVA_SHORT, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public short get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_SHORT, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element. */
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
     * A copy of {@code length} elements from {@code offset} on.
     *
     * @throws IllegalArgumentException if they are not all within the array
     */
    public ShortArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
