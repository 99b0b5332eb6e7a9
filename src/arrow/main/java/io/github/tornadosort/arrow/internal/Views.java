package io.github.tornadosort.arrow.internal;

import static io.github.tornadosort.arrow.internal.ArrowArray.INT;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Strings that are stored as views of 16 bytes: a length, and the bytes themselves or where they are. */
final class Views {
    /** Most bytes that a view holds itself. */
    static final int MAX_INLINE = 12;
    /** Where a view has the index of the buffer. */
    static final int BUFFER = 8;

    private static final int BYTES = 4;
    private static final int OFFSET = 12;

    private Views() {}

    static int length(ArrowArray views, long index) {
        if (views.isNull(index)) {
            return 0;
        }
        MemorySegment view = views.buffer(1).asSlice(ArrowArray.VIEW * index, ArrowArray.VIEW);
        int length = view.get(INT, 0);
        int end = length <= MAX_INLINE ? MAX_INLINE : (int) Math.min(Integer.MAX_VALUE, target(views, view).byteSize());
        int start = length <= MAX_INLINE ? 0 : view.get(INT, OFFSET);
        return (int) ArrowArray.checkedLength(start, length, end);
    }

    /** Returns the buffer that a view refers to. */
    private static MemorySegment target(ArrowArray views, MemorySegment view) {
        return views.buffers().get(2 + Objects.checkIndex(view.get(INT, BUFFER), views.buffers().size() - 2));
    }

    /** Copies the bytes of a string. */
    static void copy(ArrowArray views, long index, MemorySegment to, long at) {
        int length = length(views, index);
        MemorySegment view = views.buffer(1).asSlice(ArrowArray.VIEW * index, ArrowArray.VIEW);
        if (length <= MAX_INLINE) {
            MemorySegment.copy(view, BYTES, to, at, length);
        } else {
            MemorySegment.copy(target(views, view), view.get(INT, OFFSET), to, at, length);
        }
    }
}
