package io.github.tornadosort.files.internal.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** The order of rows of a fixed width: keys or records. */
public interface RowOrder {
    /** Returns the number of bytes per row. */
    int width();

    /** Compares row i of {@code a} with row j of {@code b}, as a comparator does. */
    int compare(MemorySegment a, long i, MemorySegment b, long j);

    /** Merges sorted pieces stably: of equal rows, those of an earlier piece come first. May overwrite the pieces. */
    void merge(List<MemorySegment> sorted, MemorySegment to);

    /** Returns how many of the first {@code n} sorted rows are less than this row, or, if {@code andEqual}, not greater. */
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
