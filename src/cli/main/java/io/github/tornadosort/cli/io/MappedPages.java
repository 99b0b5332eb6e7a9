package io.github.tornadosort.cli.io;

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
    public static void load(MemorySegment memory, LongConsumer progress) throws KeyFileException {
        if (!memory.isMapped()) {
            return;
        }
        int pieces = Math.toIntExact(Math.ceilDiv(memory.byteSize(), BinaryReader.CHUNK));
        ParallelPieces.each(
                pieces,
                piece -> {
                    long from = (long) piece * BinaryReader.CHUNK;
                    long size = Math.min(BinaryReader.CHUNK, memory.byteSize() - from);
                    memory.asSlice(from, size).load();
                    synchronized (progress) {
                        progress.accept(size);
                    }
                },
                memory);
    }
}
