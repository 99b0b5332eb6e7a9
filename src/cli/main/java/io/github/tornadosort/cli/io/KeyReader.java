package io.github.tornadosort.cli.io;

import java.io.Closeable;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** An open key file, read once from front to back. */
public interface KeyReader extends Closeable {
    /** Keys in the whole file. */
    long count();

    /** Bytes that reading the whole file will report to a progress listener. */
    long bytes();

    /**
     * Reads the next keys.
     *
     * @param keys filled to its end, in the machine's byte order; off-heap memory, or that of a byte array
     * @param progress told how many bytes of the file were read since it was last told
     * @throws KeyFileException if the file holds something else than was said, or ends early
     */
    void read(MemorySegment keys, LongConsumer progress) throws KeyFileException;

    @Override
    void close() throws KeyFileException;
}
