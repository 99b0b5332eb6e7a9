package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads a run. While rows in one half of its memory are merged, the next bytes are read into the other half. */
final class ReadAhead implements Closeable {
    /** Fewer bytes are read in less time than it takes to start a thread. */
    private static final long LEAST_AHEAD = 1 << 18;

    private final KeyReader file;
    /** Of each half, the bytes before {@code room} are for a row that began in the other half. */
    private final MemorySegment[] halves;
    private final long room;
    private final LongConsumer progress;
    private final Background reading = new Background();
    private long unread;
    /** The number of bytes that are read ahead. */
    private long ahead;
    private int half;
    /** The range of the half that has bytes that were not used. */
    private long from;
    private long to;

    /**
     * @param file the run, which is closed with this
     * @param bytes the size of the run
     * @param memory both halves
     * @param room the size of the longest row, or 0 if no row is in both halves
     */
    ReadAhead(KeyReader file, long bytes, MemorySegment memory, long room, LongConsumer progress) {
        long size = memory.byteSize() / 2;
        this.file = file;
        this.unread = bytes;
        this.halves = new MemorySegment[] {memory.asSlice(0, size), memory.asSlice(size, size)};
        this.room = room;
        this.progress = progress;
    }

    /** Returns the memory that has the bytes that were not used, from {@link #from} to {@link #to}. */
    MemorySegment memory() {
        return halves[half];
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }

    /** Moves on to the first byte that is not used. */
    void use(long end) {
        from = end;
    }

    /** Returns the bytes in memory. There are some, unless the run has no more. */
    MemorySegment block() throws IOException {
        if (from == to) {
            fill();
        }
        return halves[half].asSlice(from, to - from);
    }

    /** Returns whether there are bytes that {@link #block} does not return. */
    boolean hasMore() {
        return ahead > 0;
    }

    /** Exchanges the halves. Returns false at the end of the run. */
    boolean fill() throws IOException {
        if (ahead == 0) {
            readAhead();
        }
        reading.await();
        if (ahead == 0) {
            return false;
        }
        long rest = to - from;
        MemorySegment.copy(halves[half], from, halves[1 - half], room - rest, rest);
        half = 1 - half;
        from = room - rest;
        to = room + ahead;
        readAhead();
        return true;
    }

    private void readAhead() throws IOException {
        ahead = Math.min(unread, halves[0].byteSize() - room);
        unread -= ahead;
        MemorySegment target = halves[1 - half].asSlice(room, ahead);
        if (ahead >= LEAST_AHEAD) {
            reading.start(() -> file.read(target, progress));
        } else if (ahead > 0) {
            file.read(target, progress);
        }
    }

    /** Waits until nothing more is read. */
    @Override
    public void close() throws FileSortException {
        try (file) {
            reading.close();
        }
    }

    /** Closes all runs, even if closing one of them fails. */
    static void closeAll(List<? extends Closeable> runs) throws IOException {
        if (!runs.isEmpty()) {
            try (Closeable _ = runs.removeLast()) {
                closeAll(runs);
            }
        }
    }
}
