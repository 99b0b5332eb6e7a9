package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Merges sorted files of rows, or runs of a sort.
 *
 * @param folder the folder for a temporary file, which is needed if {@code unique}
 * @param unique whether to keep only the first of equal rows
 * @param limit the maximum number of rows to write, counted from the start of the sorted order
 */
public record FileMerge(RowOrder rows, Path folder, boolean unique, long limit, ProgressListener progress) {
    /**
     * Merges files. Of equal rows, those of an earlier file come first.
     *
     * @param input the name of the files, for messages
     * @param memory the size of the buffers in bytes
     * @throws FileSortException if there is not enough memory for as many files
     */
    public void merge(Path input, List<KeyReader> sorted, long memory, FileSort.Output output) throws IOException {
        long least = (long) StreamedMerge.PARTS * sorted.size() * rows.width();
        long longest = sorted.stream().mapToLong(KeyReader::count).max().orElse(0);
        if (least > memory) {
            throw new FileSortException(
                    input, "merging " + sorted.size() + " files needs " + least + " bytes of memory, found " + memory);
        }
        try (Arena arena = Arena.ofShared()) {
            // A file may be empty.
            merge(sorted, NativeMemory.allocate(arena, Math.min(memory, least * Math.max(1, longest))), output);
        }
    }

    /**
     * Merges files in a buffer.
     *
     * @param buffer memory for at least {@link StreamedMerge#PARTS} rows of each file, accessible by all threads
     */
    void merge(List<KeyReader> sorted, MemorySegment buffer, FileSort.Output output) throws IOException {
        if (unique) {
            // The number of distinct rows is known only after the merge.
            try (TemporaryFile distinct = TemporaryFile.create(folder)) {
                forEach(sorted, buffer, distinct::append);
                copy(distinct, buffer, output);
            }
        } else {
            KeyWriter writer =
                    output.writer(Math.min(sorted.stream().mapToLong(KeyReader::count).sum(), limit));
            forEach(sorted, buffer, merged -> writer.write(merged, _ -> {}));
        }
    }

    /** Receives rows in sorted order. */
    private interface Sink {
        void accept(MemorySegment rows) throws IOException;
    }

    /** Merges files until the limit is reached. */
    private void forEach(List<KeyReader> sorted, MemorySegment buffer, Sink sink) throws IOException {
        if (sorted.isEmpty()) {
            return;
        }
        long bytes = sorted.stream().mapToLong(KeyReader::bytes).sum();
        try (Step step = progress.begin("merge", bytes);
                Arena arena = Arena.ofShared()) {
            DuplicateFilter distinct = new DuplicateFilter(rows, arena);
            long[] left = {limit};
            new StreamedMerge(rows, sorted, buffer, step).into(merged -> {
                MemorySegment kept = unique ? distinct.keep(merged) : merged;
                long wanted = Math.min(left[0], kept.byteSize() / rows.width());
                left[0] -= wanted;
                sink.accept(kept.asSlice(0, wanted * rows.width()));
                return left[0] > 0;
            });
        }
    }

    private void copy(TemporaryFile from, MemorySegment buffer, FileSort.Output output) throws IOException {
        KeyReader reader = from.reader(0, from.size(), rows.width());
        KeyWriter writer = output.writer(reader.count());
        try (Step step = progress.begin("write", reader.bytes())) {
            for (long left = reader.bytes(); left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, buffer.byteSize()));
                left -= piece.byteSize();
                reader.read(piece, step);
                writer.write(piece, _ -> {});
            }
        }
    }
}
