package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.Layout.Kind;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;

/**
 * Checks that all that the values of a column refer to is there: bytes, elements, runs, children and values of dictionaries.
 * Arrow's own checks need vectors in memory, and have none for views, runs and dictionaries.
 */
final class ColumnCheck {
    private final Map<Long, Long> dictionaries;

    /** @param dictionaries the number of values of each dictionary, by its id */
    ColumnCheck(Map<Long, Long> dictionaries) {
        this.dictionaries = dictionaries;
    }

    /**
     * Checks a column.
     *
     * @throws IllegalArgumentException if something is not there, or the number of nulls is wrong
     */
    void require(ArrowArray column) {
        Layout layout = column.layout();
        if (layout.kind().hasValidity() && column.buffers().getFirst().byteSize() > 0) {
            requireNulls(column);
        }
        switch (layout.kind()) {
            case BINARY -> requireOffsets(column, column.buffers().get(2).byteSize());
            case LIST -> requireOffsets(column, elements(column));
            case LIST_VIEW -> forEach(column, i -> ArrowArray.checkedLength(
                    number(column, 1, i), number(column, 2, i), elements(column)));
            case VIEW -> forEach(column, column::bytes);
            case SPARSE_UNION, DENSE_UNION -> forEach(column, i -> requireMember(column, i));
            case RUN_END -> requireRuns(column);
            default -> {
                if (layout.dictionary() != null) {
                    requireIndices(column, dictionaries.getOrDefault(layout.dictionary(), 0L));
                }
            }
        }
        column.children().forEach(this::require);
    }

    /** Checks a value. */
    private interface ValueCheck {
        void check(long index);
    }

    private static void forEach(ArrowArray column, ValueCheck check) {
        ParallelRanges.ranges(column.length(), (from, to) -> {
            for (long i = from; i < to; i++) {
                check.check(i);
            }
        });
    }

    private static long number(ArrowArray column, int buffer, long index) {
        return ArrowArray.offset(column.buffers().get(buffer), column.layout().width(), index);
    }

    private static int elements(ArrowArray column) {
        return column.children().getFirst().length();
    }

    /** Some readers use the number of nulls, and others the bitmap. */
    private static void requireNulls(ArrowArray column) {
        MemorySegment bitmap = column.buffers().getFirst();
        long nulls = column.length();
        long i = 0;
        for (; i <= column.length() - (long) Long.SIZE; i += Long.SIZE) {
            nulls -= Long.bitCount(bitmap.get(ValueLayout.JAVA_LONG_UNALIGNED, i / Byte.SIZE));
        }
        for (; i < column.length(); i++) {
            nulls -= bitmap.get(ValueLayout.JAVA_BYTE, i / Byte.SIZE) >> i % Byte.SIZE & 1;
        }
        if (nulls != column.nulls()) {
            throw ArrowArray.damaged(column.layout(), column.nulls() + " nulls, and its bitmap has " + nulls);
        }
    }

    /** Checks offsets, also those of nulls. */
    private static void requireOffsets(ArrowArray column, long end) {
        MemorySegment offsets = column.buffers().get(1);
        int width = column.layout().width();
        ParallelRanges.ranges(column.length(), (from, to) -> {
            // A column without values may have no offsets.
            long start = from < to ? ArrowArray.offset(offsets, width, from) : 0;
            for (long i = from; i < to; i++) {
                long next = ArrowArray.offset(offsets, width, i + 1);
                if (start < 0 || next < start || next > end) {
                    throw ArrowArray.damaged(
                            column.layout(), "value " + i + " is from " + start + " to " + next + " of " + end);
                }
                start = next;
            }
        });
    }

    private static void requireMember(ArrowArray column, long index) {
        List<Integer> ids = column.layout().typeIds();
        int id = column.buffers().get(0).get(ValueLayout.JAVA_BYTE, index);
        int child = ids.indexOf(id);
        if (child < 0) {
            throw ArrowArray.damaged(column.layout(),
                    "value " + index + " has the type id " + id + "; expected one of " + ids);
        }
        if (column.layout().kind() == Kind.DENSE_UNION) {
            int element = column.buffers().get(1).get(ValueLayout.JAVA_INT_UNALIGNED, Integer.BYTES * index);
            ArrowArray.checkedLength(element, 1, column.children().get(child).length());
        }
    }

    private static void requireRuns(ArrowArray column) {
        ArrowArray ends = column.children().getFirst();
        int values = column.children().getLast().length();
        long end = ends.length() == 0 ? 0 : ends.runEnd(ends.length() - 1L);
        if (ends.nulls() > 0 || values < ends.length() || end < column.length()) {
            throw ArrowArray.damaged(column.layout(), column.length() + " values in " + ends.length() + " runs that end at "
                    + end + ", with " + values + " values and " + ends.nulls() + " nulls");
        }
    }

    private static void requireIndices(ArrowArray column, long values) {
        KeyType type = column.layout().keyType();
        MemorySegment indices = column.buffers().get(1);
        ParallelRanges.ranges(column.length(), (from, to) -> {
            for (long i = from; i < to; i++) {
                long index = KeyBits.get(indices, type, i);
                if ((index < 0 || index >= values) && !column.isNull(i)) {
                    throw ArrowArray.damaged(column.layout(),
                            "value " + i + " is index " + index + " of a dictionary of " + values + " values");
                }
            }
        });
    }
}
