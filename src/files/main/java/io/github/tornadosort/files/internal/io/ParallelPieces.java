package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongConsumer;

/** Distributes the pieces of a file among the cores. */
final class ParallelPieces {
    private ParallelPieces() {}

    /** Reads or converts one piece. */
    interface Piece {
        void run(int index) throws FileSortException;
    }

    /** Fills or reads a piece of memory. */
    interface MemoryPiece {
        /** @param from the offset of the piece */
        void run(MemorySegment piece, long from) throws FileSortException;
    }

    /**
     * Runs a task for each piece of {@link InputFile#CHUNK} bytes of memory, as {@link #each} does.
     *
     * @param progress receives the number of bytes that were done since the last call, from one thread at a time
     */
    static void ofMemory(MemorySegment memory, MemoryPiece task, LongConsumer progress) throws FileSortException {
        each(
                Math.toIntExact(Math.ceilDiv(memory.byteSize(), InputFile.CHUNK)),
                index -> {
                    long from = (long) index * InputFile.CHUNK;
                    long size = Math.min(InputFile.CHUNK, memory.byteSize() - from);
                    task.run(memory.asSlice(from, size), from);
                    synchronized (progress) {
                        progress.accept(size);
                    }
                },
                memory);
    }

    /**
     * Runs a task for each index from 0 to {@code count - 1}. If tasks fail, no later task is started, and the failure with the
     * smallest index is thrown when all running tasks have ended: the one that a sequential loop would throw.
     *
     * @param accessed memory that the tasks access; if it is confined to the calling thread, all tasks run there
     */
    static void each(int count, Piece piece, MemorySegment accessed) throws FileSortException {
        ConcurrentSkipListMap<Integer, FileSortException> failures = new ConcurrentSkipListMap<>();
        ParallelRanges.each(
                count,
                index -> {
                    if (failures.headMap(index).isEmpty()) {
                        try {
                            piece.run(index);
                        } catch (FileSortException e) {
                            failures.put(index, e);
                        }
                    }
                },
                accessed);
        if (!failures.isEmpty()) {
            throw failures.firstEntry().getValue();
        }
    }
}
