package io.github.tornadosort.arrow;

import static io.github.tornadosort.arrow.ArrowArray.BYTE;
import static io.github.tornadosort.arrow.ArrowArray.LONG;
import static io.github.tornadosort.arrow.ArrowArray.SHORT;

import io.github.tornadosort.Column;
import io.github.tornadosort.Key;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Strings;
import io.github.tornadosort.arrow.Layout.Comparison;
import io.github.tornadosort.arrow.Layout.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * A column to sort rows by. Numbers and strings are sorted where they are; numbers are copied if some of them are null.
 *
 * @param values the column
 * @param sortOrder the direction
 * @param nullsFirst whether nulls come first, in either direction
 */
record ColumnOrder(ArrowArray values, Order sortOrder, boolean nullsFirst) {

    /** Adds the keys of the column, which have their memory from the arena. */
    void addTo(List<Key> columns, Arena arena) {
        if (values.layout().order() == Comparison.BYTES) {
            columns.add(Key.of(strings(arena), sortOrder));
            return;
        }
        if (values.hasNulls()) {
            columns.add(Key.of(nullFlags(arena), Order.ASCENDING));
        }
        switch (values.layout().order()) {
            case NUMBER -> columns.add(Key.of(numbers(arena), sortOrder));
            case HALF -> columns.add(Key.of(halves(arena), sortOrder));
            case BIT -> columns.add(Key.of(bits(arena), sortOrder));
            default -> {
                for (int word = values.layout().width() / Long.BYTES - 1; word >= 0; word--) {
                    columns.add(Key.of(words(arena, word), sortOrder));
                }
            }
        }
    }

    /**
     * Makes keys on all cores; those of nulls are 0.
     *
     * @param body stores the key of a value that is not null
     */
    private Column column(Arena arena, KeyType type, ObjIntConsumer<MemorySegment> body) {
        MemorySegment keys = arena.allocate((long) values.length() * type.bytes(), Long.BYTES);
        Parallel.ranges(values.length(), (from, to) -> {
            for (int i = from; i < to; i++) {
                if (!values.isNull(i)) {
                    body.accept(keys, i);
                }
            }
        });
        return new Column(keys, type);
    }

    private Column nullFlags(Arena arena) {
        MemorySegment keys = arena.allocate(values.length());
        Parallel.ranges(values.length(), (from, to) -> {
            for (int i = from; i < to; i++) {
                keys.set(BYTE, i, (byte) (values.isNull(i) == nullsFirst ? 0 : 1));
            }
        });
        return new Column(keys, KeyType.UINT8);
    }

    private Column numbers(Arena arena) {
        KeyType type = values.layout().keyType();
        int width = type.bytes();
        MemorySegment numbers = values.buffer(1).asSlice(0, (long) values.length() * width);
        if (!values.hasNulls()) {
            return new Column(numbers, type);
        }
        MemorySegment keys = arena.allocate(numbers.byteSize(), Long.BYTES);
        Parallel.ranges(values.length(), (from, to) -> {
            MemorySegment.copy(numbers, (long) from * width, keys, (long) from * width, (long) (to - from) * width);
            for (int i = from; i < to; i++) {
                if (values.isNull(i)) {
                    keys.asSlice((long) i * width, width).fill((byte) 0);
                }
            }
        });
        return new Column(keys, type);
    }

    private Column halves(Arena arena) {
        MemorySegment halves = values.buffer(1);
        return column(
                arena, KeyType.FLOAT32,
                (keys, i) -> keys.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i,
                        Float.float16ToFloat(halves.get(SHORT, 2L * i))));
    }

    private Column bits(Arena arena) {
        MemorySegment bits = values.buffer(1);
        return column(arena, KeyType.UINT8, (keys, i) -> keys.set(BYTE, i, (byte) (ArrowArray.bit(bits, i) ? 1 : 0)));
    }

    /** Returns one word of each value; only the most significant one has a sign. */
    private Column words(Arena arena, int word) {
        long width = values.layout().width();
        long first = (long) Long.BYTES * word;
        MemorySegment decimals = values.buffer(1);
        return column(
                arena, first == width - Long.BYTES ? KeyType.INT64 : KeyType.UINT64,
                (keys, i) -> keys.set(LONG, 8L * i, decimals.get(LONG, width * i + first)));
    }

    private Strings strings(Arena arena) {
        MemorySegment validity = values.hasNulls() ? values.buffer(0) : null;
        Strings strings;
        if (values.layout().kind() == Kind.BINARY) {
            KeyType type = values.layout().width() == Integer.BYTES ? KeyType.INT32 : KeyType.INT64;
            Column offsets = new Column(values.buffer(1).asSlice(0, (values.length() + 1L) * type.bytes()), type);
            strings = Strings.of(offsets, values.buffer(2), validity);
        } else {
            strings = copiedStrings(arena, validity);
        }
        return nullsFirst ? strings.nullsFirst() : strings;
    }

    /** Returns copies of strings that have equal widths, or are stored as views. */
    private Strings copiedStrings(Arena arena, MemorySegment validity) {
        int n = values.length();
        MemorySegment offsets = ArrowArray.offsets(
                n, Long.BYTES, bytes -> arena.allocate(bytes, Long.BYTES), i -> values.bytes(i).byteSize());
        MemorySegment bytes = arena.allocate(offsets.get(LONG, 8L * n));
        Parallel.ranges(n, (from, to) -> {
            for (int i = from; i < to; i++) {
                MemorySegment string = values.bytes(i);
                MemorySegment.copy(string, 0, bytes, offsets.get(LONG, 8L * i), string.byteSize());
            }
        });
        return Strings.of(new Column(offsets, KeyType.INT64), bytes, validity);
    }
}
