package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;
import java.util.Locale;

/** The format of a file of keys. */
public enum KeyFormat {
    /** Only the keys, little-endian. */
    RAW {
        @Override
        KeyReader reader(InputFile file, KeyType type) throws FileSortException {
            return RowFile.reader(file, type.bytes(), type.label() + " keys");
        }

        @Override
        public KeyWriter writer(OutputFile file, KeyType type, long count) {
            return new BinaryWriter(file);
        }
    },

    /** NumPy's .npy format, of one dimension and either byte order. Versions 1 to 3 can be read; version 1 is written. */
    NPY {
        @Override
        KeyReader reader(InputFile file, KeyType type) throws FileSortException {
            return NpyArray.open(file, type);
        }

        @Override
        public KeyType typeIn(Path file) throws FileSortException {
            return NpyArray.type(file);
        }

        @Override
        public KeyWriter writer(OutputFile file, KeyType type, long count) throws FileSortException {
            return NpyArray.writer(file, type, count);
        }
    },

    /** One number per line. */
    TEXT {
        @Override
        KeyReader reader(InputFile file, KeyType type) throws FileSortException {
            return new TextReader(file, type);
        }

        @Override
        public KeyWriter writer(OutputFile file, KeyType type, long count) {
            return new TextWriter(file, type);
        }
    };

    /**
     * Returns the format for the extension of a file: {@code .npy}, {@code .txt}, and raw for {@code .bin}, {@code .raw} and no
     * extension. {@code .gz} or {@code .zst} may follow.
     *
     * @throws IllegalArgumentException if the file has another extension; the message is one line
     */
    public static KeyFormat of(Path file) {
        String extension = extension(file);
        return switch (extension.toLowerCase(Locale.ROOT)) {
            case "npy" -> NPY;
            case "txt" -> TEXT;
            case "bin", "raw", "" -> RAW;
            default ->
                throw new IllegalArgumentException(file + ": the extension ." + extension + " does not determine the"
                        + " format: expected .npy, .txt, .bin, .raw or no extension, or --format raw, npy or text");
        };
    }

    /**
     * Returns the part of a file's name after the last dot, or an empty string if the name has no dot or begins with it. The
     * extension of a compression does not count.
     */
    public static String extension(Path file) {
        String name = Compression.plainName(file);
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? "" : name.substring(dot + 1);
    }

    /** Returns the name on the command line: {@code raw}, {@code npy} or {@code text}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Opens a file of keys in the format for its extension.
     *
     * @param temporary the folder for a temporary file, if one is needed
     * @throws IllegalArgumentException if the extension is unknown; the message is one line
     * @throws FileSortException if the file cannot be read, does not have that format and type, or should be raw but has the
     *     magic number of another format
     */
    public static KeyReader openNamed(Path file, KeyType type, Path temporary) throws FileSortException {
        KeyFormat format = of(file);
        if (format != RAW) {
            return format.open(file, type, temporary);
        }
        return InputFile.open(file, temporary, input -> {
            ForeignFormat.refuse(input, type.label() + " keys", true);
            return format.reader(input, type);
        });
    }

    /**
     * Opens a file of keys.
     *
     * @param temporary the folder for a temporary file, if one is needed
     * @throws FileSortException if the file cannot be read, or does not have this format and type. Text is not checked until it
     *     is read.
     */
    public final KeyReader open(Path file, KeyType type, Path temporary) throws FileSortException {
        return InputFile.open(file, temporary, input -> reader(input, type));
    }

    /**
     * Returns the type of the keys that a file names, or null if files of this format name none, or if the file is a stream,
     * whose beginning cannot be read twice.
     *
     * @throws FileSortException if the file cannot be read, does not have this format, or has keys of another type than those
     *     known
     */
    public KeyType typeIn(Path file) throws FileSortException {
        return null;
    }

    abstract KeyReader reader(InputFile file, KeyType type) throws FileSortException;

    /** Creates a writer of {@code count} keys in this format. */
    public abstract KeyWriter writer(OutputFile file, KeyType type, long count) throws FileSortException;
}
