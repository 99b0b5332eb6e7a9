package io.github.tornadosort.arrow.internal;

import static io.github.tornadosort.arrow.internal.ArrowArray.LONG;
import static io.github.tornadosort.arrow.internal.ArrowArray.SHORT;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.Strings;
import io.github.tornadosort.arrow.internal.Layout.Kind;
import io.github.tornadosort.arrow.internal.Layout.Order;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A column to sort rows by. Numbers and strings of one chunk are sorted where they are; numbers are copied if some of them are
 * null.
 *
 * @param chunks the column: at least one chunk, all of the same layout
 * @param options the direction, and where to sort
 * @param nullsFirst whether nulls come first, in either direction
 */
public record ColumnOrder(List<ArrowArray> chunks, SortOptions options, boolean nullsFirst) {

    /**
     * Returns the indices of the rows in sorted order.
     *
     * @param keys at least one, all of the same number of rows; the first one is the primary key
     * @throws IllegalArgumentException if the values of a column have no order
     */
    public static int[] argsort(Sorter sorter, List<ColumnOrder> keys) {
        ColumnOrder first = keys.getFirst();
        for (ColumnOrder key : keys) {
            if (key.layout().order() == Order.NONE) {
                throw new IllegalArgumentException("values of type " + key.layout().name() + " have no order");
            }
        }
        if (first.size() == 0) {
            return new int[0];
        }
        try (Arena arena = Parallel.arena(first.size())) {
            if (keys.size() == 1 && first.layout().order() == Order.BYTES) {
                return sorter.strings().argsort(first.strings(arena), first.direction());
            }
            List<SortKey> columns = new ArrayList<>();
            for (ColumnOrder key : keys) {
                key.addTo(columns, sorter, arena);
            }
            return columns.size() == 1
                    ? sorter.argsort(columns.getFirst().keys(), columns.getFirst().options())
                    : sorter.lexsort(columns.reversed());
        }
    }

    private Layout layout() {
        return chunks.getFirst().layout();
    }

    private int size() {
        return Math.toIntExact(chunks.stream().mapToLong(ArrowArray::length).sum());
    }

    private boolean hasNulls() {
        return chunks.stream().anyMatch(ArrowArray::hasNulls);
    }

    private void addTo(List<SortKey> columns, Sorter sorter, Arena arena) {
        if (layout().order() == Order.BYTES) {
            columns.add(new SortKey(sorter.strings().ranks(strings(arena), direction()), ascending()));
            return;
        }
        if (hasNulls()) {
            columns.add(new SortKey(nullFlags(arena), ascending()));
        }
        switch (layout().order()) {
            case NUMBER -> columns.add(new SortKey(numbers(arena), options));
            case HALF -> columns.add(new SortKey(halves(arena), options));
            case BIT -> columns.add(new SortKey(bits(arena), options));
            default -> {
                for (int word = layout().width() / Long.BYTES - 1; word >= 0; word--) {
                    columns.add(new SortKey(words(arena, word), options));
                }
            }
        }
    }

    /** The host alone sorts strings. */
    private SortOptions direction() {
        return options.isDescending() ? SortOptions.descending() : SortOptions.ascending();
    }

    private SortOptions ascending() {
        return SortOptions.ascending().withProcessor(options.processor()).withVerification(options.verified());
    }

    /** The values of one chunk. */
    @FunctionalInterface
    private interface Body {
        /**
         * Reads values of a chunk.
         *
         * @param start the row of the chunk's first value
         */
        void run(ArrowArray chunk, int start, int from, int to);
    }

    /** Runs the body for all values, on all cores. */
    private void forEach(Body body) {
        int start = 0;
        for (ArrowArray chunk : chunks) {
            int first = start;
            Parallel.ranges(chunk.length(), (from, to) -> body.run(chunk, first, from, to));
            start += chunk.length();
        }
    }

    private Column column(Arena arena, KeyType type) {
        return new Column(arena.allocate((long) size() * type.bytes(), Long.BYTES), type);
    }

    private Column nullFlags(Arena arena) {
        Column flags = column(arena, KeyType.UINT8);
        forEach((chunk, start, from, to) -> {
            for (int i = from; i < to; i++) {
                flags.segment().set(ValueLayout.JAVA_BYTE, start + i, (byte) (chunk.isNull(i) == nullsFirst ? 0 : 1));
            }
        });
        return flags;
    }

    private Column numbers(Arena arena) {
        KeyType type = layout().keyType();
        int width = type.bytes();
        if (chunks.size() == 1 && !hasNulls()) {
            return new Column(chunks.getFirst().buffer(1).asSlice(0, (long) size() * width), type);
        }
        Column column = column(arena, type);
        forEach((chunk, start, from, to) -> {
            MemorySegment.copy(chunk.buffer(1), (long) from * width, column.segment(), (long) (start + from) * width,
                    (long) (to - from) * width);
            for (int i = from; chunk.hasNulls() && i < to; i++) {
                if (chunk.isNull(i)) {
                    column.segment().asSlice((long) (start + i) * width, width).fill((byte) 0);
                }
            }
        });
        return column;
    }

    private Column halves(Arena arena) {
        Column column = column(arena, KeyType.FLOAT32);
        forEach((chunk, start, from, to) -> {
            for (int i = from; i < to; i++) {
                float value = chunk.isNull(i) ? 0 : Float.float16ToFloat(chunk.buffer(1).get(SHORT, 2L * i));
                column.segment().set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * (start + i), value);
            }
        });
        return column;
    }

    private Column bits(Arena arena) {
        Column column = column(arena, KeyType.UINT8);
        forEach((chunk, start, from, to) -> {
            for (int i = from; i < to; i++) {
                boolean value = !chunk.isNull(i) && ArrowArray.bit(chunk.buffer(1), i);
                column.segment().set(ValueLayout.JAVA_BYTE, start + i, (byte) (value ? 1 : 0));
            }
        });
        return column;
    }

    /** Returns one word of each value; only the most significant one has a sign. */
    private Column words(Arena arena, int word) {
        int width = layout().width();
        Column column = column(arena, word == width / Long.BYTES - 1 ? KeyType.INT64 : KeyType.UINT64);
        forEach((chunk, start, from, to) -> {
            for (int i = from; i < to; i++) {
                long value = chunk.isNull(i) ? 0 : chunk.buffer(1).get(LONG, (long) width * i + (long) Long.BYTES * word);
                column.segment().set(LONG, 8L * (start + i), value);
            }
        });
        return column;
    }

    private Strings strings(Arena arena) {
        ArrowArray first = chunks.getFirst();
        Strings strings;
        if (chunks.size() == 1 && layout().kind() == Kind.BINARY) {
            KeyType type = layout().width() == Integer.BYTES ? KeyType.INT32 : KeyType.INT64;
            Column offsets = new Column(first.buffer(1).asSlice(0, (size() + 1L) * type.bytes()), type);
            strings = Strings.of(offsets, first.buffer(2), first.hasNulls() ? first.buffer(0) : null);
        } else {
            strings = copiedStrings(arena);
        }
        return nullsFirst ? strings.nullsFirst() : strings;
    }

    /** Returns copies of strings that are in several chunks, have equal widths, or are stored as views. */
    private Strings copiedStrings(Arena arena) {
        int n = size();
        MemorySegment offsets = arena.allocate((n + 1L) * Long.BYTES, Long.BYTES);
        forEach((chunk, start, from, to) -> {
            for (int i = from; i < to; i++) {
                offsets.set(LONG, 8L * (start + i + 1), chunk.bytes(i).byteSize());
            }
        });
        for (int i = 1; i <= n; i++) {
            offsets.set(LONG, 8L * i, offsets.get(LONG, 8L * i) + offsets.get(LONG, 8L * (i - 1)));
        }
        MemorySegment bytes = arena.allocate(offsets.get(LONG, 8L * n));
        forEach((chunk, start, from, to) -> {
            for (int i = from; i < to; i++) {
                MemorySegment string = chunk.bytes(i);
                MemorySegment.copy(string, 0, bytes, offsets.get(LONG, 8L * (start + i)), string.byteSize());
            }
        });
        return Strings.of(new Column(offsets, KeyType.INT64), bytes, hasNulls() ? validity(arena) : null);
    }

    /** Returns the validity bitmap of all chunks. */
    private MemorySegment validity(Arena arena) {
        MemorySegment bitmap = arena.allocate(ArrowArray.bitmapBytes(size()));
        int row = 0;
        for (ArrowArray chunk : chunks) {
            for (int i = 0; i < chunk.length(); i++, row++) {
                if (!chunk.isNull(i)) {
                    int bits = bitmap.get(ValueLayout.JAVA_BYTE, row >>> 3) | 1 << (row & 7);
                    bitmap.set(ValueLayout.JAVA_BYTE, row >>> 3, (byte) bits);
                }
            }
        }
        return bitmap;
    }
}
