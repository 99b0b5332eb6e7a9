package io.github.tornadosort.files.internal.io;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * The content of a stream. Its length and its last bytes are known only at its end, and some formats are read twice, so the whole
 * stream is read first: into memory, or into a temporary file if it has many bytes.
 */
final class Spool {
    /** The most bytes that are kept in memory. */
    static final int IN_MEMORY = 16 << 20;

    private static final int CHUNK = 1 << 20;

    private Spool() {}

    /**
     * Reads a stream to its end.
     *
     * @param path of the stream in messages
     * @param folder the folder for the temporary file
     */
    static InputFile of(Path path, InputStream stream, Path folder) throws IOException {
        byte[] head = stream.readNBytes(IN_MEMORY);
        byte[] chunk = head.length < IN_MEMORY ? new byte[0] : stream.readNBytes(CHUNK);
        if (chunk.length == 0) {
            return new InputFile(path, head);
        }
        TemporaryFile file = TemporaryFile.create(folder);
        try {
            file.append(MemorySegment.ofArray(head));
            for (int length = chunk.length; length > 0; length = stream.readNBytes(chunk, 0, chunk.length)) {
                file.append(MemorySegment.ofArray(chunk).asSlice(0, length));
            }
            return file.input(path, InputFile.CANNOT_BE_READ);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }
}
