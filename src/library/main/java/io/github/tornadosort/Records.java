package io.github.tornadosort;

import java.lang.foreign.MemorySegment;

/**
 * A view of records in memory that the caller owns. All records have the same width, and the key is a range of bytes at the
 * same offset in each. Creating a view copies nothing.
 *
 * @param segment the records, one after the other; its size is a multiple of the width
 * @param width bytes of a record
 * @param keyOffset bytes before the key in each record
 * @param keyLength bytes of the key, from 1 to {@link #LONGEST_KEY}
 */
public record Records(MemorySegment segment, int width, int keyOffset, int keyLength) {
    /** The largest number of bytes of a key. */
    public static final int LONGEST_KEY = 64;

    /**
     * Creates a view of a segment.
     *
     * @throws IllegalArgumentException if the width is less than 1, the segment's size is not a multiple of it, there are more
     *     than {@link Integer#MAX_VALUE} records, or the key is empty, too long, or not within the record
     */
    public Records {
        if (width < 1) {
            throw new IllegalArgumentException("records of " + width + " bytes");
        }
        if (segment.byteSize() % width != 0) {
            throw new IllegalArgumentException(
                    segment.byteSize() + " bytes are no whole number of records of " + width + " bytes");
        }
        if (segment.byteSize() / width > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    segment.byteSize() / width + " records are more than the " + Integer.MAX_VALUE + " of one sort");
        }
        if (keyLength < 1 || keyLength > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "a key of " + keyLength + " bytes; it may have 1 to " + LONGEST_KEY);
        }
        if (keyOffset < 0 || keyOffset > width - keyLength) {
            throw new IllegalArgumentException("a key of " + keyLength + " bytes at offset " + keyOffset
                    + " is not within a record of " + width + " bytes");
        }
    }

    /**
     * {@return a view of the whole array}
     *
     * @param records the records
     * @param width bytes of a record
     * @param keyOffset bytes before the key in each record
     * @param keyLength bytes of the key, from 1 to {@link #LONGEST_KEY}
     * @throws IllegalArgumentException as the constructor does
     */
    public static Records of(byte[] records, int width, int keyOffset, int keyLength) {
        return new Records(MemorySegment.ofArray(records), width, keyOffset, keyLength);
    }

    /** {@return the number of records} */
    public int size() {
        return (int) (segment.byteSize() / width);
    }
}
