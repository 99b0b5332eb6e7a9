package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.buckets.TieSort;
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
import io.github.tornadosort.files.internal.table.RowReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Merges sorted texts or tables as they are read. Of equal rows, those of an earlier input come first.
 *
 * @param ties orders rows with equal keys, or null if those of an earlier input come first
 */
record InputMerge(SortSettings settings, TieSort ties, Inputs inputs) implements Runs {
    /** The part of the memory of an input for its rows; their keys need the rest. */
    private static final int TEXT_PART = 4;
    /** The size of an input whose size is not known, for buffers. */
    private static final long UNKNOWN = 16 << 20;

    /** Opens inputs. */
    interface Inputs {
        KeyReader open(Path file) throws IOException;

        /** @param buffer memory for rows and {@link EncodedSort#SLACK} bytes */
        RowReader rows(Path file, KeyReader input, MemorySegment buffer, LongConsumer progress) throws FileSortException;

        /** Returns what the output begins with. It is known when the inputs are open. */
        default byte[] preamble() {
            return new byte[0];
        }
    }

    /**
     * Merges the inputs.
     *
     * @throws UnsortedException if an input is not sorted; the message names the row
     */
    void merge() throws IOException {
        try (OutputFile file = settings.output().create();
                Step step = settings.progress().begin("merge", bytes())) {
            KeyWriter writer = RowFile.writer(file);
            boolean[] begun = {false};
            new RunMerge(settings.unique(), settings.limit(), settings.batch(), _ -> 0).merge(
                    this, memory(), step, (rows, progress) -> {
                        if (!begun[0]) {
                            writer.write(MemorySegment.ofArray(inputs.preamble()), _ -> {});
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
        return RunOrder.keyed(ties, settings.compressed());
    }

    @Override
    public int count() {
        return settings.inputs().size();
    }

    @Override
    public long bytes() {
        return settings.inputs().stream().mapToLong(InputMerge::bytes).sum();
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
        private final RowSequence sequence = new RowSequence(ties, false);
        private final long keyMemory;
        private Arena piece = Arena.ofShared();
        private KeyedRows rows;
        private int current;

        private Input(int index, Path file, long memory, LongConsumer progress) throws IOException {
            super(index, InputMerge.this.order());
            input = inputs.open(file);
            try {
                long text = Math.min(input.bytes(), memory / TEXT_PART);
                keyMemory = memory - text;
                reader = input.bytes() == 0
                        ? null
                        : inputs.rows(file, input, NativeMemory.allocate(arena, text + EncodedSort.SLACK), progress);
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
