package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.Runs;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Merges sorted files as they are read. Of equal rows, those of an earlier input come first. */
public final class RowMerge implements Runs {
    /** The size of an input whose size is not known, for buffers. */
    private static final long UNKNOWN = 16 << 20;

    private final SortSettings settings;
    private final RowFormat format;
    /** What the output begins with: the preamble of the first input that is not empty, or nothing. */
    private byte[] preamble;

    public RowMerge(SortSettings settings, RowFormat format) {
        this.settings = settings;
        this.format = format;
    }

    /**
     * Merges the inputs.
     *
     * @throws UnsortedException if an input is not sorted; the message names the row
     */
    public void merge() throws IOException {
        preamble = new byte[0];
        try (OutputFile file = settings.output().create();
                Step step = settings.progress().begin("merge", bytes())) {
            settings.merge().merge(this, budget().merge(), step, rows -> {
                begin(file);
                file.write(rows);
            });
            begin(file);
            file.commit();
            format.end(settings.inputs());
        }
    }

    private void begin(OutputFile file) throws IOException {
        file.write(MemorySegment.ofArray(preamble));
        preamble = new byte[0];
    }

    private Budget budget() {
        return new Budget(settings.memory().applyAsLong(bytes()));
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
        return settings.inputs().stream().mapToLong(RowMerge::bytes).sum();
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
        Parts file = format.open(List.of(settings.inputs().get(index)), settings.folder());
        RowInput input =
                new RowInput(index, format, file, true, budget().share(Math.min(count(), settings.batch())), progress);
        preamble = preamble.length == 0 ? input.preamble() : preamble;
        return input;
    }

    @Override
    public void close() {}
}
