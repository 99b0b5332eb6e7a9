package io.github.tornadosort.cli;

import io.github.tornadosort.cli.io.StandardStreams;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/** Parses the name of an output. {@code -} is standard output. */
final class OutputPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        return text.equals("-") ? StandardStreams.OUTPUT : Main.path(text);
    }
}
