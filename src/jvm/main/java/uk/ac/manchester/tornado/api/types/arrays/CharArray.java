package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.CharBuffer;
import java.util.Objects;

/** An off-heap array of {@code char}s, shared by the host and the kernels; see {@link SegmentArray} for its memory. */
public final class CharArray extends SegmentArray {

    /** Elements of the header, as an index. */
    private static final long BASE = ARRAY_HEADER / Character.BYTES;

    /** chars of zero; the memory behind them is touched when first used. */
    public CharArray(int numberOfElements) {
        super(numberOfElements, Character.BYTES);
    }

    private CharArray(MemorySegment withHeader) {
        super(withHeader, Character.BYTES);
    }

    /** A copy of the heap array. */
    public static CharArray fromArray(char[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** An array of these values. */
    public static CharArray fromElements(char... values) {
        return fromArray(values);
    }

    /** A copy of the segment's bytes, which hold no header. */
    public static CharArray fromSegment(MemorySegment segment) {
        CharArray array = new CharArray(elements(segment.byteSize(), Character.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * The segment itself, with no copy: {@link #ARRAY_HEADER} bytes, in which the size is written, then the elements.
     */
    public static CharArray fromSegmentShallow(MemorySegment segment) {
        return new CharArray(segment);
    }

    /** A copy of what remains in the buffer. */
    public static CharArray fromCharBuffer(CharBuffer buffer) {
        return fromSegment(MemorySegment.ofBuffer(buffer));
    }

    /** All the arrays' elements, one array after the other. */
    public static CharArray concat(CharArray... arrays) {
        CharArray all = new CharArray(totalSize(arrays));
        all.fill(arrays);
        return all;
    }

    /** A copy on the heap. */
    public char[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_CHAR);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public void set(int index, char value) {
        segment.setAtIndex(ValueLayout.JAVA_CHAR, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not below the size */
    public char get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_CHAR, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element. */
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
     * A copy of {@code length} elements from {@code offset} on.
     *
     * @throws IllegalArgumentException if they are not all within the array
     */
    public CharArray slice(int offset, int length) {
        return fromSegment(range(offset, length));
    }
}
