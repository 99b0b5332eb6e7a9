package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Writes keys to a file piece by piece. */
public interface KeyWriter {
    /**
     * Writes the next keys.
     *
     * @param keys the keys; off-heap memory, or a byte array
     * @param progress receives the number of bytes of keys in memory that were written since the last call
     * @throws FileSortException if the keys cannot be written; the existing file, if any, is then unchanged
     */
    void write(MemorySegment keys, LongConsumer progress) throws FileSortException;

    /** Writes the next keys, and reports nothing. */
    default void write(MemorySegment keys) throws FileSortException {
        write(keys, _ -> {});
    }

    /** Writes the next keys, and shows that. */
    default void writeAll(MemorySegment keys, ProgressListener progress) throws FileSortException {
        try (Step step = progress.begin("write", keys.byteSize())) {
            write(keys, step);
        }
    }

    /**
     * Returns a sink that writes keys at their index after all that was written before, or null if the file can only be written
     * from its beginning to its end. The sink throws {@link java.io.UncheckedIOException}s, whose causes are
     * {@link FileSortException}s.
     *
     * @param width bytes per key
     * @param progress receives the number of bytes that were written since the last call, from one thread at a time
     */
    default KeySink sink(int width, LongConsumer progress) {
        return null;
    }
}
