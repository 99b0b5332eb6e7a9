package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.runs.Background;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Sorts rows and writes the first ones while the last ones are sorted. (1 GiB of ints on 2 cores: the whole run takes 4.8 s instead of
 * 5.6.)
 */
final class WriteAhead {
    /** Fewer bytes are written in less time than it takes to start a thread and to show progress. */
    private static final long MIN_BYTES = 64 << 20;

    /** Bytes that are written at a time. */
    private static final long PIECE = 8 << 20;

    private final RowSort rows;
    private final MemorySegment buffer;
    private final KeyWriter writer;
    private final ProgressListener progress;
    /** Number of bytes that will not change any more. */
    private long sorted;
    /** Whether the sort has ended, so that the rest is written by {@link #finish}. */
    private boolean ended;
    private long written;

    /** @param buffer the rows */
    WriteAhead(RowSort rows, MemorySegment buffer, KeyWriter writer, ProgressListener progress) {
        this.rows = rows;
        this.buffer = buffer;
        this.writer = writer;
        this.progress = progress;
    }

    /** Sorts the rows, and writes some of them if there are many. */
    SortStats sort() throws IOException {
        try (Step _ = progress.begin("sort", ProgressListener.UNKNOWN)) {
            return buffer.byteSize() < MIN_BYTES ? rows.sort(buffer) : sortAndWrite();
        }
    }

    private SortStats sortAndWrite() throws IOException {
        try (Background files = new Background()) {
            files.start(this::writePieces);
            SortStats stats;
            try {
                stats = rows.sort(buffer, this::setSorted);
            } finally {
                end();
            }
            files.await();
            return stats;
        }
    }

    /** Writes the rows that were not written during the sort. */
    void finish() throws IOException {
        WholeFile.write(buffer.asSlice(written), writer, progress);
    }

    private void writePieces() throws IOException {
        while (awaitPiece()) {
            writer.write(buffer.asSlice(written, PIECE), _ -> {});
            written += PIECE;
        }
    }

    /** Waits until the next piece can be written; returns false if the sort has ended. */
    private synchronized boolean awaitPiece() {
        while (!ended && sorted - written < PIECE) {
            try {
                wait();
            } catch (InterruptedException e) {
                return false;
            }
        }
        return !ended;
    }

    private synchronized void setSorted(long count) {
        sorted = count * rows.width();
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }
}
