package io.github.tornadosort;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A view of strings of any length in memory that the caller owns, and how to order them. The strings are either a
 * {@code String[]}, or bytes with offsets and a validity bitmap, as Apache Arrow stores columns of type utf8 and binary.
 * Creating a view copies nothing; sorting it sorts that memory.
 *
 * <p><b>Order.</b> Strings are compared by their UTF-8 bytes as unsigned numbers, which is the order of their code points.
 * Bytes need not be valid UTF-8. A surrogate without its other half is ordered by its own value, before U+E000. {@link #utf16}
 * selects the order of {@link String#compareTo} instead. Nulls come last, unless {@link #nullsFirst} is called, in ascending
 * and in descending order; a sort keeps their order.
 */
public final class Strings {
    /** Strings that {@link #toString} shows. */
    private static final int SHOWN = 8;

    private final String[] array;
    private final Column offsets;
    private final MemorySegment bytes;
    private final MemorySegment validity;
    private final boolean nullsFirst;
    private final boolean utf16;

    private Strings(
            String[] array, Column offsets, MemorySegment bytes, MemorySegment validity, boolean nullsFirst, boolean utf16) {
        this.array = array;
        this.offsets = offsets;
        this.bytes = bytes;
        this.validity = validity;
        this.nullsFirst = nullsFirst;
        this.utf16 = utf16;
    }

    /**
     * {@return a view of the whole array}
     *
     * @param strings viewed, not copied; elements may be null
     */
    public static Strings of(@Nullable String[] strings) {
        return new Strings(Objects.requireNonNull(strings, "strings"), null, null, null, false, false);
    }

    /**
     * {@return a view of byte strings without nulls}
     *
     * @param offsets the offset of the first byte of each string, followed by the offset after the last byte of the last
     *     string; int32 or int64, in ascending order
     * @param bytes the bytes of all strings; string i has the bytes from {@code offsets[i]}, inclusive, to
     *     {@code offsets[i + 1]}, exclusive
     * @throws IllegalArgumentException as {@link #of(Column, MemorySegment, MemorySegment)} does
     */
    public static Strings of(Column offsets, MemorySegment bytes) {
        return of(offsets, bytes, null);
    }

    /**
     * Returns a view of byte strings, some of which may be null. The offsets are checked by each operation.
     *
     * @param offsets the offset of the first byte of each string, followed by the offset after the last byte of the last
     *     string; int32 or int64, in ascending order
     * @param bytes the bytes of all strings; string i has the bytes from {@code offsets[i]}, inclusive, to
     *     {@code offsets[i + 1]}, exclusive
     * @param validity a bitmap with a 1 for each string that is not null, least significant bit first; null if no string is
     *     null
     * @return a view of the strings
     * @throws IllegalArgumentException if there is no offset, the offsets are neither int32 nor int64, there are more than
     *     {@link Integer#MAX_VALUE} strings, or the bitmap is too short
     */
    public static Strings of(Column offsets, MemorySegment bytes, @Nullable MemorySegment validity) {
        Objects.requireNonNull(bytes, "bytes");
        if (offsets.type() != KeyType.INT32 && offsets.type() != KeyType.INT64) {
            throw new IllegalArgumentException("offsets of " + offsets.type().label() + "; they must be int32 or int64");
        }
        long size = offsets.size() - 1;
        if (size < 0) {
            throw new IllegalArgumentException("no offsets; one string has two, its start and its end");
        }
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(size + " strings are more than the " + Integer.MAX_VALUE + " of one sort");
        }
        if (validity != null && validity.byteSize() < Math.ceilDiv(size, Byte.SIZE)) {
            throw new IllegalArgumentException("a validity bitmap of " + validity.byteSize() + " bytes for " + size
                    + " strings; it must have one bit for each");
        }
        return new Strings(null, offsets, bytes, validity, false, false);
    }

    /** {@return a view of the same strings whose nulls come before all other strings} */
    public Strings nullsFirst() {
        return new Strings(array, offsets, bytes, validity, true, utf16);
    }

    /**
     * {@return a view of the same strings in the order of {@link String#compareTo}, which compares UTF-16 code units} It
     * differs from that of code points in one respect: those from U+10000 on come before those from U+E000 to U+FFFF.
     *
     * @throws IllegalArgumentException if the strings are not a {@code String[]}
     */
    public Strings utf16() {
        if (array == null) {
            throw new IllegalArgumentException("byte strings have no order by UTF-16 code units; a String[] does");
        }
        return new Strings(array, null, null, null, nullsFirst, true);
    }

    /** {@return the number of strings} */
    public int size() {
        return array != null ? array.length : (int) (offsets.size() - 1);
    }

    /** {@return the array that is viewed, or null if the strings are bytes} */
    public @Nullable String @Nullable [] array() {
        return array;
    }

    /** {@return the offsets of byte strings, or null} */
    public @Nullable Column offsets() {
        return offsets;
    }

    /** {@return the bytes of byte strings, or null} */
    public @Nullable MemorySegment bytes() {
        return bytes;
    }

    /** {@return the validity bitmap of byte strings, or null if there is none} */
    public @Nullable MemorySegment validity() {
        return validity;
    }

    /** {@return whether nulls come first} */
    public boolean areNullsFirst() {
        return nullsFirst;
    }

    /** {@return whether the order is that of {@link String#compareTo}} */
    public boolean isUtf16() {
        return utf16;
    }

    /**
     * {@return whether a string is null}
     *
     * @param index index of the string
     * @throws IndexOutOfBoundsException if there is no such string
     */
    public boolean isNull(int index) {
        Objects.checkIndex(index, size());
        if (array != null) {
            return array[index] == null;
        }
        return validity != null
                && (validity.get(ValueLayout.JAVA_BYTE, index / Byte.SIZE) >>> index % Byte.SIZE & 1) == 0;
    }

    /**
     * {@return a string, or null} Bytes are decoded as UTF-8, and invalid ones are replaced.
     *
     * @param index index of the string
     * @throws IndexOutOfBoundsException if there is no such string, or its offsets are not within the bytes
     */
    public @Nullable String get(int index) {
        if (isNull(index)) {
            return null;
        }
        if (array != null) {
            return array[index];
        }
        long start = offset(index);
        byte[] copy = bytes.asSlice(start, offset(index + 1) - start).toArray(ValueLayout.JAVA_BYTE);
        return new String(copy, StandardCharsets.UTF_8);
    }

    private long offset(int index) {
        return offsets.type() == KeyType.INT32
                ? offsets.segment().get(ValueLayout.JAVA_INT_UNALIGNED, 4L * index)
                : offsets.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * index);
    }

    /** {@return copies of the strings; see {@link #get}} */
    public @Nullable String[] toArray() {
        String[] copy = new String[size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = get(i);
        }
        return copy;
    }

    /** {@return the size and the first strings, for example {@code strings[3] {a, null, b}}} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("strings[" + size() + "] {");
        for (int i = 0; i < Math.min(size(), SHOWN); i++) {
            text.append(i == 0 ? "" : ", ").append(get(i));
        }
        return text.append(size() > SHOWN ? ", ...}" : "}").toString();
    }
}
