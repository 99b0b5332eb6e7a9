package io.github.tornadosort.arrow.internal;

import static io.github.tornadosort.arrow.internal.ArrowArray.INT;
import static io.github.tornadosort.arrow.internal.ArrowArray.LONG;
import static io.github.tornadosort.arrow.internal.ArrowArray.SHORT;

import io.github.tornadosort.arrow.internal.Layout.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/**
 * Copies rows of a column in a given order, on all cores. The column consists of chunks, and a row is a long: the index of the
 * chunk in the upper half, and the index of the value in its chunk in the lower half.
 */
public final class Take {
    /** Most bytes of a buffer that views refer to: their offsets have 31 bits. */
    private static final long MAX_VIEWED = Integer.MAX_VALUE;

    private final long[] rows;
    private final int n;
    private final LongFunction<MemorySegment> memory;

    private Take(long[] rows, LongFunction<MemorySegment> memory) {
        this.rows = rows;
        this.n = rows.length;
        this.memory = memory;
    }

    /**
     * Copies rows.
     *
     * @param chunks at least one, all of the same layout
     * @param rows the rows to copy
     * @param memory allocates a segment of a given number of bytes
     * @throws IllegalArgumentException if offsets in the column are outside its buffers, or the result has too many bytes or
     *     elements for its layout
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public static ArrowArray of(List<ArrowArray> chunks, long[] rows, LongFunction<MemorySegment> memory) {
        return new Take(rows, memory).of(chunks);
    }

    /** Returns a row. */
    public static long row(int chunk, long index) {
        return (long) chunk << Integer.SIZE | index;
    }

    private static int chunk(long row) {
        return (int) (row >>> Integer.SIZE);
    }

    private static long index(long row) {
        return row & 0xffffffffL;
    }

    private ArrowArray of(List<ArrowArray> chunks) {
        Layout layout = chunks.getFirst().layout();
        List<MemorySegment> buffers = new ArrayList<>();
        List<ArrowArray> children = new ArrayList<>();
        int nulls = layout.kind() == Kind.NULL ? n : 0;
        if (layout.kind().hasValidity()) {
            nulls = validity(chunks, buffers);
        }
        switch (layout.kind()) {
            case NULL -> {}
            case BITS -> buffers.add(bits(buffers(chunks, 1)));
            case FIXED -> buffers.add(fixed(buffers(chunks, 1), layout.width()));
            case BINARY -> bytes(chunks, layout.width(), buffers);
            case VIEW -> views(chunks, buffers);
            case LIST -> list(chunks, layout.width(), buffers, children);
            case LIST_VIEW -> listView(chunks, layout.width(), buffers, children);
            case FIXED_LIST -> children.add(child(chunks, 0, elements(layout.width())));
            case STRUCT -> children(chunks, children);
            case SPARSE_UNION -> {
                buffers.add(fixed(buffers(chunks, 0), 1));
                children(chunks, children);
            }
            case DENSE_UNION -> denseUnion(chunks, buffers, children);
            case RUN_END -> runs(chunks, children);
        }
        return new ArrowArray(layout, n, nulls, buffers, children);
    }

    private static MemorySegment[] buffers(List<ArrowArray> chunks, int buffer) {
        return chunks.stream().map(chunk -> chunk.buffer(buffer)).toArray(MemorySegment[]::new);
    }

    /** Adds the validity bitmap, which is empty if there are no nulls; returns the number of nulls. */
    private int validity(List<ArrowArray> chunks, List<MemorySegment> buffers) {
        if (chunks.stream().noneMatch(ArrowArray::hasNulls)) {
            buffers.add(memory.apply(0));
            return 0;
        }
        ArrowArray[] sources = chunks.toArray(ArrowArray[]::new);
        MemorySegment to = memory.apply(ArrowArray.bitmapBytes(n));
        AtomicInteger nulls = new AtomicInteger();
        Parallel.ranges(n, (begin, end) -> {
            int found = 0;
            for (int at = begin; at < end; at += Byte.SIZE) {
                int bits = 0;
                for (int i = at; i < Math.min(at + Byte.SIZE, end); i++) {
                    boolean valid = !sources[chunk(rows[i])].isNull(index(rows[i]));
                    found += valid ? 0 : 1;
                    bits |= valid ? 1 << i - at : 0;
                }
                to.set(ValueLayout.JAVA_BYTE, at / Byte.SIZE, (byte) bits);
            }
            nulls.addAndGet(found);
        });
        buffers.add(nulls.get() == 0 ? memory.apply(0) : to);
        return nulls.get();
    }

    private MemorySegment bits(MemorySegment[] from) {
        MemorySegment to = memory.apply(ArrowArray.bitmapBytes(n));
        Parallel.ranges(n, (begin, end) -> {
            for (int at = begin; at < end; at += Byte.SIZE) {
                int bits = 0;
                for (int i = at; i < Math.min(at + Byte.SIZE, end); i++) {
                    bits |= ArrowArray.bit(from[chunk(rows[i])], index(rows[i])) ? 1 << i - at : 0;
                }
                to.set(ValueLayout.JAVA_BYTE, at / Byte.SIZE, (byte) bits);
            }
        });
        return to;
    }

    private MemorySegment fixed(MemorySegment[] from, int width) {
        MemorySegment to = memory.apply((long) n * width);
        if (from.length == 1) {
            MemorySegment only = from[0];
            Parallel.ranges(n, (begin, end) -> fixed(only, to, width, begin, end));
        } else {
            Parallel.ranges(n, (begin, end) -> {
                for (int i = begin; i < end; i++) {
                    MemorySegment.copy(from[chunk(rows[i])], width * index(rows[i]), to, (long) width * i, width);
                }
            });
        }
        return to;
    }

    /** Copies values of the only chunk. There are separate loops, so that the stride is a constant. */
    private void fixed(MemorySegment from, MemorySegment to, int width, int begin, int end) {
        switch (width) {
            case 1 -> {
                for (int i = begin; i < end; i++) {
                    to.set(ValueLayout.JAVA_BYTE, i, from.get(ValueLayout.JAVA_BYTE, rows[i]));
                }
            }
            case 2 -> {
                for (int i = begin; i < end; i++) {
                    to.set(SHORT, 2L * i, from.get(SHORT, 2 * rows[i]));
                }
            }
            case 4 -> {
                for (int i = begin; i < end; i++) {
                    to.set(INT, 4L * i, from.get(INT, 4 * rows[i]));
                }
            }
            case 8 -> {
                for (int i = begin; i < end; i++) {
                    to.set(LONG, 8L * i, from.get(LONG, 8 * rows[i]));
                }
            }
            default -> {
                for (int i = begin; i < end; i++) {
                    MemorySegment.copy(from, width * rows[i], to, (long) width * i, width);
                }
            }
        }
    }

    private void bytes(List<ArrowArray> chunks, int width, List<MemorySegment> buffers) {
        MemorySegment[] fromOffsets = buffers(chunks, 1);
        MemorySegment[] from = buffers(chunks, 2);
        MemorySegment offsets =
                offsets(fromOffsets, width, chunks.stream().mapToLong(c -> c.buffer(2).byteSize()).toArray());
        MemorySegment to = memory.apply(ArrowArray.offset(offsets, width, n));
        Parallel.ranges(n, (begin, end) -> {
            long at = ArrowArray.offset(offsets, width, begin);
            for (int i = begin; i < end; i++) {
                long next = ArrowArray.offset(offsets, width, i + 1L);
                int chunk = chunk(rows[i]);
                MemorySegment.copy(
                        from[chunk], ArrowArray.offset(fromOffsets[chunk], width, index(rows[i])), to, at, next - at);
                at = next;
            }
        });
        buffers.add(offsets);
        buffers.add(to);
    }

    private static long[] lengths(List<ArrowArray> chunks) {
        return chunks.stream().mapToLong(chunk -> childOf(chunk, 0).length()).toArray();
    }

    /**
     * Returns the offsets of rows that are copied one after the other.
     *
     * @param ends for each chunk, the largest offset that is possible
     */
    private MemorySegment offsets(MemorySegment[] from, int width, long[] ends) {
        return offsets(width, i -> {
            int chunk = chunk(rows[i]);
            long start = ArrowArray.offset(from[chunk], width, index(rows[i]));
            long end = ArrowArray.offset(from[chunk], width, index(rows[i]) + 1);
            return ArrowArray.checkedLength(start, end - start, ends[chunk]);
        });
    }

    /** Returns the length of the row with a given index. */
    @FunctionalInterface
    private interface Lengths {
        long at(int index);
    }

    private MemorySegment offsets(int width, Lengths lengths) {
        MemorySegment offsets = memory.apply((n + 1L) * width);
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                ArrowArray.setOffset(offsets, width, i + 1L, lengths.at(i));
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
    private void views(List<ArrowArray> chunks, List<MemorySegment> buffers) {
        MemorySegment views = fixed(buffers(chunks, 1), ArrowArray.VIEW);
        buffers.add(views);
        long all = 0;
        for (ArrowArray chunk : chunks) {
            for (MemorySegment buffer : chunk.buffers().subList(2, chunk.buffers().size())) {
                all += buffer.byteSize();
            }
        }
        if (longBytes(chunks) < all) {
            packedBuffers(chunks, views, buffers);
        } else {
            wholeBuffers(chunks, views, buffers);
        }
    }

    /** Returns the number of bytes that are outside of the views. */
    private long longBytes(List<ArrowArray> chunks) {
        LongAdder sum = new LongAdder();
        Parallel.ranges(n, (begin, end) -> {
            long bytes = 0;
            for (int i = begin; i < end; i++) {
                long length = string(chunks, i).byteSize();
                bytes += length > Views.MAX_INLINE ? length : 0;
            }
            sum.add(bytes);
        });
        return sum.sum();
    }

    private MemorySegment string(List<ArrowArray> chunks, int i) {
        return Views.bytes(chunks.get(chunk(rows[i])), index(rows[i]));
    }

    /** Copies the strings of the rows, one after the other. */
    private void packedBuffers(List<ArrowArray> chunks, MemorySegment views, List<MemorySegment> buffers) {
        int first = buffers.size();
        long size = 0;
        for (int i = 0; i < n; i++) {
            long length = string(chunks, i).byteSize();
            if (length <= Views.MAX_INLINE) {
                continue;
            }
            if (size + length > MAX_VIEWED) {
                buffers.add(memory.apply(size));
                size = 0;
            }
            Views.refer(views, i, buffers.size() - first, (int) size);
            size += length;
        }
        buffers.add(memory.apply(size));
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                MemorySegment string = string(chunks, i);
                if (string.byteSize() > Views.MAX_INLINE) {
                    long view = (long) ArrowArray.VIEW * i;
                    MemorySegment.copy(
                            string, 0, buffers.get(first + views.get(INT, view + Views.BUFFER)),
                            views.get(INT, view + Views.OFFSET), string.byteSize());
                } else if (chunks.get(chunk(rows[i])).isNull(index(rows[i]))) {
                    views.asSlice((long) ArrowArray.VIEW * i, ArrowArray.VIEW).fill((byte) 0);
                }
            }
        });
    }

    private void wholeBuffers(List<ArrowArray> chunks, MemorySegment views, List<MemorySegment> buffers) {
        int[] first = new int[chunks.size()];
        for (int chunk = 0; chunk < first.length; chunk++) {
            first[chunk] = buffers.size() - 2;
            List<MemorySegment> all = chunks.get(chunk).buffers();
            for (MemorySegment buffer : all.subList(2, all.size())) {
                buffers.add(memory.apply(buffer.byteSize()).copyFrom(buffer));
            }
        }
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                long at = (long) ArrowArray.VIEW * i;
                if (views.get(INT, at) > Views.MAX_INLINE) {
                    long buffer = at + Views.BUFFER;
                    views.set(INT, buffer, views.get(INT, buffer) + first[chunk(rows[i])]);
                }
            }
        });
    }

    private static ArrowArray childOf(ArrowArray chunk, int child) {
        return chunk.children().get(child);
    }

    private ArrowArray child(List<ArrowArray> chunks, int child, long[] childRows) {
        return of(chunks.stream().map(chunk -> childOf(chunk, child)).toList(), childRows, memory);
    }

    private void children(List<ArrowArray> chunks, List<ArrowArray> children) {
        for (int child = 0; child < chunks.getFirst().children().size(); child++) {
            children.add(child(chunks, child, rows));
        }
    }

    private long[] elements(int size) {
        long[] elements = new long[length((long) n * size)];
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                for (int j = 0; j < size; j++) {
                    elements[i * size + j] = row(chunk(rows[i]), index(rows[i]) * size + j);
                }
            }
        });
        return elements;
    }

    private static int length(long elements) {
        if (elements > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("lists of " + elements + " elements together are too long");
        }
        return (int) elements;
    }

    private void list(List<ArrowArray> chunks, int width, List<MemorySegment> buffers, List<ArrowArray> children) {
        MemorySegment[] from = buffers(chunks, 1);
        MemorySegment offsets = offsets(from, width, lengths(chunks));
        buffers.add(offsets);
        children.add(child(chunks, 0, elements(from, offsets, width)));
    }

    private void listView(List<ArrowArray> chunks, int width, List<MemorySegment> buffers, List<ArrowArray> children) {
        MemorySegment[] sizes = buffers(chunks, 2);
        MemorySegment[] starts = buffers(chunks, 1);
        long[] ends = lengths(chunks);
        MemorySegment offsets = offsets(width, i -> {
            int chunk = chunk(rows[i]);
            return ArrowArray.checkedLength(
                    ArrowArray.offset(starts[chunk], width, index(rows[i])),
                    ArrowArray.offset(sizes[chunk], width, index(rows[i])), ends[chunk]);
        });
        buffers.add(offsets.asSlice(0, (long) n * width));
        buffers.add(fixed(sizes, width));
        children.add(child(chunks, 0, elements(starts, offsets, width)));
    }

    /**
     * Returns the rows of the elements of lists.
     *
     * @param from the offsets of the lists in each chunk
     * @param offsets the offsets of the lists in the result, and the end of the last one
     */
    private long[] elements(MemorySegment[] from, MemorySegment offsets, int width) {
        long[] elements = new long[length(ArrowArray.offset(offsets, width, n))];
        Parallel.ranges(n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                int chunk = chunk(rows[i]);
                int at = (int) ArrowArray.offset(offsets, width, i);
                int count = (int) ArrowArray.offset(offsets, width, i + 1L) - at;
                long first = count == 0 ? 0 : ArrowArray.offset(from[chunk], width, index(rows[i]));
                for (int j = 0; j < count; j++) {
                    elements[at + j] = row(chunk, first + j);
                }
            }
        });
        return elements;
    }

    private void denseUnion(List<ArrowArray> chunks, List<MemorySegment> buffers, List<ArrowArray> children) {
        List<Integer> ids = chunks.getFirst().layout().typeIds();
        MemorySegment types = fixed(buffers(chunks, 0), 1);
        MemorySegment offsets = fixed(buffers(chunks, 1), Integer.BYTES);
        buffers.add(types);
        buffers.add(offsets);
        for (int child = 0; child < ids.size(); child++) {
            long[] childRows = new long[n];
            int count = 0;
            for (int i = 0; i < n; i++) {
                if (types.get(ValueLayout.JAVA_BYTE, i) == ids.get(child)) {
                    childRows[count] = element(chunks, i, child, offsets.get(INT, 4L * i));
                    offsets.set(INT, 4L * i, count++);
                }
            }
            children.add(child(chunks, child, Arrays.copyOf(childRows, count)));
        }
    }

    /** Returns the row of an element of a child, which belongs to the row with a given index. */
    private long element(List<ArrowArray> chunks, int index, int child, long element) {
        int chunk = chunk(rows[index]);
        ArrowArray.checkedLength(element, 1, childOf(chunks.get(chunk), child).length());
        return row(chunk, element);
    }

    /** Copies runs. Adjacent rows of one run remain a run. */
    private void runs(List<ArrowArray> chunks, List<ArrowArray> children) {
        long[] values = new long[n];
        int[] ends = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) {
            long run = element(chunks, i, 1, run(childOf(chunks.get(chunk(rows[i])), 0), index(rows[i])));
            if (count == 0 || values[count - 1] != run) {
                values[count++] = run;
            }
            ends[count - 1] = i + 1;
        }
        Layout layout = childOf(chunks.getFirst(), 0).layout();
        if (layout.width() == Short.BYTES && n > Short.MAX_VALUE) {
            throw new IllegalArgumentException(n + " rows are too many for ends of runs of 16 bits");
        }
        MemorySegment to = memory.apply((long) count * layout.width());
        for (int i = 0; i < count; i++) {
            if (layout.width() == Short.BYTES) {
                to.set(SHORT, 2L * i, (short) ends[i]);
            } else {
                ArrowArray.setOffset(to, layout.width(), i, ends[i]);
            }
        }
        children.add(new ArrowArray(layout, count, 0, List.of(memory.apply(0), to), List.of()));
        children.add(child(chunks, 1, Arrays.copyOf(values, count)));
    }

    /** Returns the index of the first run whose end is greater than the index of a value. */
    public static int run(ArrowArray ends, long index) {
        int low = 0;
        int high = ends.length();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends.runEnd(middle) > index) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
