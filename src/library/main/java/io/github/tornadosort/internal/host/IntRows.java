package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;

/**
 * Accesses the rows of a column of 32-bit values as an int array, a tile at a time. Rows of an {@code int[]} are accessed
 * there; other rows are copied to a tile and back.
 */
final class IntRows implements AutoCloseable {
    static final int TILE = 1024;

    private final MemorySegment memory;
    private final HostBuffers buffers;
    /** The rows, or one tile per thread. */
    private final int[] array;
    private final boolean isCopy;
    private final int offset;

    /** @param n number of rows that are accessed */
    IntRows(MemorySegment memory, int n, HostBuffers buffers) {
        this.memory = memory;
        this.buffers = buffers;
        int[] rows = heapArray(memory);
        this.isCopy = rows == null;
        this.array = isCopy ? buffers.ints(ParallelRanges.threads(n) * Math.min(TILE, n)) : rows;
        this.offset = isCopy ? 0 : (int) (memory.address() / Integer.BYTES);
    }

    /** Returns the int array that the memory is a part of, or null. The part starts at the memory's address, in bytes. */
    static int[] heapArray(MemorySegment memory) {
        return memory.heapBase().orElse(null) instanceof int[] ints && memory.address() % Integer.BYTES == 0 ? ints : null;
    }

    /** Returns the array that holds a tile while a thread accesses it. */
    int[] array() {
        return array;
    }

    /** Returns the index in the array of row {@code from}, while the thread accesses the tile that starts with it. */
    int index(int from, int thread) {
        return isCopy ? thread * TILE : offset + from;
    }

    /** Loads a tile that starts with row {@code from}. */
    void load(int from, int count, int thread) {
        if (isCopy) {
            MemorySegment.copy(memory, Layouts.INT, (long) Integer.BYTES * from, array, thread * TILE, count);
        }
    }

    /** Stores a tile. */
    void store(int from, int count, int thread) {
        if (isCopy) {
            MemorySegment.copy(array, thread * TILE, memory, Layouts.INT, (long) Integer.BYTES * from, count);
        }
    }

    @Override
    public void close() {
        if (isCopy) {
            buffers.release(array);
        }
    }
}
