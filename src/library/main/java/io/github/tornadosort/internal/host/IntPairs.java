package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;

/**
 * Sorts 32-bit keys that move with 32 bits: a value, the index of the key, or the key itself if only some of its bits count.
 * Both are packed in a long, the bits that are compared above the others, and the longs are sorted stably. Nothing is
 * gathered by index, so memory is accessed in order except by the sort itself.
 */
final class IntPairs implements AutoCloseable {
    private static final long LOW = 0xffffffffL;

    private final Column keys;
    private final OrderedKeys ordered;
    private final int n;
    private final HostBuffers buffers;
    private final IntRows keyRows;
    private final long[] rows;
    /** Null if the rows are so few that their sort needs no second array. */
    private final long[] spare;
    private volatile boolean unsorted;
    private volatile boolean containsNaN;

    /** Allocates memory for n keys. */
    IntPairs(Column keys, SortOptions options, HostBuffers buffers) {
        this.keys = keys;
        this.ordered = new OrderedKeys(keys, options);
        this.n = Math.toIntExact(keys.size());
        this.buffers = buffers;
        this.keyRows = new IntRows(keys.segment(), n, buffers);
        this.rows = buffers.longs(n);
        this.spare = n <= RadixSort64.MAX_INSERTION ? null : buffers.longs(n);
    }

    /** What a sort did. */
    enum Result {
        SORTED,
        /** The keys are sorted already. */
        UNCHANGED,
        /** Nothing: there are NaNs, whose bits cannot be computed from the bits that are compared. */
        CONTAINS_NAN
    }

    /** Returns whether the bits of such keys, except NaNs, can be computed from the bits that are compared. */
    static boolean areWhole(Column keys, SortOptions options) {
        return keys.type().bytes() == Integer.BYTES && options.bitMask(keys.type()) == LOW;
    }

    /** Sorts whole keys in place, and moves values of 32 bits with them. */
    Result sort(Column values) {
        MemorySegment memory = values.segment();
        try (IntRows valueRows = new IntRows(memory, n, buffers)) {
            Loop store =
                    ParallelRanges.rows(n, (from, to, thread) -> store(valueRows, from, to, thread), keys.segment(), memory);
            ParallelRanges.rows(n, (from, to, thread) -> pack(valueRows, from, to, thread), keys.segment(), memory).run();
            if (!unsorted) {
                return Result.UNCHANGED;
            }
            if (containsNaN) {
                return Result.CONTAINS_NAN;
            }
            RadixSort64.sort(rows, spare, 0, n, Integer.SIZE, buffers);
            Loop.store(store);
            return Result.SORTED;
        }
    }

    /** Sorts the keys in place; returns false if they are sorted already. */
    boolean sort() {
        Loop store = ParallelRanges.rows(n, this::storePayloads, keys.segment());
        ParallelRanges.rows(n, (from, to, thread) -> pack(keyRows, from, to, thread), keys.segment()).run();
        if (unsorted) {
            RadixSort64.sort(rows, spare, 0, n, Integer.SIZE, buffers);
            Loop.store(store);
        }
        return unsorted;
    }

    /** Writes the index of each key in sorted order. */
    void argsort(int[] indices) {
        ParallelRanges.rows(n, (from, to, thread) -> pack(null, from, to, thread), keys.segment()).run();
        if (unsorted) {
            RadixSort64.sort(rows, spare, 0, n, Integer.SIZE, buffers);
        }
        ParallelRanges.rows(n, (from, to, thread) -> {
            for (int i = from; i < to; i++) {
                indices[i] = (int) rows[i];
            }
        }).run();
    }

    /** Packs keys and payloads; a payload is the index of its key if there are no other payloads. */
    private void pack(IntRows payloads, int from, int to, int thread) {
        long previous = from == 0 ? 0 : ordered.unsignedAt(from - 1);
        long largest = 0;
        long smallest = LOW;
        boolean descends = false;
        for (int at = from; at < to; at += IntRows.TILE) {
            int count = Math.min(IntRows.TILE, to - at);
            keyRows.load(at, count, thread);
            ordered.pack(keyRows.array(), keyRows.index(at, thread), rows, at, count);
            if (payloads == null) {
                for (int i = at; i < at + count; i++) {
                    rows[i] |= i;
                }
            } else {
                payloads.load(at, count, thread);
                int[] array = payloads.array();
                int index = payloads.index(at, thread);
                for (int i = 0; i < count; i++) {
                    rows[at + i] |= array[index + i] & LOW;
                }
            }
            for (int i = at; i < at + count; i++) {
                long key = rows[i] >>> Integer.SIZE;
                descends |= key < previous;
                previous = key;
                largest = Math.max(largest, key);
                smallest = Math.min(smallest, key);
            }
        }
        if (descends) {
            unsorted = true;
        }
        if (keys.type().isFloat() && (largest == LOW || smallest == 0)) {
            containsNaN = true;
        }
    }

    private void store(IntRows values, int from, int to, int thread) {
        for (int at = from; at < to; at += IntRows.TILE) {
            int count = Math.min(IntRows.TILE, to - at);
            int[] keyArray = keyRows.array();
            int keyIndex = keyRows.index(at, thread);
            int[] valueArray = values.array();
            int valueIndex = values.index(at, thread);
            ordered.unpack(rows, at, keyArray, keyIndex, count);
            for (int i = 0; i < count; i++) {
                valueArray[valueIndex + i] = (int) rows[at + i];
            }
            keyRows.store(at, count, thread);
            values.store(at, count, thread);
        }
    }

    private void storePayloads(int from, int to, int thread) {
        for (int at = from; at < to; at += IntRows.TILE) {
            int count = Math.min(IntRows.TILE, to - at);
            int[] array = keyRows.array();
            int index = keyRows.index(at, thread);
            for (int i = 0; i < count; i++) {
                array[index + i] = (int) rows[at + i];
            }
            keyRows.store(at, count, thread);
        }
    }

    @Override
    public void close() {
        keyRows.close();
        buffers.release(rows);
        if (spare != null) {
            buffers.release(spare);
        }
    }
}
