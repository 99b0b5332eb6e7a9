package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Take;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Values of columns as text that tells them apart. */
final class ArrowValues {
    private ArrowValues() {}

    /** Returns a value as text. Two values have the same text if and only if they have the same bytes. */
    static String text(ArrowArray column, int row) {
        if (column.isNull(row)) {
            return "null";
        }
        return switch (column.layout().kind()) {
            case NULL -> "null";
            case BITS -> column.bit(row) ? "1" : "0";
            case FIXED, BINARY, VIEW -> HexFormat.of().formatHex(column.bytes(row).toArray(ValueLayout.JAVA_BYTE));
            case LIST -> elements(column, offset(column, 1, row), offset(column, 1, row + 1L));
            case LIST_VIEW -> elements(
                    column, offset(column, 1, row), offset(column, 1, row) + offset(column, 2, row));
            case FIXED_LIST -> elements(
                    column, (long) row * column.layout().width(), (row + 1L) * column.layout().width());
            case STRUCT -> column.children().stream().map(child -> text(child, row)).toList().toString();
            case RUN_END -> text(column.children().get(1), Take.run(column.children().get(0), row));
            case SPARSE_UNION -> member(column, row, row);
            case DENSE_UNION -> member(column, row, column.buffers().get(1).get(ValueLayout.JAVA_INT_UNALIGNED, 4L * row));
        };
    }

    /** Returns a value of a union with the id of its type. */
    private static String member(ArrowArray column, int row, int index) {
        int type = column.buffers().get(0).get(ValueLayout.JAVA_BYTE, row);
        return type + ":" + text(column.children().get(column.layout().typeIds().indexOf(type)), index);
    }

    private static long offset(ArrowArray column, int buffer, long index) {
        return ArrowArray.offset(column.buffers().get(buffer), column.layout().width(), index);
    }

    private static String elements(ArrowArray column, long from, long to) {
        List<String> elements = new ArrayList<>();
        for (long i = from; i < to; i++) {
            elements.add(text(column.children().getFirst(), (int) i));
        }
        return elements.toString();
    }
}
