package io.github.tornadosort.arrow.internal;

import io.github.tornadosort.KeyType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;
import org.apache.arrow.flatbuf.UnionMode;

/**
 * How a column of an Arrow type lies in memory, and how its values are ordered.
 *
 * @param kind the buffers that a column has
 * @param width bytes per value of {@link Kind#FIXED}, bytes per offset of {@link Kind#BINARY}, {@link Kind#LIST} and
 *     {@link Kind#LIST_VIEW}, elements per value of {@link Kind#FIXED_LIST}; otherwise 0
 * @param order how values are ordered
 * @param keyType the type of values that are numbers, or of the indices of an encoded column; otherwise null
 * @param dictionary the id of the dictionary of an encoded column; otherwise null
 * @param typeIds the type id of each child of a union; otherwise empty
 * @param name the name of the type, for messages
 * @param children the layouts of nested columns
 */
public record Layout(
        Kind kind,
        int width,
        Order order,
        KeyType keyType,
        Long dictionary,
        List<Integer> typeIds,
        String name,
        List<Layout> children) {

    /** @throws IllegalArgumentException if the width is negative */
    public Layout {
        if (width < 0) {
            throw new IllegalArgumentException("values of type " + name + " with a width of " + width);
        }
    }

    /** The kinds of columns; each has the buffers of Arrow's columnar format in the order of its IPC format. */
    public enum Kind {
        /** No buffer: all values are null. */
        NULL(0),
        /** Validity, bits. */
        BITS(2),
        /** Validity, values of equal width. */
        FIXED(2),
        /** Validity, offsets, bytes. */
        BINARY(3),
        /** Validity, views of 16 bytes, and any number of buffers that the views refer to. */
        VIEW(2),
        /** Validity, offsets; one child. */
        LIST(2),
        /** Validity, offsets, sizes; one child. */
        LIST_VIEW(3),
        /** Validity; one child. */
        FIXED_LIST(1),
        /** Validity; children. */
        STRUCT(1),
        /** Type ids; children of equal length. */
        SPARSE_UNION(1),
        /** Type ids, offsets; children. */
        DENSE_UNION(2),
        /** No buffer; a child with the ends of runs, and one with their values. */
        RUN_END(0);

        private final int buffers;

        Kind(int buffers) {
            this.buffers = buffers;
        }

        /** Returns the number of buffers; columns of {@link #VIEW} have at least these. */
        public int buffers() {
            return buffers;
        }

        /** Returns whether the first buffer is a validity bitmap. */
        public boolean hasValidity() {
            return switch (this) {
                case NULL, SPARSE_UNION, DENSE_UNION, RUN_END -> false;
                default -> true;
            };
        }
    }

    /** The orders of values. */
    public enum Order {
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

    private static final Set<KeyType> RUN_ENDS = EnumSet.of(KeyType.INT16, KeyType.INT32, KeyType.INT64);

    /** Deepest nesting of columns; deeper nesting is a sign of damaged metadata. */
    private static final int MAX_DEPTH = 64;

    /**
     * Returns the layout of a column of a field.
     *
     * @throws IllegalArgumentException if there are no columns of its type
     */
    public static Layout of(Field field) {
        return of(field, 0);
    }

    /** Returns the layout of the values of the dictionary of a field, or of its column if it has no dictionary. */
    public static Layout ofValues(Field field) {
        return ofValues(field, 0);
    }

    private static Layout of(Field field, int depth) {
        DictionaryEncoding dictionary = field.dictionary();
        if (dictionary != null) {
            KeyType index = dictionary.indexType() == null ? KeyType.INT32 : integer(dictionary.indexType());
            return new Layout(
                    Kind.FIXED, index.bytes(), Order.NONE, index, dictionary.id(), List.of(), "Dictionary", List.of());
        }
        return ofValues(field, depth);
    }

    private static Layout ofValues(Field field, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("columns are nested in more than " + MAX_DEPTH + " levels");
        }
        List<Layout> children = new ArrayList<>();
        for (int i = 0; i < field.childrenLength(); i++) {
            children.add(of(field.children(i), depth + 1));
        }
        return of(field, Type.name(field.typeType()), children);
    }

    private static Layout of(Field field, String name, List<Layout> children) {
        requireChildren(field.typeType(), name, children);
        return switch (field.typeType()) {
            case Type.Null -> nested(Kind.NULL, 0, name, children);
            case Type.Bool -> new Layout(Kind.BITS, 0, Order.BIT, null, null, List.of(), name, children);
            case Type.Int -> number(integer((Int) field.type(new Int())), name);
            case Type.FloatingPoint -> floating((FloatingPoint) field.type(new FloatingPoint()), name);
            case Type.Decimal -> decimal((Decimal) field.type(new Decimal()), name);
            case Type.Date -> number(
                    ((Date) field.type(new Date())).unit() == DateUnit.DAY ? KeyType.INT32 : KeyType.INT64, name);
            case Type.Time -> time((Time) field.type(new Time()), name);
            case Type.Timestamp, Type.Duration -> number(KeyType.INT64, name);
            case Type.Interval -> interval((Interval) field.type(new Interval()), name);
            case Type.FixedSizeBinary -> fixed(
                    ((FixedSizeBinary) field.type(new FixedSizeBinary())).byteWidth(), Order.BYTES, null, name);
            case Type.Utf8, Type.Binary -> bytes(Kind.BINARY, Integer.BYTES, name);
            case Type.LargeUtf8, Type.LargeBinary -> bytes(Kind.BINARY, Long.BYTES, name);
            case Type.Utf8View, Type.BinaryView -> bytes(Kind.VIEW, 0, name);
            case Type.List, Type.Map -> nested(Kind.LIST, Integer.BYTES, name, children);
            case Type.LargeList -> nested(Kind.LIST, Long.BYTES, name, children);
            case Type.ListView -> nested(Kind.LIST_VIEW, Integer.BYTES, name, children);
            case Type.LargeListView -> nested(Kind.LIST_VIEW, Long.BYTES, name, children);
            case Type.FixedSizeList -> nested(
                    Kind.FIXED_LIST, ((FixedSizeList) field.type(new FixedSizeList())).listSize(), name, children);
            case Type.Struct_ -> nested(Kind.STRUCT, 0, "Struct", children);
            case Type.Union -> union((Union) field.type(new Union()), name, children);
            case Type.RunEndEncoded -> nested(Kind.RUN_END, 0, name, children);
            default -> throw new IllegalArgumentException("columns of type " + name + " are not supported");
        };
    }

    private static void requireChildren(byte type, String name, List<Layout> children) {
        int expected = switch (type) {
            case Type.List, Type.Map, Type.LargeList, Type.ListView, Type.LargeListView, Type.FixedSizeList -> 1;
            case Type.RunEndEncoded -> 2;
            default -> children.size();
        };
        if (children.size() != expected) {
            throw new IllegalArgumentException("a column of type " + name + " with " + children.size() + " children");
        }
        if (type == Type.RunEndEncoded
                && (children.getFirst().order() != Order.NUMBER || !RUN_ENDS.contains(children.getFirst().keyType()))) {
            throw new IllegalArgumentException("ends of runs of type " + children.getFirst().name() + " are not supported");
        }
    }

    private static Layout number(KeyType type, String name) {
        return fixed(type.bytes(), Order.NUMBER, type, name);
    }

    private static Layout fixed(int width, Order order, KeyType type, String name) {
        return new Layout(Kind.FIXED, width, order, type, null, List.of(), name, List.of());
    }

    private static Layout bytes(Kind kind, int width, String name) {
        return new Layout(kind, width, Order.BYTES, null, null, List.of(), name, List.of());
    }

    private static Layout nested(Kind kind, int width, String name, List<Layout> children) {
        return new Layout(kind, width, Order.NONE, null, null, List.of(), name, children);
    }

    private static KeyType integer(Int type) {
        return switch (type.bitWidth()) {
            case Byte.SIZE -> type.isSigned() ? KeyType.INT8 : KeyType.UINT8;
            case Short.SIZE -> type.isSigned() ? KeyType.INT16 : KeyType.UINT16;
            case Integer.SIZE -> type.isSigned() ? KeyType.INT32 : KeyType.UINT32;
            case Long.SIZE -> type.isSigned() ? KeyType.INT64 : KeyType.UINT64;
            default -> throw new IllegalArgumentException("integers of " + type.bitWidth() + " bits are not supported");
        };
    }

    private static Layout floating(FloatingPoint type, String name) {
        return switch (type.precision()) {
            case Precision.HALF -> fixed(Short.BYTES, Order.HALF, null, name);
            case Precision.SINGLE -> number(KeyType.FLOAT32, name);
            case Precision.DOUBLE -> number(KeyType.FLOAT64, name);
            default -> throw new IllegalArgumentException("floating-point numbers of precision " + type.precision());
        };
    }

    private static Layout decimal(Decimal type, String name) {
        return switch (type.bitWidth()) {
            case Integer.SIZE -> number(KeyType.INT32, name);
            case Long.SIZE -> number(KeyType.INT64, name);
            case 2 * Long.SIZE, 4 * Long.SIZE -> fixed(type.bitWidth() / Byte.SIZE, Order.DECIMAL, null, name);
            default -> throw new IllegalArgumentException("decimals of " + type.bitWidth() + " bits are not supported");
        };
    }

    private static Layout time(Time type, String name) {
        return switch (type.bitWidth()) {
            case Integer.SIZE -> number(KeyType.INT32, name);
            case Long.SIZE -> number(KeyType.INT64, name);
            default -> throw new IllegalArgumentException("times of " + type.bitWidth() + " bits are not supported");
        };
    }

    private static Layout interval(Interval type, String name) {
        return switch (type.unit()) {
            case IntervalUnit.YEAR_MONTH -> number(KeyType.INT32, name);
            case IntervalUnit.DAY_TIME -> fixed(Long.BYTES, Order.NONE, null, name);
            case IntervalUnit.MONTH_DAY_NANO -> fixed(2 * Long.BYTES, Order.NONE, null, name);
            default -> throw new IllegalArgumentException("intervals of unit " + type.unit() + " are not supported");
        };
    }

    private static Layout union(Union type, String name, List<Layout> children) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
            int id = type.typeIdsLength() == 0 ? i : type.typeIds(i);
            if (id != (byte) id || ids.contains(id)) {
                throw new IllegalArgumentException("a union whose types have the ids " + ids + " and " + id);
            }
            ids.add(id);
        }
        Kind kind = type.mode() == UnionMode.Sparse ? Kind.SPARSE_UNION : Kind.DENSE_UNION;
        return new Layout(kind, 0, Order.NONE, null, null, ids, name, children);
    }
}
