package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.Scratch;
import java.lang.foreign.MemorySegment;

/** Keys sorted with 32 bits beside each: the caller's values or the keys' places. All of the result is on the host. */
interface Pairs {
    /** Whether anything is in another place than before; if not, there is nothing to store. */
    boolean moved();

    /** Allocates what it takes to write the sorted keys over the unsorted ones, and returns the loop that writes them. */
    Loop storeKeys(Column to);

    /** Returns the loop that writes what moved with the keys into memory for as many ints. */
    Loop storeValues(MemorySegment to);

    /** Returns what moved with the keys, in memory that is valid as long as the call lasts. */
    default MemorySegment values(Scratch scratch, long n) {
        MemorySegment values = scratch.bytes(Integer.BYTES * n);
        storeValues(values).run();
        return values;
    }

    /** What was done so far. */
    SortStats stats();
}
