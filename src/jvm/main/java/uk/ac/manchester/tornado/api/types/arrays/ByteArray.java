package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code byte}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class ByteArray extends SegmentArray {

    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / Byte.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public ByteArray(int numberOfElements) {
        super(numberOfElements, Byte.BYTES);
    }

    private ByteArray(MemorySegment withHeader) {
        super(withHeader, Byte.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static ByteArray fromArray(byte[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static ByteArray fromElements(byte... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static ByteArray fromSegment(MemorySegment segment) {
        ByteArray array = new ByteArray(elements(segment.byteSize(), Byte.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static ByteArray fromSegmentShallow(MemorySegment segment) {
        return new ByteArray(segment);
    }

    /** Returns a copy of the remaining elements of the buffer. */
    public static ByteArray fromByteBuffer(ByteBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** Returns an array with the elements of all arrays, one array after the other. */
    public static ByteArray concat(ByteArray... arrays) {
        ByteArray all = new ByteArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** Returns a copy on the heap. */
    public byte[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_BYTE);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, byte value) {
        segment.setAtIndex(ValueLayout.JAVA_BYTE, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public byte get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_BYTE, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
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
     * Returns a copy of {@code length} elements, starting at {@code offset}.
     *
     * @throws IllegalArgumentException if the range is not within the array
     */
    public ByteArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
