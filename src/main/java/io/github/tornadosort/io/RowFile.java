package io.github.tornadosort.io;

import java.nio.file.Path;

/** Files of nothing but rows of one width: raw keys, values, records. */
public final class RowFile {
    private RowFile() {}

    /**
     * Opens a file of rows.
     *
     * @param width bytes of a row
     * @param what the rows are, for a message: {@code records}
     * @throws KeyFileException if it cannot be read, or its length is no multiple of the width
     */
    public static KeyReader open(Path file, int width, String what) throws KeyFileException {
        InputFile input = InputFile.open(file);
        try {
            return reader(input, width, what);
        } catch (Throwable e) {
            input.close();
            throw e;
        }
    }

    /** Writes rows as they are. */
    public static KeyWriter writer(OutputFile file) {
        return new BinaryWriter(file);
    }

    static KeyReader reader(InputFile file, int width, String what) throws KeyFileException {
        long size = file.size();
        if (size % width != 0) {
            throw file.error("byte " + (size - size % width) + ": expected " + what + " of " + width
                    + " bytes, but the file's length of " + size + " is no multiple of that");
        }
        return new BinaryReader(file, size, width);
    }
}
