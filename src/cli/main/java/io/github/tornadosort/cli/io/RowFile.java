package io.github.tornadosort.cli.io;

import java.nio.file.Path;
import java.util.Locale;

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
        return InputFile.open(file, input -> reader(input, width, what));
    }

    /**
     * Opens a file of rows, unless its content has another format's magic number.
     *
     * @param width bytes of a row
     * @param what the rows are, for a message: {@code records}
     * @throws KeyFileException if it cannot be read, has another format, or its length is no multiple of the width
     */
    public static KeyReader openChecked(Path file, int width, String what) throws KeyFileException {
        return InputFile.open(file, input -> {
            ForeignFormat.refuse(input, what, false);
            return reader(input, width, what);
        });
    }

    /**
     * Checks that a file's name is not that of a file of another format.
     *
     * @param what the rows are, for a message: {@code records}
     * @throws IllegalArgumentException if it is; the message is one line
     */
    public static void checkName(Path file, String what) {
        String extension = KeyFormat.extension(file);
        if (ForeignFormat.hasExtension(extension.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(file + ": the extension ." + extension + " is not that of raw " + what
                    + " (--format raw takes its bytes as they are)");
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
