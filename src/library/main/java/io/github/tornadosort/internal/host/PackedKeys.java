package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;

/**
 * Writes 32-bit keys that can be computed from the bits by which they were sorted: all bits of the keys count, and no key is a
 * NaN.
 */
final class PackedKeys implements AutoCloseable {
    private static final int TILE = 1024;

    private final MemorySegment memory;
    private final OrderedKeys ordered;
    private final int n;
    private final HostBuffers buffers;
    /** One tile per thread. */
    private final int[] tiles;

    PackedKeys(Column keys, OrderedKeys ordered, int n, HostBuffers buffers) {
        this.memory = keys.segment();
        this.ordered = ordered;
        this.n = n;
        this.buffers = buffers;
        this.tiles = buffers.ints(RowLoop.threads(n) * Math.min(TILE, n));
    }

    /** Returns a loop that overwrites the keys: key i becomes the one whose bits are those of {@code rows[i]} above the shift. */
    RowLoop storing(long[] rows, int shift) {
        return new RowLoop(n, (from, to, thread) -> {
            int tile = thread * TILE;
            for (int at = from; at < to; at += TILE) {
                int count = Math.min(TILE, to - at);
                for (int i = 0; i < count; i++) {
                    tiles[tile + i] = ordered.bits((int) (rows[at + i] >>> shift));
                }
                MemorySegment.copy(tiles, tile, memory, Layouts.INT, (long) Integer.BYTES * at, count);
            }
        }, memory);
    }

    @Override
    public void close() {
        buffers.release(tiles);
    }
}
