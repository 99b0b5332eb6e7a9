package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;

/**
 * The result of sorting keys with a 32-bit payload: the caller's values, or the indices of the keys. The result is on the host
 * in full.
 */
interface Pairs {
    /** Returns whether the sort may have moved any key. If not, there is nothing to store. */
    boolean moved();

    /** Returns a loop that overwrites the unsorted keys with the sorted ones. Allocates all memory that the loop needs. */
    Loop storeKeys(Column to);

    /** Returns a loop that fills memory with the reordered payload, as ints. */
    Loop storeValues(MemorySegment to);

    /** Returns the reordered payload, in memory that is valid until the end of the call. */
    default MemorySegment values(Scratch scratch, long n) {
        MemorySegment values = scratch.bytes(Integer.BYTES * n);
        storeValues(values).run();
        return values;
    }

    /** Returns the stats of the sort. */
    SortStats stats();
}
