package io.github.tornadosort.cli.io;

import io.github.tornadosort.KeyType;
import java.nio.file.Path;
import java.util.Locale;

/** How keys lie in a file. */
public enum KeyFormat {
    /** Nothing but the keys, little-endian. */
    RAW {
        @Override
        KeyReader reader(InputFile file, KeyType type) throws KeyFileException {
            return RowFile.reader(file, type.bytes(), type.label() + " keys");
        }

        @Override
        public KeyWriter writer(OutputFile file, KeyType type, long count) {
            return new BinaryWriter(file);
        }
    },

    /** NumPy's .npy, one dimension: versions 1 to 3 are read, 1 is written. */
    NPY {
        @Override
        KeyReader reader(InputFile file, KeyType type) throws KeyFileException {
            return NpyHeader.open(file, type);
        }

        @Override
        public KeyWriter writer(OutputFile file, KeyType type, long count) throws KeyFileException {
            file.write(NpyHeader.of(type, count));
            return new BinaryWriter(file);
        }
    },

    /** One number a line. */
    TEXT {
        @Override
        KeyReader reader(InputFile file, KeyType type) throws KeyFileException {
            return new TextReader(file, type);
        }

        @Override
        public KeyWriter writer(OutputFile file, KeyType type, long count) {
            return new TextWriter(file, type);
        }
    };

    /**
     * The format that a file's name tells: {@code .npy}, {@code .txt}, and raw for {@code .bin}, {@code .raw} and names without
     * an extension.
     *
     * @throws IllegalArgumentException if the name has another extension; the message is one line
     */
    public static KeyFormat of(Path file) {
        String extension = extension(file);
        return switch (extension.toLowerCase(Locale.ROOT)) {
            case "npy" -> NPY;
            case "txt" -> TEXT;
            case "bin", "raw", "" -> RAW;
            default ->
                throw new IllegalArgumentException(file + ": the extension ." + extension + " does not say which format"
                        + " the keys have: expected .npy, .txt, .bin, .raw or no extension, or --format raw, npy or text");
        };
    }

    /** What follows the last dot of a file's name, unless the name begins with it. */
    static String extension(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? "" : name.substring(dot + 1);
    }

    /** As the command line has it: {@code raw}, {@code npy}, {@code text}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Opens a file of keys whose format its name tells.
     *
     * @throws IllegalArgumentException if the name does not tell; the message is one line
     * @throws KeyFileException if the file cannot be read, is not of that format and type, or should be raw and has another
     *     format's magic number
     */
    public static KeyReader openNamed(Path file, KeyType type) throws KeyFileException {
        KeyFormat format = of(file);
        if (format != RAW) {
            return format.open(file, type);
        }
        return InputFile.open(file, input -> {
            ForeignFormat.refuse(input, type.label() + " keys", true);
            return format.reader(input, type);
        });
    }

    /**
     * Opens a file of keys.
     *
     * @throws KeyFileException if it cannot be read or is not of this format and type; text is looked at only as it is
     *     read
     */
    public final KeyReader open(Path file, KeyType type) throws KeyFileException {
        return InputFile.open(file, input -> reader(input, type));
    }

    abstract KeyReader reader(InputFile file, KeyType type) throws KeyFileException;

    /** Starts writing {@code count} keys in this format. */
    public abstract KeyWriter writer(OutputFile file, KeyType type, long count) throws KeyFileException;
}
