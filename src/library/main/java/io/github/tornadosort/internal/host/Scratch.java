package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Host memory for one call's intermediate results. It is kept from call to call, since the first touch of fresh memory
 * costs as much as the work done in it; more than {@link #MOST_KEPT} is freed when the call ends. Not safe for several
 * threads.
 *
 * <p>Memory is only allocated by {@link #bytes}. If that fails, what was handed out before stays valid, and the next call
 * starts from nothing.
 */
public final class Scratch implements AutoCloseable {
    /** Bytes kept between calls. */
    private static final long MOST_KEPT = 512L << 20;
    /** A cache line, and wide enough for any vector. */
    private static final long ALIGNMENT = 64;

    /** Null while there is no memory. */
    private Arena arena;
    /** The last block; an arena has several if the first one was too small for its call. */
    private MemorySegment block = MemorySegment.NULL;
    private long used;
    private long handedOut;
    /** Bytes of the next call's first block at least: what the last call took in all. */
    private long expected;

    /**
     * Returns memory of that size, of any content, which is valid until the next {@link #reset}.
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
        handedOut += rounded;
        return piece;
    }

    private MemorySegment allocate(long size) {
        if (arena == null) {
            arena = Arena.ofShared();
        }
        long wanted = Math.max(size, expected);
        expected = 0;
        try {
            return HostMemory.segment(arena, wanted, ALIGNMENT);
        } catch (OutOfMemoryError e) {
            if (wanted == size) {
                throw e;
            }
            // This call may need less than the last one.
            return HostMemory.segment(arena, size, ALIGNMENT);
        }
    }

    /**
     * Takes all memory back: the call that asked for it has ended. Allocates nothing. A call that needed several blocks, or
     * more than is kept, has its memory freed; the next one then gets a single block.
     */
    public void reset() {
        if (handedOut > block.byteSize() || block.byteSize() > MOST_KEPT) {
            expected = handedOut <= MOST_KEPT ? handedOut : 0;
            close();
        }
        used = 0;
        handedOut = 0;
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
