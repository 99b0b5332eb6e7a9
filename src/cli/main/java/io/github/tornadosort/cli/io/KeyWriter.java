package io.github.tornadosort.cli.io;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Writes keys to a file, one piece after the other. */
public interface KeyWriter {
    /**
     * Writes the next keys.
     *
     * @param keys off-heap memory, or that of a byte array
     * @param progress told how many bytes of keys (as they lie in memory) were written since it was last told
     * @throws KeyFileException if they cannot be written; the file at the output's place is then still the old one
     */
    void write(MemorySegment keys, LongConsumer progress) throws KeyFileException;
}
