package io.github.tornadosort.cli;

import io.github.tornadosort.cli.io.StandardStreams;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/** Parses the name of an input. {@code -} is standard input. */
final class InputPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        return text.equals("-") ? StandardStreams.INPUT : Main.path(text);
    }
}
