package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reverses keys in place on all cores. */
final class ReversedKeys {
    private ReversedKeys() {}

    /**
     * Sorts keys of 32 or 64 bits that are sorted in the opposite order, and no NaNs. To do so again does not change them.
     *
     * @param descending the order to sort in
     */
    static void reverse(Column keys, boolean descending) {
        int n = (int) keys.size();
        MemorySegment memory = keys.segment();
        // Each range is exchanged with the one at the same distance from the end.
        ParallelRanges.Range exchange;
        if (keys.type().bytes() == Integer.BYTES) {
            Tiles32 ordered = new Tiles32(keys, descending);
            exchange = (first, end) -> exchangeInts(memory, ordered, (int) first, (int) end, n - 1);
        } else {
            Tiles64 ordered = new Tiles64(keys, descending);
            exchange = (first, end) -> exchangeLongs(memory, ordered, (int) first, (int) end, n - 1);
        }
        Loop.store(ParallelRanges.loop(n / 2, exchange, memory));
    }

    private static void exchangeInts(MemorySegment memory, Tiles32 ordered, int first, int end, int last) {
        for (int i = first; i < end; i++) {
            if (ordered.at(i) > ordered.at(last - i)) {
                int key = memory.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
                memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i,
                        memory.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, last - i));
                memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, last - i, key);
            }
        }
    }

    private static void exchangeLongs(MemorySegment memory, Tiles64 ordered, int first, int end, int last) {
        for (int i = first; i < end; i++) {
            if (ordered.at(i) > ordered.at(last - i)) {
                long key = memory.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
                memory.setAtIndex(
                        ValueLayout.JAVA_LONG_UNALIGNED, i, memory.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, last - i));
                memory.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, last - i, key);
            }
        }
    }
}
