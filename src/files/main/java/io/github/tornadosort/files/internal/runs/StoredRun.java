package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.nio.file.Path;

/** A run of rows in a file. */
final class StoredRun extends SortedRun {
    private final Path name;
    private final ReadAhead bytes;
    private final RunFormat format;

    /** @param name of the run in messages */
    StoredRun(int index, RunOrder order, Path name, ReadAhead bytes) {
        super(index, order);
        this.name = name;
        this.bytes = bytes;
        this.format = order.format();
    }

    @Override
    protected boolean find() throws IOException {
        while (true) {
            long end = format.find(this, bytes.memory(), bytes.from(), bytes.to());
            if (end >= 0) {
                bytes.use(end);
                return true;
            }
            keepLastKey();
            if (!bytes.fill()) {
                return false;
            }
        }
    }

    @Override
    protected FileSortException disorder() {
        return disorder(name);
    }

    static FileSortException disorder(Path name) {
        return new FileSortException(name, "a part of it is not in the order in which it was written to a temporary file");
    }

    @Override
    public void close() throws FileSortException {
        bytes.close();
    }
}
