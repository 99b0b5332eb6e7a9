package io.github.tornadosort.files;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.Compression;
import io.github.tornadosort.files.internal.io.KeyFormats;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.NpyArray;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The format of a file of keys. */
public enum KeyFormat {
    /** Only the keys, little-endian. */
    RAW,
    /** NumPy's .npy format, of one dimension and either byte order. Versions 1 to 3 can be read; version 1 is written. */
    NPY,
    /** One number per line. */
    TEXT;

    /** Keys that are generated and written at a time. */
    private static final int PIECE = 1 << 22;

    /** Generates keys. */
    @FunctionalInterface
    public interface Generator {
        /**
         * Fills a column with the next keys.
         *
         * @param keys some keys
         * @param first the index of the first of them
         */
        void fill(Column keys, long first);
    }

    /**
     * Returns the format for the extension of a file: {@code .npy}, {@code .txt}, and raw for {@code .bin}, {@code .raw} and no
     * extension. {@code .gz} or {@code .zst} may follow.
     *
     * @param file the path
     * @return its format
     * @throws IllegalArgumentException if the file has another extension; the message is one line
     */
    public static KeyFormat of(Path file) {
        String extension = Compression.extension(file);
        return switch (extension.toLowerCase(Locale.ROOT)) {
            case "npy" -> NPY;
            case "txt" -> TEXT;
            case "bin", "raw", "" -> RAW;
            default ->
                throw new IllegalArgumentException(file + ": the extension ." + extension + " does not determine the"
                        + " format: expected .npy, .txt, .bin, .raw or no extension, or a format given by inputFormat(KeyFormat) or outputFormat(KeyFormat)");
        };
    }

    /**
     * Returns the type of the keys that a file of this format names.
     *
     * @param file the path
     * @return the type, or null if files of this format name none, or if the file is a stream, whose beginning cannot be read twice
     * @throws FileSortException if the file cannot be read, does not have this format, or has keys of a type that cannot be sorted
     */
    public @Nullable KeyType typeIn(Path file) throws FileSortException {
        return this == NPY ? NpyArray.type(file) : null;
    }

    /**
     * Writes a file of keys, some of them at a time. The file is written under a temporary name and renamed when it is complete.
     *
     * @param file the path
     * @param type the type of the keys
     * @param count the number of keys
     * @param keys generates the keys
     * @param progress is told how far the file has come
     * @throws FileSortException if the file cannot be written
     * @throws IOException if something else fails
     */
    public void write(Path file, KeyType type, long count, Generator keys, ProgressListener progress) throws IOException {
        try (OutputFile output = OutputFile.create(file);
                Arena arena = Arena.ofShared();
                Step step = progress.begin("generate", count * type.bytes())) {
            KeyWriter writer = KeyFormats.writer(this, output, type, count);
            MemorySegment memory = arena.allocate(Math.min(count, PIECE) * type.bytes());
            for (long first = 0; first < count; first += PIECE) {
                Column piece = new Column(memory, type).range(0, Math.min(PIECE, count - first));
                keys.fill(piece, first);
                writer.write(piece.segment(), step);
            }
            output.commit();
        }
    }

    /** Returns the name in lower case: {@code raw}, {@code npy} or {@code text}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
