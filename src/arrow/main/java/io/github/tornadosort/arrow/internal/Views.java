package io.github.tornadosort.arrow.internal;

import static io.github.tornadosort.arrow.internal.ArrowArray.INT;

import java.lang.foreign.MemorySegment;
import java.util.List;

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
        return views.isNull(index) ? 0 : views.buffer(1).get(INT, ArrowArray.VIEW * index);
    }

    /** Copies the bytes of a string. */
    static void copy(ArrowArray views, long index, MemorySegment to, long at) {
        int length = length(views, index);
        MemorySegment view = views.buffer(1).asSlice(ArrowArray.VIEW * index, ArrowArray.VIEW);
        if (length <= MAX_INLINE) {
            MemorySegment.copy(view, BYTES, to, at, length);
        } else {
            List<MemorySegment> buffers = views.buffers();
            MemorySegment.copy(buffers.get(2 + view.get(INT, BUFFER)), view.get(INT, OFFSET), to, at, length);
        }
    }
}
