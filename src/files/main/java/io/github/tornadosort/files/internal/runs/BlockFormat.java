package io.github.tornadosort.files.internal.runs;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** The format of rows of a fixed width of which many are merged at once faster than one after the other. */
public interface BlockFormat extends RunFormat {
    /** Returns the bytes of a row. */
    int width();

    /** Merges sorted rows stably: of equal rows, those of an earlier block come first. */
    void merge(List<MemorySegment> sorted, MemorySegment to);
}
