package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A copy of a column, from which its rows are written back in another order. */
final class RowCopy implements AutoCloseable {
    private static final int TILE = 1024;

    private final MemorySegment memory;
    private final int width;
    private final int n;
    private final HostBuffers buffers;
    /** The copy if a row has 8 bytes; then one tile per thread. Otherwise null. */
    private final long[] longs;
    /** The copy if a row has fewer bytes; then one tile per thread. Otherwise null. */
    private final int[] ints;
    private final int tilesAt;

    /** Copies the rows of a column of n rows. */
    RowCopy(Column column, int n, HostBuffers buffers) {
        this.memory = column.segment();
        this.width = column.type().bytes();
        this.n = n;
        this.buffers = buffers;
        boolean wide = width == Long.BYTES;
        this.tilesAt = wide ? n : (int) Math.ceilDiv((long) n * width, Integer.BYTES);
        int length = Math.addExact(tilesAt, ParallelRanges.threads(n) * Math.min(TILE, n));
        this.longs = wide ? buffers.longs(length) : null;
        this.ints = wide ? null : buffers.ints(length);
        ParallelRanges.rows(n, (from, to, thread) -> copy(from, to), memory).run();
    }

    private void copy(int from, int to) {
        switch (width) {
            case Long.BYTES -> MemorySegment.copy(memory, Layouts.LONG, (long) Long.BYTES * from, longs, from, to - from);
            case Integer.BYTES ->
                MemorySegment.copy(memory, Layouts.INT, (long) Integer.BYTES * from, ints, from, to - from);
            default -> MemorySegment.copy(memory, (long) width * from, MemorySegment.ofArray(ints), (long) width * from,
                    (long) width * (to - from));
        }
    }

    /**
     * Returns a loop that overwrites the column: row i becomes the row whose index is {@code rows[i] & mask}.
     */
    Loop storing(long[] rows, int mask) {
        return switch (width) {
            case Long.BYTES ->
                ParallelRanges.rows(n, (from, to, thread) -> storeLongs(rows, mask, from, to, thread), memory);
            case Integer.BYTES ->
                ParallelRanges.rows(n, (from, to, thread) -> storeInts(rows, mask, from, to, thread), memory);
            case Short.BYTES -> {
                MemorySegment copy = MemorySegment.ofArray(ints);
                yield ParallelRanges.rows(n, (from, to, thread) -> {
                    for (int i = from; i < to; i++) {
                        memory.set(Layouts.SHORT, 2L * i, copy.get(Layouts.SHORT, 2L * ((int) rows[i] & mask)));
                    }
                }, memory);
            }
            default -> {
                MemorySegment copy = MemorySegment.ofArray(ints);
                yield ParallelRanges.rows(n, (from, to, thread) -> {
                    for (int i = from; i < to; i++) {
                        memory.set(ValueLayout.JAVA_BYTE, i, copy.get(ValueLayout.JAVA_BYTE, (int) rows[i] & mask));
                    }
                }, memory);
            }
        };
    }

    /** Gathers a tile at a time, so that the loop accesses arrays only. */
    private void storeInts(long[] rows, int mask, int from, int to, int thread) {
        int tile = tilesAt + thread * TILE;
        for (int at = from; at < to; at += TILE) {
            int count = Math.min(TILE, to - at);
            for (int i = 0; i < count; i++) {
                ints[tile + i] = ints[(int) rows[at + i] & mask];
            }
            MemorySegment.copy(ints, tile, memory, Layouts.INT, (long) Integer.BYTES * at, count);
        }
    }

    private void storeLongs(long[] rows, int mask, int from, int to, int thread) {
        int tile = tilesAt + thread * TILE;
        for (int at = from; at < to; at += TILE) {
            int count = Math.min(TILE, to - at);
            for (int i = 0; i < count; i++) {
                longs[tile + i] = longs[(int) rows[at + i] & mask];
            }
            MemorySegment.copy(longs, tile, memory, Layouts.LONG, (long) Long.BYTES * at, count);
        }
    }

    @Override
    public void close() {
        if (longs != null) {
            buffers.release(longs);
        } else {
            buffers.release(ints);
        }
    }
}
