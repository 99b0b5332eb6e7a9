package io.github.tornadosort.files.internal.runs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Two buffers: rows are collected in one while those in the other are written. */
final class Output implements AutoCloseable {
    static final int BUFFERS = 2;

    private final MemorySegment[] buffers = new MemorySegment[BUFFERS];
    private final RowCursor.Sink sink;
    private final Background writing = new Background();
    private int current;
    private long size;

    /**
     * @param memory for both buffers
     * @param each size of a buffer
     */
    Output(MemorySegment memory, long each, RowCursor.Sink sink) {
        for (int i = 0; i < BUFFERS; i++) {
            buffers[i] = memory.asSlice(i * each, each);
        }
        this.sink = sink;
    }

    /** Returns the buffer that is not written. */
    MemorySegment buffer() {
        return buffers[current];
    }

    /** Begins to write the bytes at the start of that buffer, when those before are written. */
    void write(long bytes) throws IOException {
        MemorySegment full = buffers[current].asSlice(0, bytes);
        writing.await();
        writing.start(() -> sink.accept(full));
        current = (current + 1) % BUFFERS;
        size = 0;
    }

    /**
     * Adds the current row of a run.
     *
     * @param stored whether to add all that a run stores of it
     */
    void add(SortedRun run, boolean stored) throws IOException {
        long length = run.length(stored);
        if (size + length > buffers[current].byteSize()) {
            write(size);
        }
        if (length > buffers[current].byteSize()) {
            buffers[current] = Arena.ofAuto().allocate(length); // a line of an input
        }
        run.copy(stored, buffers[current], size);
        size += length;
    }

    /** Writes the rows that were added, and waits for the end. */
    void finish() throws IOException {
        if (size > 0) {
            write(size);
        }
        writing.await();
    }

    @Override
    public void close() {
        writing.close();
    }
}
