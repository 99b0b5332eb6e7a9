package io.github.tornadosort.files.internal.runs;

import java.lang.foreign.MemorySegment;

/** Orders rows of different runs whose keys are equal. */
@FunctionalInterface
public interface TieOrder {
    /** Compares two rows, as a comparator does. If they are equal, that of the earlier run comes first. */
    int compare(MemorySegment row, MemorySegment other);
}
