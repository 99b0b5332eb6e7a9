package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A run in a file. While rows in one half of its memory are merged, the next bytes are read into the other half. */
public class StoredRun extends SortedRun {
    /** Fewer bytes are read in less time than it takes to start a thread. */
    private static final long LEAST_AHEAD = 1 << 18;

    private final Path name;
    private final KeyReader file;
    private final RunFormat format;
    /** Of each half, the bytes before {@code room} are for a row that began in the other half. */
    private final MemorySegment[] halves = new MemorySegment[2];

    private final long room;
    private final LongConsumer progress;
    private final Background reading = new Background();
    private long unread;
    /** The number of bytes that are read ahead. */
    private long ahead;
    private int half;
    /** The range of the half that has rows after the current one. */
    private long from;
    private long to;

    /**
     * @param name of the run in messages
     * @param bytes the size of the run
     * @param memory for at least two of the longest rows
     * @param longest the size of the longest row, to which that of the halves is rounded
     */
    public StoredRun(int index, RunOrder order, Path name, KeyReader file, long bytes, MemorySegment memory, long longest,
            LongConsumer progress) {
        super(index, order);
        this.name = name;
        this.file = file;
        this.format = order.format();
        this.unread = bytes;
        this.room = longest;
        this.progress = progress;
        long size = memory.byteSize() / 2 / longest * longest;
        halves[0] = memory.asSlice(0, size);
        halves[1] = memory.asSlice(size, size);
    }

    @Override
    protected boolean find() throws IOException {
        long end = format.find(this, halves[half], from, to);
        while (end < 0 && fill()) {
            end = format.find(this, halves[half], from, to);
        }
        from = Math.max(from, end);
        return end >= 0;
    }

    /** Returns the rows in memory after the current one, all of a fixed width. There are some, unless the run has no more. */
    MemorySegment block() throws IOException {
        if (from == to) {
            fill();
        }
        return halves[half].asSlice(from, to - from);
    }

    /** Returns whether there are rows that {@link #block} does not return. */
    boolean hasMore() {
        return ahead > 0;
    }

    /** Moves on without making a row the current one. */
    void skip(long bytes) {
        from += bytes;
    }

    /** Exchanges the halves. Returns false at the end of the run. */
    private boolean fill() throws IOException {
        if (ahead == 0) {
            readAhead();
        }
        reading.await();
        if (ahead == 0) {
            return false;
        }
        keepLastKey();
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

    @Override
    protected FileSortException disorder() {
        return new FileSortException(name, "a part of it is not in the order in which it was written to a temporary file");
    }

    /** Waits until nothing more is read. */
    @Override
    public void close() throws FileSortException {
        reading.close();
    }
}
