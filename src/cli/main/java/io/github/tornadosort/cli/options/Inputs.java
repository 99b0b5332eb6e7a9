package io.github.tornadosort.cli.options;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The files that a command reads. */
public final class Inputs {
    @Parameters(
            arity = "0..*",
            paramLabel = "INPUT",
            converter = InputPath.class,
            description = "Files to sort, one after the other. - is standard input, which is the default.")
    private List<Path> files = List.of(InputPath.STANDARD);

    public List<Path> files() {
        return files;
    }
}
