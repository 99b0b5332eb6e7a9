package io.github.tornadosort.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Host memory for one call's intermediate results. It is kept from call to call, since the first touch of fresh memory
 * costs as much as the work done in it; what is beyond {@link #MOST_KEPT} goes back when the call ends. Not safe for
 * several threads.
 */
public final class Scratch implements AutoCloseable {
    /** Bytes kept between calls. */
    private static final long MOST_KEPT = 512L << 20;
    /** A cache line, and wide enough for any vector. */
    private static final long ALIGNMENT = 64;

    private Arena arena = Arena.ofShared();
    private MemorySegment block = MemorySegment.NULL;
    private long used;
    private long wanted;

    /** Memory of that size, of any content, until the next {@link #reset}. */
    public MemorySegment bytes(long size) {
        long rounded = Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT;
        wanted += rounded;
        if (used + rounded > block.byteSize()) {
            block = arena.allocate(rounded, ALIGNMENT);
            used = 0;
        }
        MemorySegment piece = block.asSlice(used, size);
        used += rounded;
        return piece;
    }

    /** Takes everything back: the call that asked for it has ended. */
    public void reset() {
        if (wanted > block.byteSize() || block.byteSize() > MOST_KEPT) {
            // In one block next time.
            long size = wanted <= MOST_KEPT ? wanted : 0;
            arena.close();
            arena = Arena.ofShared();
            block = size > 0 ? arena.allocate(size, ALIGNMENT) : MemorySegment.NULL;
        }
        used = 0;
        wanted = 0;
    }

    @Override
    public void close() {
        arena.close();
    }
}
