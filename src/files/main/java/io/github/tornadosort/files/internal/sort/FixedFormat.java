package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OccasionalReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.RowCursor;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How files of keys are read, written and ordered. */
public record FixedFormat(RowOrder order, Opening opening, Writing writing) {
    /** Opens a file. */
    public interface Opening {
        /** @param temporary the folder for a temporary file, if one is needed */
        KeyReader open(Path file, Path temporary) throws IOException;
    }

    /** Creates the writer of an output. */
    public interface Writing {
        /** @param count the number of rows */
        KeyWriter writer(OutputFile file, long count) throws FileSortException;
    }

    /** Opens the rows of files, one file after the other. */
    public KeyReader open(List<Path> files, Path temporary) throws IOException {
        return Concatenation.of(files, order.width(), file -> opening.open(file, temporary));
    }

    /** Creates the writer of an output of some rows. */
    public KeyWriter writer(OutputFile file, long count) throws FileSortException {
        return writing.writer(file, count);
    }

    /** Sorts the inputs, and writes the output. */
    public SortStats sort(SortSettings settings, Sorter sorter) throws IOException {
        try (KeyReader reader = open(settings.inputs(), settings.folder());
                OutputFile file = settings.output().create()) {
            SortStats stats =
                    new FileSort(settings, order, sorter).sort(reader, count -> writing.writer(file, count));
            file.commitAfter(reader);
            return stats;
        }
    }

    /** Sorts the inputs, and returns the rows one after the other. */
    public RowCursor rows(SortSettings settings, Sorter sorter) throws IOException {
        try (KeyReader reader = open(settings.inputs(), settings.folder())) {
            return new FileSort(settings, order, sorter).rows(reader);
        }
    }

    /**
     * Merges sorted inputs as they are read. Of equal rows, those of an earlier input come first.
     *
     * @throws io.github.tornadosort.files.UnsortedException if an input is not sorted; the message names the row
     */
    public void merge(SortSettings settings) throws IOException {
        List<KeyReader> readers = new ArrayList<>();
        try (Closeable all = () -> Concatenation.closeAll(readers);
                OutputFile file = settings.output().create()) {
            for (Path input : settings.inputs()) {
                readers.add(FileCheck.inOrder(order, false, input, OccasionalReader.of(
                        input, settings.inputs().size(), again -> opening.open(again, settings.folder()))));
            }
            FileRuns runs = new FileRuns(settings.input(), order, readers);
            // The other half is for what the order needs.
            long memory = settings.memory().applyAsLong(runs.bytes()) / 2;
            new FileMerge(settings).merge(runs, memory, count -> writing.writer(file, count));
            file.commitAfter(all);
        }
    }
}
