package io.github.tornadosort.arrow;

import static io.github.tornadosort.arrow.ArrowArray.BYTE;
import static io.github.tornadosort.arrow.ArrowArray.INT;
import static io.github.tornadosort.arrow.ArrowArray.LONG;
import static io.github.tornadosort.arrow.ArrowArray.SHORT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/** Copies rows of a column in a given order, on all cores. */
final class Take {
    /** Most bytes of a buffer that views refer to: their offsets have 31 bits. */
    private static final long MAX_VIEWED = Integer.MAX_VALUE;

    private final int[] rows;
    private final int n;
    private final LongFunction<MemorySegment> memory;

    private Take(int[] rows, LongFunction<MemorySegment> memory) {
        this.rows = rows;
        this.n = rows.length;
        this.memory = memory;
    }

    /**
     * Copies rows.
     *
     * @param rows the indices of the rows
     * @param memory allocates a segment of a given number of bytes
     * @throws IllegalArgumentException if the result has too many bytes or elements for its layout
     */
    static ArrowArray of(ArrowArray from, int[] rows, LongFunction<MemorySegment> memory) {
        return new Take(rows, memory).of(from);
    }

    private ArrowArray of(ArrowArray from) {
        Layout layout = from.layout();
        int width = layout.width();
        List<MemorySegment> buffers = new ArrayList<>();
        List<ArrowArray> children = new ArrayList<>();
        int nulls = from.hasValidity() ? validity(from, buffers) : n;
        switch (layout.kind()) {
            case NULL -> {}
            case BITS -> buffers.add(bits(from.buffer(1)));
            case FIXED -> buffers.add(fixed(from.buffer(1), width));
            case BINARY -> bytes(from, width, buffers);
            case VIEW -> views(from, buffers);
            case LIST -> list(from, width, buffers, children);
            case LIST_VIEW -> listView(from, width, buffers, children);
            case FIXED_LIST -> children.add(of(from.children().getFirst(), elements(width), memory));
            case STRUCT -> from.children().forEach(child -> children.add(of(child)));
        }
        return new ArrowArray(layout, n, nulls, buffers, children);
    }

    /** Adds the validity bitmap, which is empty if there are no nulls; returns the number of nulls. */
    private int validity(ArrowArray from, List<MemorySegment> buffers) {
        if (!from.hasNulls()) {
            buffers.add(memory.apply(0));
            return 0;
        }
        MemorySegment to = bits(from.buffer(0));
        AtomicInteger nulls = new AtomicInteger();
        Parallel.ranges(n, (begin, end) -> {
            int found = 0;
            for (int i = begin; i < end; i++) {
                found += ArrowArray.bit(to, i) ? 0 : 1;
            }
            nulls.addAndGet(found);
        });
        buffers.add(nulls.get() == 0 ? memory.apply(0) : to);
        return nulls.get();
    }

    private MemorySegment bits(MemorySegment from) {
        MemorySegment to = memory.apply(ArrowArray.bitmapBytes(n));
        Parallel.ranges(n, (begin, end) -> {
            for (int at = begin; at < end; at += Byte.SIZE) {
                int bits = 0;
                for (int i = at; i < Math.min(at + Byte.SIZE, end); i++) {
                    bits |= ArrowArray.bit(from, rows[i]) ? 1 << i - at : 0;
                }
                to.set(BYTE, at / Byte.SIZE, (byte) bits);
            }
        });
        return to;
    }

    private MemorySegment fixed(MemorySegment from, int width) {
        MemorySegment to = memory.apply((long) n * width);
        Parallel.ranges(n, (begin, end) -> fixed(from, to, width, begin, end));
        return to;
    }

    /** Copies values. There are separate loops, so that the stride is a constant. */
    private void fixed(MemorySegment from, MemorySegment to, int width, int begin, int end) {
        switch (width) {
            case 1 -> {
                for (int i = begin; i < end; i++) {
                    to.set(BYTE, i, from.get(BYTE, rows[i]));
                }
            }
            case 2 -> {
                for (int i = begin; i < end; i++) {
                    to.set(SHORT, 2L * i, from.get(SHORT, 2L * rows[i]));
                }
            }
            case 4 -> {
                for (int i = begin; i < end; i++) {
                    to.set(INT, 4L * i, from.get(INT, 4L * rows[i]));
                }
            }
            case 8 -> {
                for (int i = begin; i < end; i++) {
                    to.set(LONG, 8L * i, from.get(LONG, 8L * rows[i]));
                }
            }
            default -> {
                for (int i = begin; i < end; i++) {
                    MemorySegment.copy(from, (long) width * rows[i], to, (long) width * i, width);
                }
            }
        }
    }

    private void bytes(ArrowArray from, int width, List<MemorySegment> buffers) {
        MemorySegment starts = from.buffer(1);
        MemorySegment source = from.buffer(2);
        MemorySegment offsets = offsets(starts, width);
        MemorySegment to = memory.apply(ArrowArray.offset(offsets, width, n));
        Parallel.ranges(n, (begin, end) -> {
            long at = ArrowArray.offset(offsets, width, begin);
            for (int i = begin; i < end; i++) {
                long next = ArrowArray.offset(offsets, width, i + 1L);
                MemorySegment.copy(source, ArrowArray.offset(starts, width, rows[i]), to, at, next - at);
                at = next;
            }
        });
        buffers.add(offsets);
        buffers.add(to);
    }

    /** Returns the length of a row. */
    @FunctionalInterface
    private interface Lengths {
        long at(int row);
    }

    /** Returns the offsets of rows that are copied one after the other. */
    private MemorySegment offsets(MemorySegment from, int width) {
        return offsets(
                width, row -> ArrowArray.offset(from, width, row + 1L) - ArrowArray.offset(from, width, row));
    }

    private MemorySegment offsets(int width, Lengths lengths) {
        MemorySegment offsets = memory.apply((n + 1L) * width);
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                ArrowArray.setOffset(offsets, width, i + 1L, lengths.at(rows[i]));
            }
        });
        ArrowArray.setOffset(offsets, width, 0, 0);
        long sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += ArrowArray.offset(offsets, width, i);
            ArrowArray.setOffset(offsets, width, i, sum);
            if (width == Integer.BYTES && sum > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "the values of the first " + i + " of " + n + " rows are too long for offsets of 32 bits");
            }
        }
        return offsets;
    }

    /** Copies the views, and what they refer to: whole buffers, unless the strings of the rows are shorter. */
    private void views(ArrowArray from, List<MemorySegment> buffers) {
        MemorySegment views = fixed(from.buffer(1), ArrowArray.VIEW);
        buffers.add(views);
        List<MemorySegment> viewed = from.buffers().subList(2, from.buffers().size());
        if (longBytes(from) < viewed.stream().mapToLong(MemorySegment::byteSize).sum()) {
            packedBuffers(from, views, buffers);
        } else {
            viewed.forEach(buffer -> buffers.add(memory.apply(buffer.byteSize()).copyFrom(buffer)));
        }
    }

    /** Returns the number of bytes that are outside of the views. */
    private long longBytes(ArrowArray from) {
        LongAdder sum = new LongAdder();
        Parallel.ranges(n, (begin, end) -> {
            long bytes = 0;
            for (int i = begin; i < end; i++) {
                long length = from.bytes(rows[i]).byteSize();
                bytes += length > ArrowArray.MAX_INLINE ? length : 0;
            }
            sum.add(bytes);
        });
        return sum.sum();
    }

    /** Copies the strings of the rows, one after the other. */
    private void packedBuffers(ArrowArray from, MemorySegment views, List<MemorySegment> buffers) {
        int first = buffers.size();
        long size = 0;
        for (int i = 0; i < n; i++) {
            long length = from.bytes(rows[i]).byteSize();
            if (length <= ArrowArray.MAX_INLINE) {
                continue;
            }
            if (size + length > MAX_VIEWED) {
                buffers.add(memory.apply(size));
                size = 0;
            }
            long view = (long) ArrowArray.VIEW * i;
            views.set(INT, view + ArrowArray.VIEW_BUFFER, buffers.size() - first);
            views.set(INT, view + ArrowArray.VIEW_OFFSET, (int) size);
            size += length;
        }
        buffers.add(memory.apply(size));
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                MemorySegment string = from.bytes(rows[i]);
                long view = (long) ArrowArray.VIEW * i;
                if (string.byteSize() > ArrowArray.MAX_INLINE) {
                    MemorySegment.copy(
                            string, 0, buffers.get(first + views.get(INT, view + ArrowArray.VIEW_BUFFER)),
                            views.get(INT, view + ArrowArray.VIEW_OFFSET), string.byteSize());
                } else if (from.isNull(rows[i])) {
                    views.asSlice(view, ArrowArray.VIEW).fill((byte) 0);
                }
            }
        });
    }

    private static int length(long elements) {
        if (elements > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("lists of " + elements + " elements together are too long");
        }
        return (int) elements;
    }

    private void list(ArrowArray from, int width, List<MemorySegment> buffers, List<ArrowArray> children) {
        MemorySegment starts = from.buffer(1);
        MemorySegment offsets = offsets(starts, width);
        buffers.add(offsets);
        children.add(of(from.children().getFirst(), elements(starts, offsets, width), memory));
    }

    private void listView(ArrowArray from, int width, List<MemorySegment> buffers, List<ArrowArray> children) {
        MemorySegment starts = from.buffer(1);
        MemorySegment sizes = from.buffer(2);
        MemorySegment offsets = offsets(width, row -> ArrowArray.offset(sizes, width, row));
        buffers.add(offsets.asSlice(0, (long) n * width));
        buffers.add(fixed(sizes, width));
        children.add(of(from.children().getFirst(), elements(starts, offsets, width), memory));
    }

    /** Returns the rows of the elements of lists that have the same number of them. */
    private int[] elements(int size) {
        int[] elements = new int[length((long) n * size)];
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                for (int j = 0; j < size; j++) {
                    elements[i * size + j] = rows[i] * size + j;
                }
            }
        });
        return elements;
    }

    /**
     * Returns the rows of the elements of lists.
     *
     * @param from the offsets of the lists
     * @param offsets the offsets of the lists in the result, and the end of the last one
     */
    private int[] elements(MemorySegment from, MemorySegment offsets, int width) {
        int[] elements = new int[length(ArrowArray.offset(offsets, width, n))];
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                int at = (int) ArrowArray.offset(offsets, width, i);
                int count = (int) ArrowArray.offset(offsets, width, i + 1L) - at;
                int first = count == 0 ? 0 : (int) ArrowArray.offset(from, width, rows[i]);
                for (int j = 0; j < count; j++) {
                    elements[at + j] = first + j;
                }
            }
        });
        return elements;
    }
}
