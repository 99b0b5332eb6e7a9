package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Rows in memory, one after the other, that are added one by one. */
public final class RowStack {
    private final MemorySegment bytes;
    private final MemorySegment offsets;
    private int count;

    /**
     * Allocates memory. What is not written to takes none.
     *
     * @param room bytes of all rows
     * @param most number of rows
     */
    public RowStack(Arena arena, long room, long most) {
        bytes = NativeMemory.allocate(arena, room + RowBytes.SLACK);
        offsets = NativeMemory.allocate(arena, Long.BYTES * (most + 1));
    }

    /** Returns the number of rows. */
    public int count() {
        return count;
    }

    /** Returns the number of bytes of all rows. */
    public long end() {
        return offsets.getAtIndex(ValueLayout.JAVA_LONG, count);
    }

    /** Adds a row: the first bytes of an array. */
    public void add(byte[] source, int length) {
        long from = end();
        MemorySegment.copy(source, 0, bytes, ValueLayout.JAVA_BYTE, from, length);
        count++;
        offsets.setAtIndex(ValueLayout.JAVA_LONG, count, from + length);
    }

    /** Removes all rows. */
    public void clear() {
        count = 0;
    }

    /** Returns the rows. */
    public RowBytes rows() {
        return new RowBytes(bytes, new Column(offsets.asSlice(0, Long.BYTES * (count + 1L)), KeyType.INT64));
    }
}
