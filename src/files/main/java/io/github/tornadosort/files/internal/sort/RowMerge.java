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
public final class RowMerge {
    /** The size of an input whose size is not known, for buffers. */
    private static final long UNKNOWN = 16 << 20;

    private final SortSettings settings;
    private final RowFormat format;
    private final long bytes;
    private final Budget budget;
    /** What the output begins with: the preamble of the first input that is not empty, or nothing. */
    private byte[] preamble = new byte[0];

    public RowMerge(SortSettings settings, RowFormat format) {
        this.settings = settings;
        this.format = format;
        this.bytes = settings.inputs().stream().mapToLong(RowMerge::bytes).sum();
        this.budget = new Budget(settings.memory().applyAsLong(bytes));
    }

    /**
     * Merges the inputs.
     *
     * @throws UnsortedException if an input is not sorted; the message names the row
     */
    public void merge() throws IOException {
        RunOrder order = format.order(settings.compressed());
        // Rows are not read into the buffer of the merge, so that their length does not matter.
        Runs inputs = new Runs(order, settings.inputs().size(), bytes, 1, this::open, () -> {});
        try (OutputFile file = settings.output().create();
                Step step = settings.progress().begin("merge", bytes)) {
            settings.merge().merge(inputs, budget.merge(), step, rows -> {
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

    private static long bytes(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN; // Opening the file will tell what is wrong.
        }
    }

    private SortedRun open(int index, MemorySegment memory, LongConsumer progress) throws IOException {
        Parts file = format.open(List.of(settings.inputs().get(index)), settings.folder());
        Budget share = budget.share(Math.min(settings.inputs().size(), settings.batch()));
        RowInput input = new RowInput(index, format, file, true, share, progress);
        preamble = preamble.length == 0 ? input.preamble() : preamble;
        return input;
    }
}
