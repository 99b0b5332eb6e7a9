package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.CharBuffer;
import java.util.Objects;

/**
 * An off-heap array of {@code char}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class CharArray extends SegmentArray {

    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / Character.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public CharArray(int numberOfElements) {
        super(numberOfElements, Character.BYTES);
    }

    private CharArray(MemorySegment withHeader) {
        super(withHeader, Character.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static CharArray fromArray(char[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static CharArray fromElements(char... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static CharArray fromSegment(MemorySegment segment) {
        CharArray array = new CharArray(elements(segment.byteSize(), Character.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static CharArray fromSegmentShallow(MemorySegment segment) {
        return new CharArray(segment);
    }

    /** Returns a copy of the remaining elements of the buffer. */
    public static CharArray fromCharBuffer(CharBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** Returns an array with the elements of all arrays, one array after the other. */
    public static CharArray concat(CharArray... arrays) {
        CharArray all = new CharArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** Returns a copy on the heap. */
    public char[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_CHAR);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, char value) {
        segment.setAtIndex(ValueLayout.JAVA_CHAR, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public char get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_CHAR, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
    public void init(char value) {
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
    public CharArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
