package io.github.tornadosort.cli.options;

import io.github.tornadosort.cli.terminal.Terminal;
import io.github.tornadosort.files.KeyFormat;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for the output of a command, and the one that allows output to a terminal that is not text. */
public final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            converter = OutputPath.class,
            description = "File to write the result to. - is standard output, which is the default.")
    private Path path = OutputPath.STANDARD;

    @Option(names = "--force", description = "Writes to a terminal even if the output is not text.")
    private boolean force;

    /** Returns the file to write the result to. */
    public Path path() {
        return path;
    }

    /** Returns whether the output is another file than standard output. */
    public boolean isGiven() {
        return !path.equals(OutputPath.STANDARD);
    }

    /**
     * Checks that an output that is not text does not go to a terminal.
     *
     * @throws CommandFailure if it does, and that was not asked for
     */
    public void require(Path output) {
        if (!force && Terminal.is(output)) {
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
