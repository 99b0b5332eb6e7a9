package io.github.tornadosort.graph;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.host.Scratch;
import java.lang.foreign.MemorySegment;

/** Keys sorted with 32 bits beside each: the caller's values or the keys' places. All of the result is on the host. */
interface Pairs {
    /** Whether anything is in another place than before; if not, there is nothing to store. */
    boolean moved();

    /** Puts the sorted keys where they came from. */
    void storeKeys(Column to);

    /** Puts what moved with the keys into memory for as many ints. */
    void storeValues(MemorySegment to);

    /** The same in memory of our own, for as long as the call lasts. */
    default MemorySegment values(Scratch scratch, long n) {
        MemorySegment values = scratch.bytes(Integer.BYTES * n);
        storeValues(values);
        return values;
    }

    /** What was done so far. */
    SortStats stats();
}
