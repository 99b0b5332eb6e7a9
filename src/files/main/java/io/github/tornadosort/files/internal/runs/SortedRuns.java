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
public abstract class SortedRuns implements Closeable {
    private final Path input;
    private final Path folder;
    private final List<KeyReader> readers = new ArrayList<>();
    private TemporaryFile file;
    private long longest;

    /**
     * @param input the name of the input in messages
     * @param folder the folder of the temporary file
     */
    protected SortedRuns(Path input, Path folder) {
        this.input = input;
        this.folder = folder;
    }

    /** Writes the rows of a run. */
    protected interface Writing {
        void to(OrderedCopy.Sink run) throws IOException;
    }

    /** Adds a run. */
    protected final void add(Writing rows) throws IOException {
        if (file == null) {
            file = TemporaryFile.create(folder);
        }
        long from = file.size();
        rows.to(file::append);
        readers.add(file.reader(from, file.size() - from, 1));
    }

    /**
     * Makes sure that a buffer of a merge will have room for a row.
     *
     * @param length of the row, with all that a run stores of it
     */
    protected final void makeRoom(long length) throws FileSortException {
        if (length > Integer.MAX_VALUE) {
            throw new FileSortException(
                    input, "rows of more than " + Integer.MAX_VALUE + " bytes cannot be merged; use a larger --memory");
        }
        longest = Math.max(longest, length);
    }

    /** Returns whether there are no runs. */
    public final boolean isEmpty() {
        return readers.isEmpty();
    }

    /** Returns the name of the input in messages. */
    final Path input() {
        return input;
    }

    final int count() {
        return readers.size();
    }

    /** Opens a run at its first row. */
    final SortedRun open(int run, MemorySegment memory, LongConsumer progress) throws FileSortException {
        SortedRun opened = run(run, readers.get(run), memory, progress);
        opened.next();
        return opened;
    }

    /** Creates the reader of a run; the parameters are those of {@link SortedRun}. */
    protected abstract SortedRun run(int index, KeyReader reader, MemorySegment memory, LongConsumer progress);

    /** Returns the total size of the runs. */
    public final long bytes() {
        return file.size();
    }

    /** Returns the size of the longest row of a run. */
    protected final long longest() {
        return longest;
    }

    /** Returns the number of buffers that a merge needs. */
    final int buffers() {
        return readers.size() + RunMerge.OUTPUTS;
    }

    @Override
    public final void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
