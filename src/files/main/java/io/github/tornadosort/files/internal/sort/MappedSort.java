package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/**
 * Sorts keys of a mapped file, and writes them where they belong in another file while they are sorted. Besides the system's
 * caches of the files, they are in memory once. Memory that was not used before costs a sort of a file more than the sort itself.
 *
 * @param keys all keys
 */
public record MappedSort(
        KeyOrder order, Sorter sorter, MemorySegment keys, KeyWriter writer, ProgressListener progress) {
    /** Fewer bytes are read in less time than it takes to map them and to show progress. */
    public static final long MIN_BYTES = 64 << 20;

    /** Returns null, and writes nothing, if the output can only be written from its beginning to its end. */
    public SortStats sort() throws IOException {
        // The bytes are counted when they are read and when they are written.
        try (Step step = progress.begin("sort", 2 * keys.byteSize())) {
            KeySink sink = writer.sink(order.width(), step);
            return sink == null ? null : sortTo(sink, step);
        }
    }

    private SortStats sortTo(KeySink sink, Step step) throws IOException {
        InputFile.load(keys, step);
        try {
            return order.sortTo(keys, sink, sorter);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
