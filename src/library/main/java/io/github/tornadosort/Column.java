package io.github.tornadosort;

import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.Objects;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.CharArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

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

    /**
     * {@return all of the array, as int8 keys}
     *
     * @param keys viewed, not copied
     */
    public static Column of(byte[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.INT8);
    }

    /**
     * {@return all of the array, as int16 keys}
     *
     * @param keys viewed, not copied
     */
    public static Column of(short[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.INT16);
    }

    /**
     * {@return all of the array, as uint16 keys: a char is an unsigned number of 16 bits}
     *
     * @param keys viewed, not copied
     */
    public static Column of(char[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.UINT16);
    }

    /**
     * {@return all of the array, as int32 keys}
     *
     * @param keys viewed, not copied
     */
    public static Column of(int[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.INT32);
    }

    /**
     * {@return all of the array, as int64 keys}
     *
     * @param keys viewed, not copied
     */
    public static Column of(long[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.INT64);
    }

    /**
     * {@return all of the array, as float32 keys}
     *
     * @param keys viewed, not copied
     */
    public static Column of(float[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.FLOAT32);
    }

    /**
     * {@return all of the array, as float64 keys}
     *
     * @param keys viewed, not copied
     */
    public static Column of(double[] keys) {
        return new Column(MemorySegment.ofArray(keys), KeyType.FLOAT64);
    }

    /**
     * All of one of TornadoVM's off-heap arrays, with no copy.
     *
     * @param keys viewed, not copied
     * @return a column of the type of its elements: signed integers, chars, or floats
     * @throws IllegalArgumentException if its elements are of no key type, half floats for instance
     */
    public static Column of(TornadoNativeArray keys) {
        KeyType type = switch (keys) {
            case ByteArray _ -> KeyType.INT8;
            case ShortArray _ -> KeyType.INT16;
            case CharArray _ -> KeyType.UINT16;
            case IntArray _ -> KeyType.INT32;
            case LongArray _ -> KeyType.INT64;
            case FloatArray _ -> KeyType.FLOAT32;
            case DoubleArray _ -> KeyType.FLOAT64;
            default -> throw new IllegalArgumentException("no key type for the elements of "
                    + keys.getClass().getSimpleName() + "; there are " + Arrays.toString(KeyType.values()));
        };
        return new Column(keys.getSegment(), type);
    }

    /**
     * What remains in an NIO buffer, from its position to its limit, with no copy; neither of them moves. A
     * {@link ByteBuffer} holds int8 keys: make a view of it, {@code asIntBuffer()} for instance, for any other type.
     *
     * @param keys viewed, not copied
     * @return a column of the type of its elements: signed integers, chars, or floats
     * @throws IllegalArgumentException if the buffer's byte order is not this machine's
     */
    public static Column of(Buffer keys) {
        KeyType type;
        ByteOrder order;
        switch (keys) {
            case ByteBuffer _ -> {
                type = KeyType.INT8;
                order = ByteOrder.nativeOrder();
            }
            case ShortBuffer shorts -> {
                type = KeyType.INT16;
                order = shorts.order();
            }
            case CharBuffer chars -> {
                type = KeyType.UINT16;
                order = chars.order();
            }
            case IntBuffer ints -> {
                type = KeyType.INT32;
                order = ints.order();
            }
            case LongBuffer longs -> {
                type = KeyType.INT64;
                order = longs.order();
            }
            case FloatBuffer floats -> {
                type = KeyType.FLOAT32;
                order = floats.order();
            }
            case DoubleBuffer doubles -> {
                type = KeyType.FLOAT64;
                order = doubles.order();
            }
        }
        if (order != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException("a buffer of " + type.label() + " keys is " + order
                    + ", this machine is " + ByteOrder.nativeOrder()
                    + "; call ByteBuffer.order(ByteOrder.nativeOrder()) before making the view, and store the keys so");
        }
        return new Column(MemorySegment.ofBuffer(keys), type);
    }

    /**
     * {@return that many keys of zero, in a new Java array of the type that {@link #toArray} gives}
     *
     * @param type of the keys
     * @param size keys
     */
    public static Column allocate(KeyType type, int size) {
        return switch (type) {
            case INT8, UINT8 -> of(HostMemory.array(size, 1, byte[]::new)).as(type);
            case INT16 -> of(HostMemory.array(size, 2, short[]::new));
            case UINT16 -> of(HostMemory.array(size, 2, char[]::new));
            case INT32, UINT32 -> of(HostMemory.array(size, 4, int[]::new)).as(type);
            case INT64, UINT64 -> of(HostMemory.array(size, 8, long[]::new)).as(type);
            case FLOAT32 -> of(HostMemory.array(size, 4, float[]::new));
            case FLOAT64 -> of(HostMemory.array(size, 8, double[]::new));
        };
    }

    /**
     * {@return the same memory read as another type of the same width, {@code of(int[]).as(UINT32)} for instance}
     *
     * @param other a type of the same width
     * @throws IllegalArgumentException if its width is another
     */
    public Column as(KeyType other) {
        if (other.bytes() != type.bytes()) {
            throw new IllegalArgumentException(
                    type.label() + " keys have another width than " + other.label() + " keys");
        }
        return new Column(segment, other);
    }

    /** {@return the same memory read as unsigned integers of the same width} */
    public Column unsigned() {
        return as(switch (type.bytes()) {
            case 1 -> KeyType.UINT8;
            case 2 -> KeyType.UINT16;
            case 4 -> KeyType.UINT32;
            default -> KeyType.UINT64;
        });
    }

    /** {@return keys in this column} */
    public long size() {
        return segment.byteSize() / type.bytes();
    }

    /**
     * {@return a copy of the keys: a {@code byte[]}, {@code short[]}, {@code char[]}, {@code int[]}, {@code long[]},
     * {@code float[]} or {@code double[]}, unsigned keys in the signed type of their width but those of 16 bits, which are
     * chars}
     */
    public Object toArray() {
        return switch (type) {
            case INT8, UINT8 -> segment.toArray(ValueLayout.JAVA_BYTE);
            case INT16 -> segment.toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
            case UINT16 -> segment.toArray(ValueLayout.JAVA_CHAR_UNALIGNED);
            case INT32, UINT32 -> segment.toArray(ValueLayout.JAVA_INT_UNALIGNED);
            case INT64, UINT64 -> segment.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
            case FLOAT32 -> segment.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
            case FLOAT64 -> segment.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
        };
    }

    /**
     * Part of this column; the checks are those of {@code java.util.Arrays}.
     *
     * @param fromIndex first key
     * @param toIndex one past the last key
     * @return a view of these keys
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
