package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.KeyFormats;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.table.Parts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How files of keys are read, written and ordered.
 *
 * @param input the format of inputs, or null for that of their names
 * @param progress is told how far the conversion of a text has come
 */
public record RawKeys(KeyOrder order, KeyFormat input, KeyFormat output, ProgressListener progress) {
    /**
     * Opens the keys of files, one file after the other.
     *
     * @param temporary the folder for temporary files, if they are needed
     */
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.of(files, order.width(), file -> KeyFormats.open(input, file, order.type(), temporary, progress));
    }

    /** Creates the writer of an output of some keys. */
    public KeyWriter writer(OutputFile file, long count) throws FileSortException {
        return KeyFormats.writer(output, file, order.type(), count);
    }

    /** Sorts the inputs, and writes the output. */
    public SortStats sort(SortSettings settings, Sorter sorter) throws IOException {
        try (KeyReader reader = open(settings.inputs(), settings.folder());
                OutputFile file = settings.output().create()) {
            SortStats stats = new RawSort(settings, order, sorter).sort(reader, count -> writer(file, count));
            reader.close(); // fails if an input became shorter while it was read
            file.commit();
            return stats;
        }
    }

    /**
     * Merges sorted inputs as they are read. Of equal keys, those of an earlier input come first.
     *
     * @throws io.github.tornadosort.files.UnsortedException if an input is not sorted; the message names the key
     */
    public void merge(SortSettings settings) throws IOException {
        try (Parts files = open(settings.inputs(), settings.folder());
                OutputFile file = settings.output().create()) {
            List<KeyReader> readers = new ArrayList<>();
            for (KeyReader keys : files.files()) {
                readers.add(FileCheck.inOrder(order, false, settings.inputs().get(readers.size()), keys));
            }
            new RawSort(settings, order, null).merge(readers, count -> writer(file, count));
            files.close(); // fails if an input became shorter while it was read
            file.commit();
        }
    }
}
