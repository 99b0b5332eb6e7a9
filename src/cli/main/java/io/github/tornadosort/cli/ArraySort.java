package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.NpyArray;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.sort.WholeFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.stream.LongStream;

/**
 * Sorts an array of several dimensions along the last one, as NumPy's sort does by default, in memory.
 *
 * @param shape the lengths of the dimensions
 */
record ArraySort(SortFileOptions files, long[] shape) {
    void sort() throws IOException {
        KeyType type = files.type();
        SortOptions options = files.options();
        try (Sorter sorter = files.openSorter();
                KeyReader reader = NpyArray.open(files.input(), type);
                OutputFile file = OutputFile.create(files.output());
                Arena arena = Arena.ofShared()) {
            IndexLimit.require(files.input(), reader.count());
            long scratch = Math.max(
                    sorter.scratchBytes(reader.count(), type, KeyType.INT32).host(),
                    sorter.scratchBytes(reader.count(), KeyType.INT32, KeyType.INT32).host());
            long needed = reader.count() * (2 * type.bytes() + 3 * Integer.BYTES + Long.BYTES) + scratch;
            SystemMemory.require(files.input(), "sorting the rows of its " + reader.count() + " keys", needed);
            Column keys = WholeFile.readKeys(reader, type, arena, Progress.LISTENER);
            try (Progress _ = Progress.ofUnknownLength("sort")) {
                sorter.segments(starts(reader.count())).sort(keys, options);
            }
            WholeFile.write(keys.segment(), files.writer(file, shape), Progress.LISTENER);
            file.commit();
        }
    }

    /** Returns the offsets of the rows, and the number of keys. */
    private long[] starts(long keys) {
        long length = Math.max(1, shape[shape.length - 1]);
        return LongStream.rangeClosed(0, keys / length).map(row -> row * length).toArray();
    }
}
