package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;
import java.util.Locale;

/** Opens and writes raw files of fixed-width rows: keys, values or records. */
public final class RowFile {
    private RowFile() {}

    /**
     * Opens a file of rows.
     *
     * @param width bytes per row
     * @param what what the rows are, for a message: {@code records}
     * @param temporary the folder for a temporary file, if one is needed
     * @throws FileSortException if the file cannot be read, or its length is not a multiple of the width
     */
    public static KeyReader open(Path file, int width, String what, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> reader(input, width, what));
    }

    /**
     * Opens a file of rows, and rejects files with the magic number of another format.
     *
     * @param width bytes per row
     * @param what what the rows are, for a message: {@code records}
     * @param temporary the folder for a temporary file, if one is needed
     * @throws FileSortException if the file cannot be read, has another format, or its length is not a multiple of the width
     */
    public static KeyReader openChecked(Path file, int width, String what, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> {
            ForeignFormat.refuse(input, what, false);
            return reader(input, width, what);
        });
    }

    /**
     * Opens the bytes of records.
     *
     * @throws FileSortException if the length of the file is not a multiple of the width
     */
    public static BinaryReader openRecords(Path file, int width, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> {
            reader(input, width, "records");
            return new BinaryReader(input, 0, input.size(), 1);
        });
    }

    /**
     * Opens the bytes of a text.
     *
     * @param temporary the folder for a temporary file, if one is needed
     */
    public static BinaryReader openText(Path file, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> new BinaryReader(input, 0, input.size(), 1));
    }

    /**
     * Opens the bytes of a table.
     *
     * @throws FileSortException if the file is a Parquet or an Arrow file
     */
    public static BinaryReader openTable(Path file, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> {
            ForeignFormat.refuseColumns(input);
            return new BinaryReader(input, 0, input.size(), 1);
        });
    }

    /**
     * Checks that the extension of a file is not that of another format.
     *
     * @param what what the rows are, for a message: {@code records}
     * @throws IllegalArgumentException if it is; the message is one line
     */
    public static void checkName(Path file, String what) {
        String extension = KeyFormats.extension(file);
        if (ForeignFormat.hasExtension(extension.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(file + ": the extension ." + extension + " is not that of raw " + what
                    + " (inputFormat(KeyFormat.RAW) reads its bytes as they are)");
        }
    }

    /**
     * Checks that the extension of an output of text is not that of another format.
     *
     * @throws IllegalArgumentException if it is; the message is one line
     */
    public static void requireText(Path file) {
        String extension = KeyFormats.extension(file);
        if (ForeignFormat.hasBinaryExtension(extension.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    file + ": the extension ." + extension + " is not that of text, which would be written to it");
        }
    }

    static KeyReader reader(InputFile file, int width, String what) throws FileSortException {
        long size = file.size();
        if (size % width != 0) {
            throw file.error("byte " + (size - size % width) + ": expected " + what + " of " + width
                    + " bytes, but the file's length of " + size + " is not a multiple of that");
        }
        return new BinaryReader(file, 0, size, width);
    }
}
