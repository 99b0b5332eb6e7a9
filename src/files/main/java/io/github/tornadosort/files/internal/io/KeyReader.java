package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.Closeable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Reads an open file of keys sequentially, once. */
public interface KeyReader extends Closeable {
    /** Returns the number of keys in the file. */
    long count();

    /** Returns the bytes that reading the whole file reports as progress. */
    long bytes();

    /**
     * Reads the next keys.
     *
     * @param keys the memory to fill with keys in the machine's byte order; off-heap, or a byte array
     * @param progress receives the number of bytes read since the last call
     * @throws FileSortException if the file does not have the expected content, or ends early
     */
    void read(MemorySegment keys, LongConsumer progress) throws FileSortException;

    /** Reads the next keys, and reports nothing. */
    default void read(MemorySegment keys) throws FileSortException {
        read(keys, _ -> {});
    }

    /**
     * Maps the keys into memory if they are in a file as they would be in memory.
     *
     * @param arena unmaps the file
     * @return all keys, or null if they have to be read
     */
    default MemorySegment map(Arena arena) throws FileSortException {
        return null;
    }

    /**
     * Reads all keys into memory, and shows that.
     *
     * @param width bytes per key
     */
    default MemorySegment readAll(int width, Arena arena, ProgressListener progress) throws FileSortException {
        MemorySegment keys = NativeMemory.allocate(arena, count() * width);
        try (Step step = progress.begin("read", bytes())) {
            read(keys, step);
        }
        return keys;
    }

    @Override
    void close() throws FileSortException;
}
