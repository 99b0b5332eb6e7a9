package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.KeyFormats;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.table.Parts;
import java.io.IOException;
import java.nio.file.Path;
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
}
