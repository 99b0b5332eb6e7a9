package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.Runs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Merges runs of rows of a fixed width. */
record FileMerge(SortSettings settings) {
    /** Merges files in an amount of memory. */
    void merge(FileRuns files, long memory, FileSort.Output output) throws IOException {
        long count = files.files().stream().mapToLong(KeyReader::count).sum();
        try (Arena arena = Arena.ofShared()) {
            merge(files, files.rows().width(), count, RunMerge.buffer(files, memory, arena), output);
        }
    }

    /**
     * Merges runs in a buffer.
     *
     * @param count the number of all rows
     * @param memory accessible by all threads
     */
    void merge(Runs runs, int width, long count, MemorySegment memory, FileSort.Output output) throws IOException {
        // A writer takes whole rows.
        MemorySegment buffer = memory.asSlice(0, memory.byteSize() / width * width);
        RunMerge merge = settings.merge();
        if (!settings.unique()) {
            KeyWriter writer = output.writer(Math.min(count, settings.limit()));
            try (Step step = settings.progress().begin("merge", runs.bytes())) {
                merge.merge(runs, buffer, step, writer::write);
            }
            return;
        }
        // The number of distinct rows is known only after the merge.
        try (TemporaryFile distinct = TemporaryFile.create(settings.folder())) {
            try (Step step = settings.progress().begin("merge", runs.bytes())) {
                merge.merge(runs, buffer, step, distinct::append);
            }
            copy(distinct.reader(0, distinct.size(), width), buffer, output);
        }
    }

    private void copy(KeyReader distinct, MemorySegment buffer, FileSort.Output output) throws IOException {
        KeyWriter writer = output.writer(distinct.count());
        try (Step step = settings.progress().begin("write", distinct.bytes())) {
            for (long left = distinct.bytes(); left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, buffer.byteSize()));
                left -= piece.byteSize();
                distinct.read(piece, step);
                writer.write(piece);
            }
        }
    }
}
