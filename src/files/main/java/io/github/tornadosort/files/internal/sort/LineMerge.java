package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.Runs;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.files.internal.text.LineReader;
import io.github.tornadosort.files.internal.text.LineSequence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Merges sorted texts. Of lines that are equal, those of an earlier text come first. */
public record LineMerge(SortSettings settings, LineOrder lines) implements Runs {
    /** The part of the memory of a text for its lines; their keys need the rest. */
    private static final int TEXT_PART = 4;
    /** The size of a text whose size is not known, for buffers. */
    private static final long UNKNOWN = 16 << 20;

    /**
     * Merges the texts.
     *
     * @throws UnsortedException if a text is not sorted; the message names the line
     */
    public void merge() throws IOException {
        try (OutputFile file = settings.output().create();
                Step step = settings.progress().begin("merge", bytes())) {
            RunMerge merge = new RunMerge(settings.unique(), settings.limit(), settings.batch(), _ -> 0);
            merge.merge(this, memory(), step, RowFile.writer(file));
            file.commit();
        }
    }

    /** Returns the memory for the buffers of the merge, which is half of all. */
    private long memory() {
        return settings.memory().applyAsLong(bytes()) / 2;
    }

    @Override
    public Path input() {
        return settings.input();
    }

    @Override
    public Path folder() {
        return settings.folder();
    }

    @Override
    public RunOrder order() {
        return RunOrder.keyed(lines.ties(), settings.compressed());
    }

    @Override
    public int count() {
        return settings.inputs().size();
    }

    @Override
    public long bytes() {
        return settings.inputs().stream().mapToLong(LineMerge::bytes).sum();
    }

    private static long bytes(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN; // Opening the file will tell what is wrong.
        }
    }

    /** Lines are not read into the buffer of the merge. */
    @Override
    public long longest() {
        return 1;
    }

    @Override
    public SortedRun open(int index, MemorySegment memory, LongConsumer progress) throws IOException {
        return new Text(index, settings.inputs().get(index), memory() / Math.min(count(), settings.batch()), progress);
    }

    @Override
    public void close() {}

    /** The lines of one text. */
    private final class Text extends SortedRun {
        private final Arena arena = Arena.ofShared();
        private final KeyReader input;
        private final LineReader reader;
        private final LineSequence sequence = new LineSequence(lines);
        private final long keyMemory;
        private Arena piece = Arena.ofShared();
        private KeyedRows rows;
        private int current;

        private Text(int index, Path file, long memory, LongConsumer progress) throws IOException {
            super(index, LineMerge.this.order());
            input = Concatenation.ofLines(List.of(file), settings.folder(), lines.end());
            long text = Math.min(input.bytes(), memory / TEXT_PART);
            keyMemory = memory - text;
            MemorySegment buffer = NativeMemory.allocate(arena, text + LineReader.SLACK);
            reader = new LineReader(file, input, lines, buffer, progress);
        }

        @Override
        protected boolean find() throws IOException {
            current++;
            if (rows == null || current == rows.count()) {
                if (reader.isAtEnd()) {
                    return false;
                }
                readPiece();
            }
            if (sequence.compareLast(rows, current) > 0) {
                throw disorder();
            }
            RowBytes keys = rows.keys();
            found(keys.buffer(), keys.offset(current), keys.offset(current + 1L),
                    rows.rows().buffer(), rows.rows().offset(current), rows.rows().offset(current + 1L));
            return true;
        }

        private void readPiece() throws IOException {
            piece.close();
            piece = Arena.ofShared();
            current = 0;
            rows = reader.next(keyMemory, (bytes, _) -> NativeMemory.allocate(piece, bytes));
        }

        @Override
        protected UnsortedException disorder() {
            return reader.disorder(rows, current, false);
        }

        @Override
        public void close() throws FileSortException {
            try (arena; Arena _ = piece) {
                input.close();
            }
        }
    }
}
