package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.runs.Background;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Merges sorted files of any length stably in a fixed buffer. One third of the buffer holds the heads: the next unmerged rows
 * of each file. Rows of the heads that no unread row can precede are merged into another third. While the sink takes them, on
 * another thread, the next rows are read and merged into the last third.
 */
public final class StreamedMerge {
    /** Number of equal parts of the buffer. */
    public static final int PARTS = 3;

    /** Receives merged rows. */
    public interface Sink {
        /**
         * Accepts the next rows, on another thread. They are valid until this method returns, and it may change them.
         *
         * @return whether to continue
         */
        boolean accept(MemorySegment rows) throws IOException;
    }

    private final RowOrder order;
    private final List<Head> heads = new ArrayList<>();
    private final MemorySegment[] merged = new MemorySegment[2];
    private final LongConsumer progress;

    /**
     * @param sorted the files; of equal rows, those of an earlier file come first
     * @param buffer memory for at least {@link #PARTS} rows of each file, accessible by all threads
     * @param progress receives the number of bytes read since the last call
     */
    public StreamedMerge(RowOrder order, List<KeyReader> sorted, MemorySegment buffer, LongConsumer progress) {
        this.order = order;
        this.progress = progress;
        long headRows = buffer.byteSize() / PARTS / order.width() / sorted.size();
        if (headRows == 0) {
            throw new IllegalArgumentException(buffer.byteSize() + " bytes to merge " + sorted.size() + " files");
        }
        long headBytes = headRows * order.width();
        for (KeyReader file : sorted) {
            heads.add(new Head(file, buffer.asSlice(heads.size() * headBytes, headBytes)));
        }
        long third = heads.size() * headBytes;
        for (int i = 0; i < merged.length; i++) {
            merged[i] = buffer.asSlice((i + 1) * third, third);
        }
    }

    /** Merges until all rows are merged or the sink returns false. */
    public void into(Sink sink) throws IOException {
        boolean[] wantsMore = {true};
        try (Background writing = new Background()) {
            for (int round = 0;; round++) {
                for (Head head : heads) {
                    head.fill();
                }
                List<MemorySegment> pieces = takeReady();
                if (pieces.isEmpty()) {
                    writing.await();
                    return;
                }
                long bytes = pieces.stream().mapToLong(MemorySegment::byteSize).sum();
                MemorySegment to = merged[round % merged.length].asSlice(0, bytes);
                order.merge(pieces, to);
                writing.await();
                if (!wantsMore[0]) {
                    return;
                }
                writing.start(() -> wantsMore[0] = sink.accept(to));
            }
        }
    }

    /** Takes the rows that precede everything unread: those up to the smallest last row of any unfinished head. */
    private List<MemorySegment> takeReady() {
        int bounding = -1;
        for (int i = 0; i < heads.size(); i++) {
            if (heads.get(i).unread > 0 && (bounding < 0 || order.compare(lastOf(i), 0, lastOf(bounding), 0) < 0)) {
                bounding = i;
            }
        }
        List<MemorySegment> pieces = new ArrayList<>();
        MemorySegment bound = bounding < 0 ? null : lastOf(bounding);
        for (int i = 0; i < heads.size(); i++) {
            Head head = heads.get(i);
            // Equal rows of later files must wait: the bounding file may have more of them.
            long ready = bound == null ? head.rows() : order.countBefore(head.content(), head.rows(), bound, i <= bounding);
            if (ready > 0) {
                pieces.add(head.take(ready));
            }
        }
        return pieces;
    }

    private MemorySegment lastOf(int i) {
        Head head = heads.get(i);
        return head.content().asSlice((head.rows() - 1) * order.width());
    }

    /** The next unmerged rows of a file. */
    private final class Head {
        private final KeyReader file;
        private final MemorySegment memory;
        private long unread;
        /** The range of bytes of the memory that holds rows. */
        private long from;
        private long to;

        private Head(KeyReader file, MemorySegment memory) {
            this.file = file;
            this.memory = memory;
            this.unread = file.count();
        }

        private MemorySegment content() {
            return memory.asSlice(from, to - from);
        }

        private long rows() {
            return (to - from) / order.width();
        }

        /** Reads more rows once half of the memory is free, so that at most as many bytes are moved as are read. */
        private void fill() throws FileSortException {
            long left = to - from;
            if (unread == 0 || left > memory.byteSize() / 2) {
                return;
            }
            MemorySegment.copy(memory, from, memory, 0, left);
            long rows = Math.min(unread, (memory.byteSize() - left) / order.width());
            from = 0;
            to = left + rows * order.width();
            file.read(memory.asSlice(left, to - left), progress);
            unread -= rows;
        }

        private MemorySegment take(long rows) {
            MemorySegment taken = memory.asSlice(from, rows * order.width());
            from += taken.byteSize();
            return taken;
        }
    }
}
