package io.github.tornadosort.cli.options;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/** Parses the name of an output. {@code -} is standard output. */
public final class OutputPath implements ITypeConverter<Path> {
    /** Stands for standard output on every system. */
    public static final Path STANDARD = Path.of("/dev/stdout");

    @Override
    public Path convert(String text) {
        return text.equals("-") ? STANDARD : InputPath.path(text);
    }
}
