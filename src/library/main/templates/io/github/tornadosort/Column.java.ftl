<#assign arrays = {"byte": "INT8", "short": "INT16", "char": "UINT16", "int": "INT32", "long": "INT64", "float": "FLOAT32", "double": "FLOAT64"}>
package io.github.tornadosort;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;

/**
 * A view of keys in memory that the caller owns: a Java array, an NIO buffer or a {@link MemorySegment}. Creating a column
 * copies nothing; sorting a column sorts that memory.
 *
 * @param segment the keys, one after the other, in this machine's byte order; its size is a multiple of the key's width
 * @param type how to read and order the keys
 */
public record Column(MemorySegment segment, KeyType type) {
    /** Keys that {@link #toString} shows. */
    private static final int SHOWN = 8;

    /**
     * Creates a view of a segment.
     *
     * @throws IllegalArgumentException if the segment's size is not a multiple of the key's width
     * @throws NullPointerException if the segment or the type is null
     */
    public Column {
        Objects.requireNonNull(type, "type");
        if (segment.byteSize() % type.bytes() != 0) {
            throw new IllegalArgumentException("a segment of " + segment.byteSize() + " bytes holds no whole number of "
                    + type.label() + " keys of " + type.bytes() + " bytes");
        }
    }

<#list arrays as type, keys>
    /**
     * {@return a view of the whole array, as ${keys?lower_case} keys<#if type == "char">: unsigned numbers of 16 bits</#if>}
     *
     * @param keys viewed, not copied
     */
    public static Column of(${type}[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.${keys});
    }

</#list>
    /**
     * Returns a view of an NIO buffer from its position to its limit, which stay as they are. The keys of a
     * {@link ByteBuffer} are int8; for any other type, pass a view of the buffer, for example {@code asIntBuffer()}.
     *
     * @param keys viewed, not copied
     * @return a column of the type of its elements: signed integers, chars, or floats
     * @throws IllegalArgumentException if the buffer's byte order differs from this machine's
     */
    public static Column of(Buffer keys) {
        record Keys(KeyType type, ByteOrder order) {}
        Keys found = switch (keys) {
            case ByteBuffer _ -> new Keys(KeyType.INT8, ByteOrder.nativeOrder());
            case ShortBuffer shorts -> new Keys(KeyType.INT16, shorts.order());
            case CharBuffer chars -> new Keys(KeyType.UINT16, chars.order());
            case IntBuffer ints -> new Keys(KeyType.INT32, ints.order());
            case LongBuffer longs -> new Keys(KeyType.INT64, longs.order());
            case FloatBuffer floats -> new Keys(KeyType.FLOAT32, floats.order());
            case DoubleBuffer doubles -> new Keys(KeyType.FLOAT64, doubles.order());
        };
        if (found.order() != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException("a buffer of " + found.type().label() + " keys is " + found.order()
                    + ", this machine is " + ByteOrder.nativeOrder()
                    + "; call ByteBuffer.order(ByteOrder.nativeOrder()) before making the view, and store the keys so");
        }
        return new Column(MemorySegment.ofBuffer(keys), found.type());
    }

    /**
     * {@return a column of zeros, in a new Java array of the type that {@link #toArray} returns}
     *
     * @param type the keys' type
     * @param size number of keys
     * @throws NegativeArraySizeException if the size is negative
     */
    public static Column allocate(KeyType type, int size) {
        return switch (type) {
            case INT8, UINT8 -> of(new byte[size]).as(type);
            case INT16 -> of(new short[size]);
            case UINT16 -> of(new char[size]);
            case INT32, UINT32 -> of(new int[size]).as(type);
            case INT64, UINT64 -> of(new long[size]).as(type);
            case FLOAT32 -> of(new float[size]);
            case FLOAT64 -> of(new double[size]);
        };
    }

    /**
     * {@return the same memory read as another type of the same width, {@code of(int[]).as(UINT32)} for instance}
     *
     * @param other the new type
     * @throws IllegalArgumentException if the widths differ
     */
    public Column as(KeyType other) {
        if (other.bytes() != type.bytes()) {
            throw new IllegalArgumentException(
                    type.label() + " keys have another width than " + other.label() + " keys");
        }
        return new Column(segment, other);
    }

    /**
     * {@return the same memory read as unsigned integers of the same width}
     *
     * @throws IllegalArgumentException if the keys are floating-point numbers, which have no unsigned form; use {@link #as}
     *     to sort their bits
     */
    public Column unsigned() {
        if (type.isFloat()) {
            throw new IllegalArgumentException(type.label() + " keys have no unsigned form; as(KeyType) reads their bits");
        }
        return as(switch (type.bytes()) {
            case 1 -> KeyType.UINT8;
            case 2 -> KeyType.UINT16;
            case 4 -> KeyType.UINT32;
            default -> KeyType.UINT64;
        });
    }

    /** {@return the number of keys} */
    public long size() {
        return segment.byteSize() / type.bytes();
    }

    /**
     * Returns a copy of the keys in a Java array. Unsigned keys are returned in the signed type of their width, except those
     * of 16 bits, which are returned as chars.
     *
     * @return a {@code byte[]}, {@code short[]}, {@code char[]}, {@code int[]}, {@code long[]}, {@code float[]} or
     *     {@code double[]}
     * @throws IllegalStateException if there are more keys than an array can hold
     */
    public Object toArray() {
        if (size() > Integer.MAX_VALUE) {
            throw new IllegalStateException(size() + " keys are more than an array can hold");
        }
        int n = (int) size();
        Object array = Array.newInstance(type.layout().carrier(), n);
        MemorySegment.copy(segment, type.layout(), 0, array, 0, n);
        return array;
    }

<#list arrays as type, keys>
    /**
     * {@return a copy of the keys}
     *
     * @throws IllegalStateException if {@link #toArray()} returns another type, or there are more keys than an array can hold
     */
    public ${type}[] to${type?cap_first}Array() {
        return toArray(${type}[].class);
    }

</#list>
    private <T> T toArray(Class<T> wanted) {
        Class<?> array = type.layout().carrier().arrayType();
        if (array != wanted) {
            throw new IllegalStateException(type.label() + " keys are copied to " + array.getSimpleName() + ", not to "
                    + wanted.getSimpleName());
        }
        return wanted.cast(toArray());
    }

    /** {@return the type, the size and the first keys, for example {@code int32[1000] {3, -1, 2, ...}}} */
    @Override
    public String toString() {
        return type.label() + "[" + size() + "] " + content();
    }

    /** Returns the first keys as text, in braces. */
    String content() {
        StringBuilder text = new StringBuilder("{");
        for (long i = 0; i < Math.min(size(), SHOWN); i++) {
            text.append(i == 0 ? "" : ", ").append(text(i * type.bytes()));
        }
        return text.append(size() > SHOWN ? ", ...}" : "}").toString();
    }

    private String text(long offset) {
        Object value = type.layout().varHandle().get(segment, offset);
        return switch (type) {
            case UINT8 -> String.valueOf(Byte.toUnsignedInt((byte) value));
            case UINT16 -> String.valueOf((int) (char) value);
            case UINT32 -> Integer.toUnsignedString((int) value);
            case UINT64 -> Long.toUnsignedString((long) value);
            default -> value.toString();
        };
    }

    /**
     * Returns a view of part of this column. The arguments are checked as in {@link java.util.Arrays}.
     *
     * @param fromIndex index of the first key, inclusive
     * @param toIndex index of the last key, exclusive
     * @return a view of these keys
     * @throws IllegalArgumentException if {@code fromIndex > toIndex}
     * @throws ArrayIndexOutOfBoundsException if {@code fromIndex < 0} or {@code toIndex > size()}
     */
    public Column range(long fromIndex, long toIndex) {
        requireRange(fromIndex, toIndex, size());
        return new Column(segment.asSlice(fromIndex * type.bytes(), (toIndex - fromIndex) * type.bytes()), type);
    }

    /** Checks a range as {@link java.util.Arrays} does. */
    static void requireRange(long fromIndex, long toIndex, long length) {
        if (fromIndex > toIndex) {
            throw new IllegalArgumentException("fromIndex(" + fromIndex + ") > toIndex(" + toIndex + ")");
        }
        if (fromIndex < 0 || toIndex > length) {
            throw new ArrayIndexOutOfBoundsException(
                    "Array index out of range: " + (fromIndex < 0 ? fromIndex : toIndex));
        }
    }
}
