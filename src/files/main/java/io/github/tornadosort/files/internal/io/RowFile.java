package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;

/** Opens the bytes of files of rows: texts, or rows of a fixed width. */
public final class RowFile {
    private RowFile() {}

    /**
     * Opens a text.
     *
     * @param temporary the folder for a temporary file, if one is needed
     */
    public static BinaryReader openText(Path file, Path temporary) throws FileSortException {
        return open(file, 1, "bytes", temporary);
    }

    /**
     * Opens rows.
     *
     * @param width bytes per row
     * @param what what the rows are, for a message: {@code records}
     * @param temporary the folder for a temporary file, if one is needed
     * @throws FileSortException if the file cannot be read, or its length is not a multiple of the width
     */
    public static BinaryReader open(Path file, int width, String what, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> {
            requireWhole(input, width, what);
            return new BinaryReader(input, 0, input.size(), 1);
        });
    }

    /**
     * Opens bytes, and rejects files with the magic number of another format.
     *
     * @param what what the bytes are, for a message: {@code values}
     * @param temporary the folder for a temporary file, if one is needed
     * @throws FileSortException if the file cannot be read, or has another format
     */
    public static BinaryReader openChecked(Path file, String what, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> {
            ForeignFormat.refuse(input, what, false);
            return new BinaryReader(input, 0, input.size(), 1);
        });
    }

    static KeyReader reader(InputFile file, int width, String what) throws FileSortException {
        requireWhole(file, width, what);
        return new BinaryReader(file, 0, file.size(), width);
    }

    private static void requireWhole(InputFile file, int width, String what) throws FileSortException {
        long size = file.size();
        if (size % width != 0) {
            throw file.error("byte " + (size - size % width) + ": expected " + what + " of " + width
                    + " bytes, but the file's length of " + size + " is not a multiple of that");
        }
    }
}
