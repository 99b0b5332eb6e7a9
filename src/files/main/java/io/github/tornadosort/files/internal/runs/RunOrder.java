package io.github.tornadosort.files.internal.runs;

import java.lang.foreign.MemorySegment;
import java.util.Comparator;

/**
 * How rows of runs are stored and compared.
 *
 * @param descending whether greater keys come first
 * @param ties orders rows of different runs whose keys are equal, or null if that of the earlier run comes first; so it does if
 *     this order says that they are equal
 * @param compressed whether runs are compressed
 */
public record RunOrder(RunFormat format, boolean descending, Comparator<MemorySegment> ties, boolean compressed) {
    /** Returns an order of runs that are not compressed. */
    public RunOrder(RunFormat format, boolean descending, Comparator<MemorySegment> ties) {
        this(format, descending, ties, false);
    }
}
