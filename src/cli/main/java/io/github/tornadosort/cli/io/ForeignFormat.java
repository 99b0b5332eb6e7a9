package io.github.tornadosort.cli.io;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Formats of files that do not consist of raw rows: their magic numbers, and the usual extensions of their names. */
enum ForeignFormat {
    NPY("a .npy file", "\\x93NUMPY", "npy"),
    TEXT("text", null, "txt|csv|tsv|json|jsonl|ndjson|xml"),
    // The flags that gzip reserves are zero. Without them, one of 2^24 files of random keys would be refused.
    GZIP("a gzip file", "\\x1F\\x8B\\x08[\\x00-\\x1F]", "gz|tgz"),
    ZIP("a zip file", "PK(\\x03\\x04|\\x05\\x06)", "zip|npz"),
    PARQUET("a Parquet file", "PAR1.*PAR1$", "parquet"),
    ARROW("an Arrow file", "ARROW1", "arrow|feather"),
    ZSTD("a zstd file", "\\x28\\xB5\\x2F\\xFD", "zst"),
    XZ("an xz file", "\\xFD7zXZ\\x00", "xz"),
    BZIP2("a bzip2 file", "BZh[1-9]1AY&SY", "bz2"),
    LZ4("an LZ4 file", "\\x04\\x22\\x4D\\x18", "lz4"),
    AVRO("an Avro file", "Obj\\x01", "avro"),
    ORC("an ORC file", null, "orc"),
    HDF5("an HDF5 file", "\\x89HDF\\r\\n\\x1A\\n", "h5|hdf5");

    private static final int HEAD = 16;
    private static final int TAIL = 4;

    private final String label;
    private final Pattern magic;
    private final Pattern extensions;

    /**
     * @param label what such a file is, for a message
     * @param magic a pattern for the first and last bytes of such a file; null if the format has no magic number, or one of less
     *     than four bytes, which is likely in raw keys
     * @param extensions a pattern for the extensions of their names
     */
    ForeignFormat(String label, String magic, String extensions) {
        this.label = label;
        this.magic = magic == null ? null : Pattern.compile(magic, Pattern.DOTALL);
        this.extensions = Pattern.compile(extensions);
    }

    /** Whether files with this extension, in lower case, usually have one of these formats. */
    static boolean hasExtension(String extension) {
        return Arrays.stream(values()).anyMatch(format -> format.extensions.matcher(extension).matches());
    }

    /**
     * Refuses a file whose content has one of these formats. The file's position is then 0.
     *
     * @param what the file should hold, for a message
     * @param npy whether the program could read a .npy file instead
     */
    static void refuse(InputFile file, String what, boolean npy) throws KeyFileException {
        String ends = ends(file);
        for (ForeignFormat format : values()) {
            if (format.magic != null && format.magic.matcher(ends).lookingAt()) {
                String other = format == NPY && npy ? "--format npy reads it, " : "";
                throw file.error("byte 0: expected raw " + what + ", found " + format.label + " (" + other
                        + "--format raw takes its bytes as they are)");
            }
        }
    }

    /** The first bytes of a file and its last ones, which may overlap. */
    private static String ends(InputFile file) throws KeyFileException {
        long size = file.size();
        ByteBuffer bytes = ByteBuffer.allocate((int) (Math.min(size, HEAD) + Math.min(size, TAIL)));
        file.readFully(bytes.limit((int) Math.min(size, HEAD)));
        file.position(Math.max(0, size - TAIL));
        file.readFully(bytes.limit(bytes.capacity()));
        file.position(0);
        return new String(bytes.array(), StandardCharsets.ISO_8859_1);
    }
}
