package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import java.util.Objects;

/** An off-heap array of {@code long}s, shared by the host and the kernels; see {@link SegmentArray} for its memory. */
public final class LongArray extends SegmentArray {

    /** Elements of the header, as an index. */
    private static final long BASE = ARRAY_HEADER / Long.BYTES;

    /** longs of zero; the memory behind them is touched when first used. */
    public LongArray(int numberOfElements) {
        super(numberOfElements, Long.BYTES);
    }

    private LongArray(MemorySegment withHeader) {
        super(withHeader, Long.BYTES);
    }

    /** A copy of the heap array. */
    public static LongArray fromArray(long[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** An array of these values. */
    public static LongArray fromElements(long... values) {
        return fromArray(values);
    }

    /** A copy of the segment's bytes, which hold no header. */
    public static LongArray fromSegment(MemorySegment segment) {
        LongArray array = new LongArray(elements(segment.byteSize(), Long.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * The segment itself, with no copy: {@link #ARRAY_HEADER} bytes, in which the size is written, then the elements.
     */
    public static LongArray fromSegmentShallow(MemorySegment segment) {
        return new LongArray(segment);
    }

    /** A copy of what remains in the buffer. */
    public static LongArray fromLongBuffer(LongBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** All the arrays' elements, one array after the other. */
    public static LongArray concat(LongArray... arrays) {
        LongArray all = new LongArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** A copy on the heap. */
    public long[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_LONG);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public void set(int index, long value) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public long get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element. */
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
     * A copy of {@code length} elements from {@code offset} on.
     *
     * @throws IllegalArgumentException if they are not all within the array
     */
    public LongArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
