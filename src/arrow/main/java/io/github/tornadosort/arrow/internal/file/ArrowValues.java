package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Values of columns, read as the format describes them, without the code that sorts. */
final class ArrowValues {
    private ArrowValues() {}

    private static boolean isNull(ArrowArray column, int row) {
        return column.layout().kind().hasValidity() && column.nulls() > 0
                && (column.buffers().get(0).get(ValueLayout.JAVA_BYTE, row / 8) >> row % 8 & 1) == 0;
    }

    /** Returns a value as text. Two values have the same text if and only if they have the same bytes. */
    static String text(ArrowArray column, int row) {
        if (isNull(column, row)) {
            return "null";
        }
        return switch (column.layout().kind()) {
            case NULL -> "null";
            case BITS -> Integer.toString(column.buffers().get(1).get(ValueLayout.JAVA_BYTE, row / 8) >> row % 8 & 1);
            case FIXED -> hex(column, 1, (long) row * column.layout().width(), column.layout().width());
            case BINARY -> hex(column, 2, number(column, 1, row), number(column, 1, row + 1) - number(column, 1, row));
            case VIEW -> view(column, row);
            case LIST -> elements(column, number(column, 1, row), number(column, 1, row + 1));
            case LIST_VIEW -> elements(
                    column, number(column, 1, row), number(column, 1, row) + number(column, 2, row));
            case FIXED_LIST -> elements(
                    column, (long) row * column.layout().width(), (row + 1L) * column.layout().width());
            case STRUCT -> column.children().stream().map(child -> text(child, row)).toList().toString();
            case RUN_END -> text(column.children().get(1), run(column.children().get(0), row));
            case SPARSE_UNION -> member(column, row, row);
            case DENSE_UNION -> member(column, row, column.buffers().get(1).get(ValueLayout.JAVA_INT_UNALIGNED, 4L * row));
        };
    }

    /** Returns a value of a column that has an order, or null; the values are in the column's order. */
    @SuppressWarnings("unchecked")
    static Comparable<Object> key(ArrowArray column, int row) {
        return isNull(column, row) ? null : (Comparable<Object>) value(column, row);
    }

    private static Comparable<?> value(ArrowArray column, int row) {
        Layout layout = column.layout();
        return switch (layout.order()) {
            case NUMBER -> number(layout.keyType(), bytes(column, row));
            case HALF -> Float.float16ToFloat(ByteBuffer.wrap(bytes(column, row)).getShort());
            case DECIMAL -> new BigInteger(bytes(column, row));
            // The hexadecimal digits of bytes are in the order of the bytes.
            case BYTES, BIT -> text(column, row);
            case NONE -> throw new IllegalArgumentException(layout.name());
        };
    }

    /** Returns the bytes of a value, the most significant one first. */
    private static byte[] bytes(ArrowArray column, int row) {
        int width = column.layout().width();
        byte[] bytes = column.buffers().get(1).asSlice((long) row * width, width).toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < width / 2; i++) {
            byte low = bytes[i];
            bytes[i] = bytes[width - 1 - i];
            bytes[width - 1 - i] = low;
        }
        return bytes;
    }

    private static Comparable<?> number(KeyType type, byte[] bytes) {
        return switch (type) {
            case FLOAT32 -> ByteBuffer.wrap(bytes).getFloat();
            case FLOAT64 -> ByteBuffer.wrap(bytes).getDouble();
            default -> type.isUnsigned() ? new BigInteger(1, bytes) : new BigInteger(bytes);
        };
    }

    /** Returns a value of a union with the id of its type. */
    private static String member(ArrowArray column, int row, int index) {
        int type = column.buffers().get(0).get(ValueLayout.JAVA_BYTE, row);
        return type + ":" + text(column.children().get(column.layout().typeIds().indexOf(type)), index);
    }

    private static String hex(ArrowArray column, int buffer, long from, long length) {
        return HexFormat.of().formatHex(
                column.buffers().get(buffer).asSlice(from, length).toArray(ValueLayout.JAVA_BYTE));
    }

    private static long number(ArrowArray column, int buffer, long index) {
        MemorySegment numbers = column.buffers().get(buffer);
        return column.layout().width() == Integer.BYTES
                ? numbers.get(ValueLayout.JAVA_INT_UNALIGNED, 4 * index)
                : numbers.get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * index);
    }

    private static String view(ArrowArray column, int row) {
        MemorySegment view = column.buffers().get(1).asSlice(16L * row, 16);
        int length = view.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        return length <= 12
                ? hex(column, 1, 16L * row + 4, length)
                : hex(column, 2 + view.get(ValueLayout.JAVA_INT_UNALIGNED, 8),
                        view.get(ValueLayout.JAVA_INT_UNALIGNED, 12), length);
    }

    private static String elements(ArrowArray column, long from, long to) {
        List<String> elements = new ArrayList<>();
        for (long i = from; i < to; i++) {
            elements.add(text(column.children().getFirst(), (int) i));
        }
        return elements.toString();
    }

    /** Returns the index of the first run that ends after a row. */
    private static int run(ArrowArray ends, int row) {
        int low = 0;
        int high = ends.length() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (new BigInteger(bytes(ends, middle)).intValueExact() > row) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
