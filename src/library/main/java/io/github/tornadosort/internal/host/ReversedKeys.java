package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reverses keys in place on all cores. */
final class ReversedKeys {
    private ReversedKeys() {}

    /** Reverses the order of keys of 32 or 64 bits. */
    static void reverse(Column keys) {
        long n = keys.size();
        MemorySegment memory = keys.segment();
        // Each range is exchanged with the one at the same distance from the end.
        ParallelRanges.ranges(n / 2, (first, end) -> {
            if (keys.type().bytes() == Integer.BYTES) {
                exchangeInts(memory, first, end, n - 1);
            } else {
                exchangeLongs(memory, first, end, n - 1);
            }
        }, memory);
    }

    private static void exchangeInts(MemorySegment memory, long first, long end, long last) {
        for (long i = first; i < end; i++) {
            int key = memory.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
            memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i,
                    memory.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, last - i));
            memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, last - i, key);
        }
    }

    private static void exchangeLongs(MemorySegment memory, long first, long end, long last) {
        for (long i = first; i < end; i++) {
            long key = memory.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
            memory.setAtIndex(
                    ValueLayout.JAVA_LONG_UNALIGNED, i, memory.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, last - i));
            memory.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, last - i, key);
        }
    }
}
