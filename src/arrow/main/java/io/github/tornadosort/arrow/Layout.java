package io.github.tornadosort.arrow;

import io.github.tornadosort.KeyType;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a vector lie in memory, and how they are ordered.
 *
 * @param kind the buffers that a vector has
 * @param width bytes per value of {@link Kind#FIXED}, bytes per offset of {@link Kind#BINARY}, {@link Kind#LIST} and
 *     {@link Kind#LIST_VIEW}, elements per value of {@link Kind#FIXED_LIST}; otherwise 0
 * @param order how values are ordered
 * @param keyType the type of values that are numbers; otherwise null
 */
record Layout(Kind kind, int width, Comparison order, @Nullable KeyType keyType) {

    /** The kinds of vectors, and their buffers in the order of {@link FieldVector#getFieldBuffers}. */
    enum Kind {
        /** No buffer: all values are null. */
        NULL,
        /** Validity, bits. */
        BITS,
        /** Validity, values of equal width. */
        FIXED,
        /** Validity, offsets, bytes. */
        BINARY,
        /** Validity, views of 16 bytes, and any number of buffers that the views refer to. */
        VIEW,
        /** Validity, offsets; one child. */
        LIST,
        /** Validity, offsets, sizes; one child. */
        LIST_VIEW,
        /** Validity; one child. */
        FIXED_LIST,
        /** Validity; children. */
        STRUCT
    }

    /** The orders of values. */
    enum Comparison {
        /** There is none: the column can only be carried. */
        NONE,
        /** As the number of {@link Layout#keyType}. */
        NUMBER,
        /** As a floating-point number of 16 bits. */
        HALF,
        /** As a signed number of several words of 64 bits, the least significant word first. */
        DECIMAL,
        /** By bytes, as unsigned numbers. */
        BYTES,
        /** False before true. */
        BIT
    }

    /**
     * Returns the layout of a vector.
     *
     * @throws IllegalArgumentException if vectors of its type cannot be sorted or copied
     */
    static Layout of(FieldVector vector) {
        Layout layout = of(vector.getField().getType());
        // The indices of an encoded vector are numbers, but the order of the values is in the dictionary.
        return vector.getField().getDictionary() == null ? layout : carried(layout.kind, layout.width);
    }

    private static Layout of(ArrowType type) {
        return switch (type) {
            case ArrowType.Null _ -> carried(Kind.NULL, 0);
            case ArrowType.Bool _ -> new Layout(Kind.BITS, 0, Comparison.BIT, null);
            case ArrowType.Int number -> number(integer(number));
            case ArrowType.FloatingPoint number -> number.getPrecision() == FloatingPointPrecision.HALF
                    ? fixed(Short.BYTES, Comparison.HALF)
                    : number(number.getPrecision() == FloatingPointPrecision.SINGLE ? KeyType.FLOAT32 : KeyType.FLOAT64);
            case ArrowType.Decimal decimal -> fixed(decimal.getBitWidth() / Byte.SIZE, Comparison.DECIMAL);
            case ArrowType.Date date -> number(switch (date.getUnit()) {
                case DAY -> KeyType.INT32;
                case MILLISECOND -> KeyType.INT64;
            });
            case ArrowType.Time time -> number(time.getBitWidth() == Integer.SIZE ? KeyType.INT32 : KeyType.INT64);
            case ArrowType.Timestamp _,ArrowType.Duration _ -> number(KeyType.INT64);
            case ArrowType.Interval interval -> switch (interval.getUnit()) {
                case YEAR_MONTH -> number(KeyType.INT32);
                case DAY_TIME -> carried(Kind.FIXED, Long.BYTES);
                case MONTH_DAY_NANO -> carried(Kind.FIXED, 2 * Long.BYTES);
            };
            case ArrowType.FixedSizeBinary bytes -> fixed(bytes.getByteWidth(), Comparison.BYTES);
            case ArrowType.Utf8 _,ArrowType.Binary _ -> bytes(Kind.BINARY, Integer.BYTES);
            case ArrowType.LargeUtf8 _,ArrowType.LargeBinary _ -> bytes(Kind.BINARY, Long.BYTES);
            case ArrowType.Utf8View _,ArrowType.BinaryView _ -> bytes(Kind.VIEW, 0);
            case ArrowType.List _,ArrowType.Map _ -> carried(Kind.LIST, Integer.BYTES);
            case ArrowType.LargeList _ -> carried(Kind.LIST, Long.BYTES);
            case ArrowType.ListView _ -> carried(Kind.LIST_VIEW, Integer.BYTES);
            case ArrowType.LargeListView _ -> carried(Kind.LIST_VIEW, Long.BYTES);
            case ArrowType.FixedSizeList list -> carried(Kind.FIXED_LIST, list.getListSize());
            case ArrowType.Struct _ -> carried(Kind.STRUCT, 0);
            case ArrowType.ExtensionType extension -> of(extension.storageType());
            default -> throw new IllegalArgumentException("columns of type " + type.getTypeID() + " are not supported");
        };
    }

    private static Layout number(KeyType type) {
        return new Layout(Kind.FIXED, type.bytes(), Comparison.NUMBER, type);
    }

    private static Layout fixed(int width, Comparison order) {
        return new Layout(Kind.FIXED, width, order, null);
    }

    private static Layout bytes(Kind kind, int width) {
        return new Layout(kind, width, Comparison.BYTES, null);
    }

    private static Layout carried(Kind kind, int width) {
        return new Layout(kind, width, Comparison.NONE, null);
    }

    private static KeyType integer(ArrowType.Int type) {
        return switch (type.getBitWidth()) {
            case Byte.SIZE -> type.getIsSigned() ? KeyType.INT8 : KeyType.UINT8;
            case Short.SIZE -> type.getIsSigned() ? KeyType.INT16 : KeyType.UINT16;
            case Integer.SIZE -> type.getIsSigned() ? KeyType.INT32 : KeyType.UINT32;
            default -> type.getIsSigned() ? KeyType.INT64 : KeyType.UINT64;
        };
    }
}
