package io.github.tornadosort.cli.arrow;

import io.github.tornadosort.arrow.internal.ArrowArray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Values of one row as text, read as the format describes them, without the code that sorts. */
record ValueText(int row, List<Object> to) {
    void add(ArrowArray column) {
        to.add(text(column, row));
    }

    private static String text(ArrowArray column, int row) {
        if (column.layout().kind().hasValidity() && column.nulls() > 0
                && (column.buffers().get(0).get(ValueLayout.JAVA_BYTE, row / 8) >> row % 8 & 1) == 0) {
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
            case RUN_END -> run(column, row);
            default -> throw new IllegalArgumentException(column.layout().name());
        };
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

    private static String run(ArrowArray column, int row) {
        MemorySegment ends = column.children().get(0).buffers().get(1);
        int run = 0;
        while (ends.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, run) <= row) {
            run++;
        }
        return text(column.children().get(1), run);
    }
}
