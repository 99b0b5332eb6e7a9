package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import java.nio.file.Path;

/** Opens and writes files of keys. */
public final class KeyFormats {
    private KeyFormats() {}

    /**
     * Opens a file of keys.
     *
     * @param format null for that of its extension: a raw file must not have the magic number of another format then
     * @param temporary the folder for a temporary file, if one is needed
     * @param progress is told how far the conversion of a text has come
     * @throws IllegalArgumentException if the extension is unknown; the message is one line
     * @throws FileSortException if the file cannot be read, or does not have this format and type
     */
    public static KeyReader open(KeyFormat format, Path file, KeyType type, Path temporary, ProgressListener progress)
            throws FileSortException {
        KeyFormat known = format == null ? KeyFormat.of(file) : format;
        return InputFile.open(file, temporary, input -> {
            if (format == null && known == KeyFormat.RAW) {
                ForeignFormat.refuse(input, type.label() + " keys", true);
            }
            return switch (known) {
                case RAW -> input.rows(type.bytes(), type.label() + " keys");
                case NPY -> NpyArray.open(input, type);
                case TEXT -> TextReader.open(input, type, type.label() + " keys", temporary, progress);
            };
        });
    }

    /** Opens the bytes of records, and checks that their number is a multiple of the width of a record. */
    public static InputFile openRecords(Path file, int width, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> input.rows(width, "records").part(0, input.size(), 1));
    }

    /** Opens the bytes of values. If they are checked, files with the magic number of another format are rejected. */
    public static InputFile openValues(Path file, Path temporary, boolean isChecked) throws FileSortException {
        return InputFile.open(file, temporary, input -> {
            if (isChecked) {
                ForeignFormat.refuse(input, "values", false);
            }
            return input;
        });
    }

    /** Creates a writer of {@code count} keys. */
    public static KeyWriter writer(KeyFormat format, OutputFile file, KeyType type, long count) throws FileSortException {
        return switch (format) {
            case RAW -> file;
            case NPY -> NpyArray.writer(file, type, count);
            case TEXT -> new TextWriter(file, type);
        };
    }
}
