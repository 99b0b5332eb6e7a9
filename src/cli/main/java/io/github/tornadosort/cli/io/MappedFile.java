package io.github.tornadosort.cli.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** The bytes of a file in memory. */
public final class MappedFile {
    private MappedFile() {}

    /**
     * Maps a file into memory, off-heap. A stream or a compressed file is read to its end first; if it has many bytes, they are mapped from
     * a temporary file.
     *
     * @param temporary the folder for the temporary file
     * @param arena unmaps the file
     * @throws KeyFileException if the file cannot be read
     */
    public static MemorySegment map(Path path, Path temporary, Arena arena) throws KeyFileException {
        try (InputFile file = InputFile.open(path, temporary)) {
            return file.map(arena);
        }
    }
}
