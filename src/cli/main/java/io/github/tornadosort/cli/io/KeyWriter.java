package io.github.tornadosort.cli.io;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Writes keys to a file piece by piece. */
public interface KeyWriter {
    /**
     * Writes the next keys.
     *
     * @param keys the keys; off-heap memory, or a byte array
     * @param progress receives the number of bytes of keys in memory that were written since the last call
     * @throws KeyFileException if the keys cannot be written; the existing file, if any, is then unchanged
     */
    void write(MemorySegment keys, LongConsumer progress) throws KeyFileException;
}
