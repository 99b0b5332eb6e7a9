package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.Runs;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.files.internal.table.RowSequence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Merges sorted files as they are read. Of equal rows, those of an earlier input come first. */
public final class KeyedMerge implements Runs {
    /** The part of the memory of an input for its rows; their keys need the rest. */
    private static final int TEXT_PART = 4;
    /** The size of an input whose size is not known, for buffers. */
    private static final long UNKNOWN = 16 << 20;

    private final SortSettings settings;
    private final RowFormat format;
    /** What the output begins with: the preamble of the first input that is not empty, or nothing. */
    private byte[] preamble;

    public KeyedMerge(SortSettings settings, RowFormat format) {
        this.settings = settings;
        this.format = format.withKeysApart();
    }

    /**
     * Merges the inputs.
     *
     * @throws UnsortedException if an input is not sorted; the message names the row
     */
    public void merge() throws IOException {
        format.attempt(settings.inputs(), this::mergeOnce);
    }

    private void mergeOnce() throws IOException {
        preamble = new byte[0];
        try (OutputFile file = settings.output().create();
                Step step = settings.progress().begin("merge", bytes())) {
            KeyWriter writer = RowFile.writer(file);
            boolean[] begun = {false};
            new RunMerge(settings.unique(), settings.limit(), settings.batch(), _ -> 0).merge(
                    this, memory(), step, (rows, progress) -> {
                        if (!begun[0]) {
                            writer.write(MemorySegment.ofArray(preamble), _ -> {});
                            begun[0] = true;
                        }
                        writer.write(rows, progress);
                    });
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
        return format.order(settings.compressed());
    }

    @Override
    public int count() {
        return settings.inputs().size();
    }

    @Override
    public long bytes() {
        return settings.inputs().stream().mapToLong(KeyedMerge::bytes).sum();
    }

    private static long bytes(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN; // Opening the file will tell what is wrong.
        }
    }

    /** Rows are not read into the buffer of the merge. */
    @Override
    public long longest() {
        return 1;
    }

    @Override
    public SortedRun open(int index, MemorySegment memory, LongConsumer progress) throws IOException {
        return new Input(index, settings.inputs().get(index), memory() / Math.min(count(), settings.batch()), progress);
    }

    @Override
    public void close() {}

    /** The rows of one input. */
    private final class Input extends SortedRun {
        private final Arena arena = Arena.ofShared();
        private final KeyReader input;
        /** Null if the input is empty. */
        private final RowReader reader;
        private final RowSequence sequence = new RowSequence(format.ties(), false);
        private final long keyMemory;
        private Arena piece = Arena.ofShared();
        private KeyedRows rows;
        private int current;

        private Input(int index, Path file, long memory, LongConsumer progress) throws IOException {
            super(index, KeyedMerge.this.order());
            input = format.open(List.of(file), settings.folder());
            try {
                long text = Math.min(input.bytes(), memory / TEXT_PART);
                keyMemory = memory - text;
                reader = format.isEmpty(input)
                        ? null
                        : format.read(file, input, NativeMemory.allocate(arena, text + RowFormat.SLACK), progress);
                if (reader != null && preamble.length == 0) {
                    preamble = reader.preamble();
                }
            } catch (Throwable e) {
                close();
                throw e;
            }
        }

        @Override
        protected boolean find() throws IOException {
            current++;
            while (rows == null || current == rows.count()) {
                if (reader == null || reader.isAtEnd()) {
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
