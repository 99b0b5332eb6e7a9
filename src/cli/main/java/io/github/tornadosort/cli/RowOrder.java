package io.github.tornadosort.cli;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Rows of one width, keys or records, and their order. */
interface RowOrder {
    /** Bytes of a row. */
    int width();

    /** Compares row i of {@code a} with row j of {@code b}, as a comparator does. */
    int compare(MemorySegment a, long i, MemorySegment b, long j);

    /** Merges sorted pieces, stably: of equal rows, those of an earlier piece come first. The pieces are not needed then. */
    void merge(List<MemorySegment> sorted, MemorySegment to);

    /** How many of the first {@code n} of these sorted rows come before this row, or before and with it. */
    default long countBefore(MemorySegment sorted, long n, MemorySegment row, boolean andEqual) {
        long low = 0;
        long high = n;
        while (low < high) {
            long middle = (low + high) >>> 1;
            int comparison = compare(sorted, middle, row, 0);
            if (comparison < 0 || andEqual && comparison == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
