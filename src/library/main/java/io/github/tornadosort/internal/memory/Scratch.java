package io.github.tornadosort.internal.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Host memory for the intermediate results of one call. The memory is kept between calls, because the first access to fresh
 * memory costs as much as the work done in it. More than {@link #MAX_KEPT} bytes are freed when the call ends. Not
 * thread-safe.
 *
 * <p>Only {@link #bytes} allocates memory. If it fails, memory that it returned before stays valid until the next
 * {@link #reset}.
 */
public final class Scratch implements AutoCloseable {
    /** Maximum number of bytes kept between calls. */
    private static final long MAX_KEPT = 512L << 20;
    /** The size of a cache line, which is enough for any vector. */
    private static final long ALIGNMENT = 64;

    /** Null while no memory is allocated. */
    private Arena arena;
    /** The most recent block. An arena has several blocks if the first one was too small for the call. */
    private MemorySegment block = MemorySegment.NULL;
    private long used;
    private long total;
    /** Minimum size of the first block of the next call: the total that the previous call used. */
    private long expected;

    /**
     * Returns memory of the given size in bytes. Its contents are undefined. It is valid until the next {@link #reset}.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public MemorySegment bytes(long size) {
        long rounded = Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT;
        if (used + rounded > block.byteSize()) {
            block = allocate(rounded);
            used = 0;
        }
        MemorySegment piece = block.asSlice(used, size);
        used += rounded;
        total += rounded;
        return piece;
    }

    private MemorySegment allocate(long size) {
        if (arena == null) {
            arena = Arena.ofShared();
        }
        long requested = Math.max(size, expected);
        expected = 0;
        try {
            return HostMemory.segment(arena, requested, ALIGNMENT);
        } catch (OutOfMemoryError e) {
            if (requested == size) {
                throw e;
            }
            // This call may need less than the previous one.
            return HostMemory.segment(arena, size, ALIGNMENT);
        }
    }

    /**
     * Ends a call: all memory that {@link #bytes} returned becomes free for reuse. Allocates nothing. If the call needed
     * several blocks, or more than is kept between calls, its memory is freed, and the next call starts with a single block.
     */
    public void reset() {
        if (total > block.byteSize() || block.byteSize() > MAX_KEPT) {
            expected = total <= MAX_KEPT ? total : 0;
            close();
        }
        used = 0;
        total = 0;
    }

    /** Frees all memory. */
    @Override
    public void close() {
        Arena closing = arena;
        arena = null;
        block = MemorySegment.NULL;
        if (closing != null) {
            closing.close();
        }
    }
}
