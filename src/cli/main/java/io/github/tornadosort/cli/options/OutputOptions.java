package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.StandardStreams;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for the output of a command, and the one that allows output to a terminal that is not text. */
public final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            converter = OutputPath.class,
            description = "File to write the result to. - is standard output, which is the default.")
    private Path path = StandardStreams.OUTPUT;

    @Option(names = "--force", description = "Writes to a terminal even if the output is not text.")
    private boolean force;

    /** Returns the file to write the result to. */
    public Path path() {
        return path;
    }

    /**
     * Checks that an output that is not text does not go to a terminal.
     *
     * @throws CommandFailure if it does, and that was not asked for
     */
    public void require(Path output) {
        if (!force && StandardStreams.isTerminal(output)) {
            throw new CommandFailure(
                    "the output is not text, so it is not written to the terminal: use -o FILE, choose a format"
                            + " of text, or add --force");
        }
    }

    /**
     * Checks that keys do not go to a terminal unless they are text.
     *
     * @throws CommandFailure if they do, and that was not asked for
     */
    public void require(KeyFormat format) {
        if (format != KeyFormat.TEXT) {
            require(path);
        }
    }
}
