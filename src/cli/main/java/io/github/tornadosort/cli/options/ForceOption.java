package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.StandardStreams;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that allows output to a terminal that is not text. */
public final class ForceOption {
    @Option(names = "--force", description = "Writes to a terminal even if the output is not text.")
    private boolean force;

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
    public void require(Path output, KeyFormat format) {
        if (format != KeyFormat.TEXT) {
            require(output);
        }
    }
}
