package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Reads one of many files, which is open only from its first read until this reader is closed. */
public final class OccasionalReader implements KeyReader {
    /** Opens a file. */
    public interface Opening {
        KeyReader open(Path file) throws IOException;
    }

    /** So many files may be open at the same time on every system. */
    private static final int FEW = 32;

    private final Path file;
    private final Opening opening;
    private final long count;
    private final long bytes;
    private KeyReader open;

    private OccasionalReader(Path file, Opening opening, KeyReader open) {
        this.file = file;
        this.opening = opening;
        this.count = open.count();
        this.bytes = open.bytes();
    }

    /** Returns whether this number of files is too large to keep all of them open. */
    public static boolean areMany(int files) {
        return files > FEW;
    }

    /**
     * Opens a file, which stays open if it is one of few, or cannot be opened twice.
     *
     * @param files the number of files
     */
    public static KeyReader of(Path file, int files, Opening opening) throws IOException {
        KeyReader opened = opening.open(file);
        if (!areMany(files) || !InputFile.mayBeReopened(file)) {
            return opened;
        }
        try (opened) {
            return new OccasionalReader(file, opening, opened);
        }
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        if (open == null) {
            try {
                open = opening.open(file);
            } catch (FileSortException e) {
                throw e;
            } catch (IOException e) {
                throw FileSortException.of(file, "cannot be opened", e);
            }
            if (open.count() < count) {
                throw new FileSortException(file, "became shorter while other files were read: unexpected end of file");
            }
        }
        open.read(keys, progress);
    }

    @Override
    public void close() throws FileSortException {
        KeyReader closed = open;
        open = null;
        if (closed != null) {
            closed.close();
        }
    }
}
