package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Brings the pages of a mapped file into memory on all cores, from the first one to the last one. */
public final class MappedPages {
    private MappedPages() {}

    /**
     * Loads all pages. Does nothing to memory that is not mapped.
     *
     * @param progress receives the number of bytes that were loaded since the last call, from one thread at a time
     */
    public static void load(MemorySegment memory, LongConsumer progress) throws FileSortException {
        if (memory.isMapped()) {
            ParallelPieces.ofMemory(memory, (piece, from) -> piece.load(), progress);
        }
    }
}
