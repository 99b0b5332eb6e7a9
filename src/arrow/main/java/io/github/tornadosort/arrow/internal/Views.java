package io.github.tornadosort.arrow.internal;

import static io.github.tornadosort.arrow.internal.ArrowArray.INT;

import java.lang.foreign.MemorySegment;

/** Strings that are stored as views of 16 bytes: a length, and the bytes themselves or where they are. */
final class Views {
    /** Most bytes that a view holds itself. */
    static final int MAX_INLINE = 12;
    /** Where a view has the index of the buffer. */
    static final int BUFFER = 8;
    /** Where a view has the index of the first byte in the buffer. */
    static final int OFFSET = 12;

    private static final int BYTES = 4;

    private Views() {}

    /** Returns the bytes of a string; none if it is null. */
    static MemorySegment bytes(ArrowArray views, long index) {
        MemorySegment view = views.buffer(1).asSlice(ArrowArray.VIEW * index, ArrowArray.VIEW);
        int length = views.isNull(index) ? 0 : view.get(INT, 0);
        if (length <= MAX_INLINE) {
            return view.asSlice(BYTES, ArrowArray.checkedLength(0, length, MAX_INLINE));
        }
        int buffer = view.get(INT, BUFFER);
        ArrowArray.checkedLength(buffer, 1, views.buffers().size() - 2);
        MemorySegment target = views.buffers().get(2 + buffer);
        int start = view.get(INT, OFFSET);
        return target.asSlice(start, ArrowArray.checkedLength(start, length, target.byteSize()));
    }

    /** Makes a view refer to another buffer. */
    static void refer(MemorySegment views, long index, int buffer, int offset) {
        views.set(INT, ArrowArray.VIEW * index + BUFFER, buffer);
        views.set(INT, ArrowArray.VIEW * index + OFFSET, offset);
    }
}
