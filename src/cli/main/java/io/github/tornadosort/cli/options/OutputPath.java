package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.StandardStreams;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/** Parses the name of an output. {@code -} is standard output. */
public final class OutputPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        return text.equals("-") ? StandardStreams.OUTPUT : InputPath.path(text);
    }
}
