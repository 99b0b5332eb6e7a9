package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Formats of files that are not raw rows: their magic numbers and their usual extensions. */
public enum ForeignFormat {
    NPY("a .npy file", "\\x93NUMPY", "npy"),
    TEXT("text", null, "txt|csv|tsv|json|jsonl|ndjson|xml"),
    // Reserved flags must be zero. Without this check, one in 2^24 files of random keys would be rejected.
    GZIP("a gzip file", "\\x1F\\x8B\\x08[\\x00-\\x1F]", "gz|tgz"),
    ZIP("a zip file", "PK(\\x03\\x04|\\x05\\x06)", "zip|npz"),
    PARQUET("a Parquet file; convert it to .csv, for example by DuckDB or pyarrow", "PAR1.*PAR1$", "parquet"),
    ARROW("an Arrow file; convert it to .csv, for example by DuckDB or pyarrow", "ARROW1\\x00", "arrow|arrows|feather"),
    ZSTD("a zstd file", "\\x28\\xB5\\x2F\\xFD", "zst"),
    XZ("an xz file", "\\xFD7zXZ\\x00", "xz"),
    BZIP2("a bzip2 file", "BZh[1-9]1AY&SY", "bz2"),
    LZ4("an LZ4 file", "\\x04\\x22\\x4D\\x18", "lz4"),
    AVRO("an Avro file", "Obj\\x01", "avro"),
    ORC("an ORC file", null, "orc"),
    HDF5("an HDF5 file", "\\x89HDF\\r\\n\\x1A\\n", "h5|hdf5");

    /** The first and last bytes of numbers in lines. Such bytes occur in raw keys too, so a file's name is believed. */
    private static final Pattern NUMBERS = Pattern.compile("[-+.0-9eE \\t\\r\\n]*\\n[-+.0-9eE \\t\\r\\n]*");

    private static final int HEAD = 16;
    private static final int TAIL = 4;

    private final String label;
    private final Pattern magic;
    private final Pattern extensions;

    /**
     * @param label a description of such a file, for a message
     * @param magic a pattern for the first and last bytes of such a file; null if the format has no magic number, or one of
     *     fewer than four bytes, which could easily occur in raw keys
     * @param extensions a pattern for file name extensions
     */
    ForeignFormat(String label, String magic, String extensions) {
        this.label = label;
        this.magic = magic == null ? null : Pattern.compile(magic, Pattern.DOTALL);
        this.extensions = Pattern.compile(extensions, Pattern.CASE_INSENSITIVE);
    }

    /**
     * Checks that the extension of a file is not that of another format.
     *
     * @param what what the file has, for a message: {@code values}
     * @throws IllegalArgumentException if it is; the message is one line
     */
    public static void requireRaw(Path file, String what) {
        requireName(file, null, "raw " + what + " (inputFormat(KeyFormat.RAW) reads its bytes as they are)");
    }

    /** Checks the same of an output of text. */
    public static void requireText(Path file) {
        requireName(file, TEXT, "text, which would be written to it");
    }

    private static void requireName(Path file, ForeignFormat allowed, String expected) {
        String extension = Compression.extension(file);
        for (ForeignFormat format : values()) {
            if (format != allowed && format.extensions.matcher(extension).matches()) {
                throw new IllegalArgumentException(
                        file + ": the extension ." + extension + " is not that of " + expected);
            }
        }
    }

    /**
     * Throws an exception if the content of a file has one of these formats.
     *
     * @param what what the file should contain, for a message
     * @param npy whether the message says how to read a .npy file
     */
    static void refuse(InputFile file, String what, boolean npy) throws FileSortException {
        String ends = ends(file);
        if (file.isStandardInput() && NUMBERS.matcher(ends).matches()) {
            throw file.error(
                    "byte 0: expected raw " + what + ", found text (inputFormat(KeyFormat.TEXT) reads it, "
                            + "inputFormat(KeyFormat.RAW) reads its bytes as they are)");
        }
        for (ForeignFormat format : values()) {
            if (format.magic != null && format.magic.matcher(ends).lookingAt()) {
                String other = format == NPY && npy ? "inputFormat(KeyFormat.NPY) reads it, " : "";
                throw file.error("byte 0: expected raw " + what + ", found " + format.label + " (" + other
                        + "inputFormat(KeyFormat.RAW) reads its bytes as they are)");
            }
        }
    }

    /** Returns the length of the mark of UTF-8 that some programs write before a text, or 0. It is no part of the first row. */
    public static int markLength(InputFile file) throws FileSortException {
        String mark = "\u00ef\u00bb\u00bf";
        return ends(file).startsWith(mark) ? mark.length() : 0;
    }

    /** Throws an exception if a file has a format of tables that is no text, or is in UTF-16. */
    public static void refuseColumns(InputFile file) throws FileSortException {
        String ends = ends(file);
        if (ends.startsWith("\u00fe\u00ff") || ends.startsWith("\u00ff\u00fe")) {
            throw file.error("byte 0: expected text in UTF-8 or another extension of ASCII, found UTF-16");
        }
        for (ForeignFormat format : List.of(PARQUET, ARROW)) {
            if (format.magic.matcher(ends).lookingAt()) {
                throw file.error("byte 0: expected a table of text, found " + format.label);
            }
        }
    }

    /** Returns the first and the last bytes of a file, which may overlap. */
    private static String ends(InputFile file) throws FileSortException {
        return StandardCharsets.ISO_8859_1.decode(file.bytes(0, HEAD)).toString()
                + StandardCharsets.ISO_8859_1.decode(file.bytes(Math.max(0, file.size() - TAIL), TAIL));
    }
}
