package io.github.tornadosort.io;

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

    /** The format that a file's name tells: {@code .npy}, {@code .txt}, and raw for all others. */
    public static KeyFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".npy") ? NPY : name.endsWith(".txt") ? TEXT : RAW;
    }

    /** As the command line has it: {@code raw}, {@code npy}, {@code text}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Opens a file of keys.
     *
     * @throws KeyFileException if it cannot be read or is not of this format and type; text is looked at only as it is
     *     read
     */
    public final KeyReader open(Path file, KeyType type) throws KeyFileException {
        InputFile input = InputFile.open(file);
        try {
            return reader(input, type);
        } catch (Throwable e) {
            input.close();
            throw e;
        }
    }

    abstract KeyReader reader(InputFile file, KeyType type) throws KeyFileException;

    /** Starts writing {@code count} keys in this format. */
    public abstract KeyWriter writer(OutputFile file, KeyType type, long count) throws KeyFileException;
}
