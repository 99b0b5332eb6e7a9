package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.Runs;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.runs.StoredRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Merges runs of keys. */
record RawMerge(SortSettings settings, KeyOrder order) {
    /**
     * Merges sorted files. Of equal keys, those of an earlier file come first.
     *
     * @param files the open files, which check the order of what they read, and are not closed
     */
    void merge(List<KeyReader> files, RawSort.Output output) throws IOException {
        Runs runs = new FileRuns(settings.input(), order, files);
        // The other half is for what the order needs.
        long memory = settings.memory().applyAsLong(runs.bytes()) / 2;
        try (Arena arena = Arena.ofShared()) {
            merge(runs, files.stream().mapToLong(KeyReader::count).sum(), RunMerge.buffer(runs, memory, arena), output);
        }
    }

    private record FileRuns(Path name, KeyOrder keys, List<KeyReader> files) implements Runs {
        @Override
        public RunOrder order() {
            return new RunOrder(keys, false, null);
        }

        @Override
        public int count() {
            return files.size();
        }

        @Override
        public long bytes() {
            return files.stream().mapToLong(KeyReader::bytes).sum();
        }

        @Override
        public long longest() {
            return keys.width();
        }

        @Override
        public SortedRun open(int run, MemorySegment memory, LongConsumer progress) {
            KeyReader file = files.get(run);
            return new StoredRun(run, order(), name, file, file.count() * keys.width(), memory, keys.width(), progress) {
                @Override
                public void close() throws FileSortException {
                    super.close();
                    file.close();
                }
            };
        }

        @Override
        public void close() {}
    }

    /**
     * Merges runs in a buffer.
     *
     * @param count the number of all keys
     * @param memory accessible by all threads
     */
    void merge(Runs runs, long count, MemorySegment memory, RawSort.Output output) throws IOException {
        // A writer takes whole keys.
        int width = order.width();
        MemorySegment buffer = memory.asSlice(0, memory.byteSize() / width * width);
        RunMerge merge = settings.merge();
        if (!settings.unique()) {
            KeyWriter writer = output.writer(Math.min(count, settings.limit()));
            try (Step step = settings.progress().begin("merge", runs.bytes())) {
                merge.merge(runs, buffer, step, writer::write);
            }
            return;
        }
        // The number of distinct keys is known only after the merge.
        try (TemporaryFile distinct = TemporaryFile.create(settings.folder())) {
            try (Step step = settings.progress().begin("merge", runs.bytes())) {
                merge.merge(runs, buffer, step, distinct::append);
            }
            copy(distinct.reader(0, distinct.size(), width), buffer, output);
        }
    }

    private void copy(KeyReader distinct, MemorySegment buffer, RawSort.Output output) throws IOException {
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
