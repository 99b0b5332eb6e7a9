package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * An off-heap array of {@code ${type}}s that the host and the kernels share. The garbage collector frees the memory, unless the
 * array was made by {@link #fromSegmentShallow}.
 */
public final class ${Type}Array extends TornadoNativeArray {
    /** The size of the header in elements. */
    private static final long BASE = ARRAY_HEADER / ${Box}.BYTES;

    /** Creates an array of zeros. The operating system provides the memory when it is first used. */
    public ${Type}Array(int numberOfElements) {
        super(numberOfElements, ${Box}.BYTES);
    }

    private ${Type}Array(MemorySegment withHeader) {
        super(withHeader, ${Box}.BYTES);
    }

    /** Returns a copy of a heap array. */
    public static ${Type}Array fromArray(${type}[] values) {
        return fromSegment(MemorySegment.ofArray(values));
    }

    /** Returns an array of the given values. */
    public static ${Type}Array fromElements(${type}... values) {
        return fromArray(values);
    }

    /** Returns a copy of the segment's bytes. The segment has no header. */
    public static ${Type}Array fromSegment(MemorySegment segment) {
        ${Type}Array array = new ${Type}Array(elements(segment.byteSize(), ${Box}.BYTES));
        array.getSegment().copyFrom(segment);
        return array;
    }

    /**
     * Returns an array that uses the segment itself, without a copy. The segment consists of {@link #ARRAY_HEADER} bytes,
     * into which the size is written, and the elements.
     */
    public static ${Type}Array fromSegmentShallow(MemorySegment segment) {
        return new ${Type}Array(segment);
    }

    /** Returns a copy on the heap. */
    public ${type}[] toHeapArray() {
        return getSegment().toArray(ValueLayout.JAVA_${Type?upper_case});
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public void set(int index, ${type} value) {
        segment.setAtIndex(ValueLayout.JAVA_${Type?upper_case}, Objects.checkIndex(index, size) + BASE, value);
    }

    /** @throws IndexOutOfBoundsException if the index is negative or not less than the size */
    public ${type} get(int index) {
        return segment.getAtIndex(ValueLayout.JAVA_${Type?upper_case}, Objects.checkIndex(index, size) + BASE);
    }

    /** Sets every element to the value. */
    public void init(${type} value) {
        for (int i = 0; i < size; i++) {
            set(i, value);
        }
    }

    /** Sets every element to zero. */
    @Override
    public void clear() {
        super.clear();
    }
}
