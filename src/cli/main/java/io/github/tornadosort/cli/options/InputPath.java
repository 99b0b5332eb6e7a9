package io.github.tornadosort.cli.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of an input. {@code -} is standard input. */
public final class InputPath implements ITypeConverter<Path> {
    /** Stands for standard input on every system. */
    public static final Path STANDARD = Path.of("/dev/stdin");

    @Override
    public Path convert(String text) {
        return text.equals("-") ? STANDARD : path(text);
    }

    /** Parses the name of a file. */
    public static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("expected a file name, found an empty string");
        }
        // The JVM has put this character in the place of bytes that it cannot read, so that the name would be that of another file.
        if (text.indexOf('\ufffd') >= 0) {
            throw new TypeConversionException("expected a file name in " + System.getProperty("sun.jnu.encoding")
                    + ", found other bytes in '" + text + "'; rename the file, or make a link to it");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("expected a file name, found '" + text + "': " + e.getReason());
        }
    }
}
