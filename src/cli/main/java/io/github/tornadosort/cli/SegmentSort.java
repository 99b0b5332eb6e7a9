package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.sort.WholeFile;
import java.io.IOException;
import java.lang.foreign.Arena;

/** Sorts segments of keys in memory. */
record SegmentSort(SortFileOptions files) {
    /** Finds the segments of a number of keys. */
    interface Starts {
        /** Returns the offset of each segment, followed by the end of the last one. */
        long[] of(long keys) throws IOException;
    }

    /**
     * Sorts the segments of keys and writes all keys.
     *
     * @param offsets the number of offsets
     * @param shape the lengths of the dimensions of the output
     */
    void sort(KeyReader reader, long offsets, Starts starts, long... shape) throws IOException {
        KeyType type = files.type();
        SortOptions options = files.options();
        try (Sorter sorter = files.openSorter();
                OutputFile file = OutputFile.create(files.output());
                Arena arena = Arena.ofShared()) {
            long n = reader.count();
            IndexLimit.require(files.input(), n);
            // Keys are sorted with their indices, then both are reordered by segment.
            long scratch = Math.max(
                    sorter.scratchBytes(n, type, KeyType.INT32).host(),
                    sorter.scratchBytes(n, KeyType.INT32, KeyType.INT32).host());
            long needed = n * (2 * type.bytes() + 3 * Integer.BYTES) + 2 * Long.BYTES * offsets + scratch;
            SystemMemory.require(files.input(), "sorting segments of its " + n + " keys", needed);
            long[] begins = starts.of(n);
            Column keys = WholeFile.readKeys(reader, type, arena, Progress.LISTENER);
            try (Progress _ = Progress.ofUnknownLength("sort")) {
                sorter.segments(begins).sort(keys, options);
            }
            WholeFile.write(keys.segment(), files.writer(file, shape), Progress.LISTENER);
            file.commit();
        }
    }
}
