package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import java.io.Closeable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A file whose bytes can be mapped into memory. A stream or a compressed file is read to its end first; if it has many bytes, they are in
 * a temporary file.
 */
public final class MappedFile implements Closeable {
    private final InputFile file;

    private MappedFile(InputFile file) {
        this.file = file;
    }

    /**
     * Opens a file.
     *
     * @param temporary the folder for the temporary file
     * @throws FileSortException if the file cannot be read
     */
    public static MappedFile open(Path path, Path temporary) throws FileSortException {
        return new MappedFile(InputFile.open(path, temporary));
    }

    /**
     * Maps the file, off-heap. Pages that are read through a mapping count as memory of the process until its arena is closed.
     *
     * @param arena unmaps the file
     */
    public MemorySegment map(Arena arena) throws FileSortException {
        return file.map(arena);
    }

    @Override
    public void close() throws FileSortException {
        file.close();
    }
}
