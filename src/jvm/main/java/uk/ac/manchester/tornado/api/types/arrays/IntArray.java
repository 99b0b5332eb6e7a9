package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code int}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class IntArray extends SegmentArray {

    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / Integer.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public IntArray(int numberOfElements) {
        super(numberOfElements, Integer.BYTES);
    }

    private IntArray(MemorySegment withHeader) {
        super(withHeader, Integer.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static IntArray fromArray(int[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static IntArray fromElements(int... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static IntArray fromSegment(MemorySegment segment) {
        IntArray array = new IntArray(elements(segment.byteSize(), Integer.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static IntArray fromSegmentShallow(MemorySegment segment) {
        return new IntArray(segment);
    }

    /** Returns a copy of the remaining elements of the buffer. */
    public static IntArray fromIntBuffer(IntBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** Returns an array with the elements of all arrays, one array after the other. */
    public static IntArray concat(IntArray... arrays) {
        IntArray all = new IntArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** Returns a copy on the heap. */
    public int[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_INT);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, int value) {
        segment.setAtIndex(ValueLayout.JAVA_INT, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public int get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_INT, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
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
     * Returns a copy of {@code length} elements, starting at {@code offset}.
     *
     * @throws IllegalArgumentException if the range is not within the array
     */
    public IntArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
