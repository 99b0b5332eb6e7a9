package io.github.tornadosort;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A range of keys in somebody's memory, with their type: a view, nothing is copied. Sorting a column sorts that memory.
 *
 * @param segment the keys, one after the other; its size is a multiple of the key's width
 * @param type how to read and order them
 */
public record Column(MemorySegment segment, KeyType type) {

    /**
     * Checks the segment's size.
     *
     * @throws IllegalArgumentException if the segment's size is no multiple of the key's width
     */
    public Column {
        Objects.requireNonNull(type, "type");
        if (segment.byteSize() % type.bytes() != 0) {
            throw new IllegalArgumentException("a segment of " + segment.byteSize() + " bytes holds no whole number of "
                    + type.label() + " keys of " + type.bytes() + " bytes");
        }
    }

    /** All of the array, as signed keys. */
    public static Column of(int[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.INT32);
    }

    /**
     * The keys from {@code fromIndex} up to, not including, {@code toIndex}, as signed keys.
     *
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if either is outside the array
     */
    public static Column of(int[] keys, int fromIndex, int toIndex) {
        return of(keys).range(fromIndex, toIndex);
    }

    /** All of the array, as signed keys. */
    public static Column of(IntArray keys) {
        return new Column(keys.getSegment(), KeyType.INT32);
    }

    /** The same memory read as another type of the same width, {@code of(int[]).as(UINT32)} for instance. */
    public Column as(KeyType other) {
        if (other.bytes() != type.bytes()) {
            throw new IllegalArgumentException(
                    type.label() + " keys have another width than " + other.label() + " keys");
        }
        return new Column(segment, other);
    }

    /** Keys in this column. */
    public long size() {
        return segment.byteSize() / type.bytes();
    }

    /**
     * Part of this column; the checks are those of {@code java.util.Arrays}.
     *
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if either is outside the column
     */
    public Column range(long fromIndex, long toIndex) {
        if (fromIndex > toIndex) {
            throw new IllegalArgumentException("fromIndex(" + fromIndex + ") > toIndex(" + toIndex + ")");
        }
        if (fromIndex < 0) {
            throw new ArrayIndexOutOfBoundsException("Array index out of range: " + fromIndex);
        }
        if (toIndex > size()) {
            throw new ArrayIndexOutOfBoundsException("Array index out of range: " + toIndex);
        }
        return new Column(segment.asSlice(fromIndex * type.bytes(), (toIndex - fromIndex) * type.bytes()), type);
    }
}
