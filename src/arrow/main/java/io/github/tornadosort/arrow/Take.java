package io.github.tornadosort.arrow;

import static io.github.tornadosort.arrow.ArrowArray.BYTE;
import static io.github.tornadosort.arrow.ArrowArray.INT;
import static io.github.tornadosort.arrow.ArrowArray.LONG;
import static io.github.tornadosort.arrow.ArrowArray.SHORT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
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
            case FIXED_LIST -> children.add(elements(from, i -> (long) width * i, row -> (long) width * row));
            case STRUCT -> from.children().forEach(child -> children.add(of(child)));
        }
        return new ArrowArray(layout, n, nulls, buffers, children);
    }

    /**
     * Adds the validity bitmap, also if there are no nulls: vectors would allocate it when they are loaded. Returns the number
     * of nulls.
     */
    private int validity(ArrowArray from, List<MemorySegment> buffers) {
        if (!from.hasNulls()) {
            buffers.add(memory.apply(ArrowArray.bitmapBytes(n)).fill((byte) -1));
            return 0;
        }
        MemorySegment to = bits(from.buffer(0));
        buffers.add(to);
        return (int) Parallel.sum(n, i -> ArrowArray.bit(to, i) ? 0 : 1);
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

    /** Returns the offsets of rows that are copied one after the other. */
    private MemorySegment offsets(MemorySegment from, int width) {
        return ArrowArray.offsets(n, width, memory,
                i -> ArrowArray.offset(from, width, rows[i] + 1L) - ArrowArray.offset(from, width, rows[i]));
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
        return Parallel.sum(n, i -> {
            long length = from.bytes(rows[i]).byteSize();
            return length > ArrowArray.MAX_INLINE ? length : 0;
        });
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

    private void list(ArrowArray from, int width, List<MemorySegment> buffers, List<ArrowArray> children) {
        MemorySegment offsets = offsets(from.buffer(1), width);
        buffers.add(offsets);
        children.add(elements(from, offsets, width));
    }

    private void listView(ArrowArray from, int width, List<MemorySegment> buffers, List<ArrowArray> children) {
        MemorySegment sizes = from.buffer(2);
        MemorySegment offsets = ArrowArray.offsets(n, width, memory, i -> ArrowArray.offset(sizes, width, rows[i]));
        buffers.add(offsets.asSlice(0, (long) n * width));
        buffers.add(fixed(sizes, width));
        children.add(elements(from, offsets, width));
    }

    /**
     * Returns the elements of lists.
     *
     * @param offsets the offsets of the lists in the result, and the end of the last one
     */
    private ArrowArray elements(ArrowArray from, MemorySegment offsets, int width) {
        return elements(from, i -> ArrowArray.offset(offsets, width, i),
                row -> ArrowArray.offset(from.buffer(1), width, row));
    }

    /**
     * Returns the elements of lists.
     *
     * @param offset returns the offset of a list in the result; that of list n is the end of the last one
     * @param start returns the index of the first element of a list that is not empty
     */
    private ArrowArray elements(ArrowArray from, IntToLongFunction offset, IntToLongFunction start) {
        long count = offset.applyAsLong(n);
        if (count > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("lists of " + count + " elements together are too long");
        }
        int[] elements = new int[(int) count];
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                int at = (int) offset.applyAsLong(i);
                int next = (int) offset.applyAsLong(i + 1);
                int first = at == next ? 0 : (int) start.applyAsLong(rows[i]);
                for (int j = at; j < next; j++) {
                    elements[j] = first + j - at;
                }
            }
        });
        return of(from.children().getFirst(), elements, memory);
    }
}
