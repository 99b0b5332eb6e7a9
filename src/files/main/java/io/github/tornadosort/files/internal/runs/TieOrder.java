package io.github.tornadosort.files.internal.runs;

import java.lang.foreign.MemorySegment;

/** Orders rows of different runs whose keys are equal. */
@FunctionalInterface
public interface TieOrder {
    /** The row of the earlier run comes first. */
    TieOrder BY_RUN = (_, _) -> 0;

    /** Compares two rows, as a comparator does. If they are equal, that of the earlier run comes first. */
    int compare(MemorySegment row, MemorySegment other);
}
