package io.github.tornadosort;

import java.lang.foreign.MemorySegment;

/** Receives sorted keys piece by piece, for example to write them to a file; see {@link Sorter#sortTo}. */
@FunctionalInterface
public interface KeySink {
    /**
     * Receives some keys in sorted order. Several threads may call this method at the same time, in any order of the pieces. An
     * exception ends the sort.
     *
     * @param first index of the first of these keys among all sorted keys
     * @param keys one or more keys, on the heap or off it. The memory is used again after the call.
     */
    void accept(long first, MemorySegment keys);
}
