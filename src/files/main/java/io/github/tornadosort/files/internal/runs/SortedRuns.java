package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Sorted runs in a temporary file, which is created for the first run. */
public final class SortedRuns implements Closeable {
    private final Path input;
    private final Path folder;
    private final RunOrder order;
    private final List<KeyReader> readers = new ArrayList<>();
    /** The size of each run before it was compressed. */
    private final List<Long> sizes = new ArrayList<>();
    private TemporaryFile file;
    private long longest = 1;

    /**
     * @param input the name of the input in messages
     * @param folder the folder of the temporary file
     */
    public SortedRuns(Path input, Path folder, RunOrder order) {
        this.input = input;
        this.folder = folder;
        this.order = order;
    }

    /** Writes the rows of a run. */
    public interface Writing {
        void to(RowCursor.Sink run) throws IOException;
    }

    /** Adds a run, unless it has no rows. */
    public void add(Writing rows) throws IOException {
        if (file == null) {
            file = TemporaryFile.create(folder);
        }
        long from = file.size();
        long[] size = {0};
        RowCursor.Sink stored = order.compressed() ? CompressedRun.into(file::append) : file::append;
        rows.to(run -> {
            size[0] += run.byteSize();
            stored.accept(run);
        });
        if (size[0] > 0) {
            readers.add(file.reader(from, file.size() - from, 1));
            sizes.add(size[0]);
        }
    }

    /**
     * Makes sure that a buffer of a merge will have room for a row.
     *
     * @param length of the row, with all that a run stores of it
     */
    public void makeRoom(long length) throws FileSortException {
        if (length > Integer.MAX_VALUE) {
            throw new FileSortException(
                    input, "rows of more than " + Integer.MAX_VALUE
                            + " bytes cannot be merged; choose more memory by memory(long)");
        }
        longest = Math.max(longest, length);
    }

    /** Returns the runs, to which no others are added. To close them closes the file. */
    public Runs all() {
        return new Runs(order, count(), bytes(), longest, this::open, this);
    }

    /** Returns the number of runs. */
    public int count() {
        return readers.size();
    }

    /** Returns the size of all runs. */
    public long bytes() {
        return sizes.stream().mapToLong(size -> size).sum();
    }

    private SortedRun open(int run, MemorySegment memory, LongConsumer progress) throws IOException {
        KeyReader stored = readers.get(run);
        KeyReader reader = order.compressed() ? new CompressedRun(stored) : stored;
        return new StoredRun(run, order, input, new ReadAhead(reader, sizes.get(run), memory, longest, progress));
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
