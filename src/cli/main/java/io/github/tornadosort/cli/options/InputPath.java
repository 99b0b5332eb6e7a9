package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.StandardStreams;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of an input. {@code -} is standard input. */
public final class InputPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        return text.equals("-") ? StandardStreams.INPUT : path(text);
    }

    /** Parses the name of a file. */
    public static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("expected a file name, found an empty string");
        }
        return Path.of(text);
    }
}
