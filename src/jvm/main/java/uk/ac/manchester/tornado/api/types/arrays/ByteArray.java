package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Objects;

/** An off-heap array of {@code byte}s, shared by the host and the kernels; see {@link SegmentArray} for its memory. */
public final class ByteArray extends SegmentArray {

    /** Elements of the header, as an index. */
    private static final long BASE = ARRAY_HEADER / Byte.BYTES;

    /** bytes of zero; the memory behind them is touched when first used. */
    public ByteArray(int numberOfElements) {
        super(numberOfElements, Byte.BYTES);
    }

    private ByteArray(MemorySegment withHeader) {
        super(withHeader, Byte.BYTES);
    }

    /** A copy of the heap array. */
    public static ByteArray fromArray(byte[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** An array of these values. */
    public static ByteArray fromElements(byte... values) {
        return fromArray(values);
    }

    /** A copy of the segment's bytes, which hold no header. */
    public static ByteArray fromSegment(MemorySegment segment) {
        ByteArray array = new ByteArray(elements(segment.byteSize(), Byte.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * The segment itself, with no copy: {@link #ARRAY_HEADER} bytes, in which the size is written, then the elements.
     */
    public static ByteArray fromSegmentShallow(MemorySegment segment) {
        return new ByteArray(segment);
    }

    /** A copy of what remains in the buffer. */
    public static ByteArray fromByteBuffer(ByteBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** All the arrays' elements, one array after the other. */
    public static ByteArray concat(ByteArray... arrays) {
        ByteArray all = new ByteArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** A copy on the heap. */
    public byte[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_BYTE);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public void set(int index, byte value) {
        segment.setAtIndex(ValueLayout.JAVA_BYTE, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public byte get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_BYTE, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element. */
    public void init(byte value) {
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
    public ByteArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
